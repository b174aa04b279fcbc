import type { Page } from 'playwright-core';
import { chooseFile, downloaded, turn } from './stage.ts';
import type { Stage } from './stage.ts';

const CAMPAIGN = 'Yearly service';

/**
 * Numbers reserved for fiction, whose last digits decide the course of the sandbox runtime's call
 * to each.
 */
const NUMBERS = ['570110', '570313', '571491', '571804', '570156', '570157'].map((it) => `+61491${it}`);
const NAMES = ['Kim', 'Ana', 'Noor', 'Tom', 'Mia', 'Lee', 'Sam'];
/** A number in national notation, which a runtime cannot dial. */
const WRONG = '0491 570 158';
const MENDED = '+61491570158';

/** Express consent lapses after three months. */
const CONSENT_AGE_MS = 14 * 86_400_000;

/** The number of people that the campaign calls. */
export const CONTACTS = NUMBERS.length + 1;

/** A filled-in file with the columns of the example that the page offers. */
function ownFile(example: string): string {
  const [header = ''] = example.split('\r\n');
  const row = (number: string, n: number): string => {
    const cells: Record<string, string> = {
      to_number: number,
      external_contact_id: `customer-${n + 1}`,
      first_name: NAMES[n] ?? '',
      consent_type: 'express',
      consent_source: 'web_form',
      consent_given_at_utc: new Date(Date.now() - CONSENT_AGE_MS).toISOString(),
    };
    return header
      .split(',')
      .map((name) => cells[name] ?? '')
      .join(',');
  };
  return [header, ...[...NUMBERS, WRONG].map(row), ''].join('\r\n');
}

const act = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Steps of the campaign' }).getByRole('link', { name }).click();

/** An instant in the browser's zone, in the format of a time field. */
const inBrowser = (page: Page, days: number): Promise<string> =>
  page.evaluate<string>(
    `(() => { const at = new Date(Date.now() + ${days} * 86400000); at.setMinutes(at.getMinutes() - at.getTimezoneOffset()); return at.toISOString().slice(0, 16); })()`,
  );

async function fillIn(page: Page, { show }: Stage, project: string): Promise<string> {
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(CAMPAIGN);
  await page.getByLabel('Project').and(page.locator('input')).click();
  await page.getByRole('option', { name: project }).first().click();
  // At any hour: the sandbox runtime calls no real telephone.
  for (const name of ['Retries and answering machines', 'Data of contacts', 'Calling rules'])
    await page.getByRole('button', { name }).click();
  for (const name of ['Call again if nobody is reached', 'Respect calling hours', 'Respect public holidays'])
    await turn(page, name, false);
  for (const name of ['Consent required', 'Register wash required']) await turn(page, name, true);
  const keys = page.getByLabel('Data that contacts may have').and(page.locator('input'));
  await keys.fill('first_name');
  await keys.press('Enter');
  await show(page, {
    name: 'campaign',
    title: 'Set up a campaign',
    text: 'Whom it calls, why and when. The rest is folded: how often it calls again, what it does when a machine answers, and which rules it keeps. The form is kept in the tab until it is sent.',
  });
  await page.getByRole('button', { name: 'Create the campaign' }).click();
  await page.getByRole('heading', { level: 1, name: CAMPAIGN }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function importContacts(page: Page, { show }: Stage): Promise<void> {
  const example = await downloaded(page, () =>
    page.getByRole('button', { name: 'Save an example file' }).click(),
  );
  await chooseFile(page, 'Choose a CSV file', 'customers.csv', ownFile(example.toString('utf8')));
  await page.getByText('1 error', { exact: true }).waitFor();
  await show(page, {
    name: 'contacts',
    title: 'Import contacts from a file of your own',
    text: 'An example file has the columns that this campaign wants. Your file is checked first and nothing is stored: each error names its row, its column and what to do.',
  });
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText('Imported', { exact: true }).waitFor();
  const failed = await downloaded(page, () =>
    page.getByRole('button', { name: 'Save the failed rows as a file' }).click(),
  );
  const mended = failed.toString('utf8').replace(WRONG, MENDED);
  await chooseFile(page, 'Choose another file', 'mended.csv', mended);
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText(`${CONTACTS} contacts`).first().waitFor();
}

async function recordWash(page: Page, { show }: Stage): Promise<void> {
  await step(page, 'Register wash');
  await page.getByRole('textbox', { name: 'How it was washed' }).fill('web portal');
  await page.getByRole('textbox', { name: 'On the register', exact: true }).fill('0');
  await page.getByRole('textbox', { name: 'Not on the register' }).fill(String(CONTACTS));
  await page.getByLabel('Washed (').fill(await inBrowser(page, -1));
  await page.getByLabel('Valid until (').fill(await inBrowser(page, 29));
  await page.getByRole('button', { name: 'Record a wash' }).click();
  await page.getByText('The wash is recorded.').waitFor();
  const results = ['number,status', ...[...NUMBERS, MENDED].map((it) => `${it},not_listed`), ''].join('\n');
  await chooseFile(page, 'Choose a CSV file', 'wash.csv', results);
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText('Imported', { exact: true }).waitFor();
  await show(page, {
    name: 'wash',
    title: 'Record the register wash',
    text: 'When the numbers were held against the register, until when that counts, and what the register said of each.',
  });
}

async function launch(page: Page, { show }: Stage): Promise<void> {
  await step(page, 'Checks');
  await page.getByText('This campaign is ready to launch').waitFor();
  await step(page, 'Launch preview');
  await page.getByText('First call expected').waitFor();
  await show(page, {
    name: 'preview',
    title: 'See what a launch would do',
    text: 'All checks have passed. The preview shows how many contacts are callable, and when the first and the last call are expected.',
  });
  await act(page, 'Launch');
  const progress = page.getByRole('group', { name: 'Progress' });
  await progress.getByText('In a call').or(progress.getByText('Dialling')).first().waitFor();
  await show(page, {
    name: 'running',
    title: 'Launched, and watched live',
    text: 'The runtime takes contacts and calls them. Counts follow over the stream; the page asks for nothing.',
  });
}

async function pauseAndResume(page: Page, { show }: Stage): Promise<void> {
  await act(page, 'Pause');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await show(page, {
    name: 'paused',
    title: 'Pause, and go on',
    text: 'No further contact is dialled. Calls that have begun come to their end, and the history says who paused when.',
  });
  await act(page, 'Resume');
  // An ended campaign can no longer be cancelled.
  await page
    .getByRole('button', { name: 'Cancel campaign' })
    .waitFor({ state: 'detached', timeout: CAMPAIGN_MS });
  // A finished campaign has nothing left to fix.
  await page.getByRole('link', { name: /^Checks The campaign is over/ }).waitFor();
}

/** Twice the time that `npm start` needs for all calls one after another. */
const CAMPAIGN_MS = 600_000;

/**
 * From an empty form to a campaign that has called all its contacts.
 * @returns the campaign's id
 */
export async function runCampaign(page: Page, stage: Stage, project: string): Promise<string> {
  const id = await fillIn(page, stage, project);
  await importContacts(page, stage);
  await recordWash(page, stage);
  await launch(page, stage);
  await pauseAndResume(page, stage);
  await stage.show(page, {
    name: 'report',
    title: 'The report',
    text: 'All contacts were called. How each call ended, how long they took, and everything that was done with the campaign.',
  });
  return id;
}
