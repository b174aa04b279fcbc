import type { Page } from 'playwright-core';
import { centre, choose, turn } from './stage.ts';
import type { Stage } from './stage.ts';

/** A client without a campaign in the demo, so that the sandbox runtime is free for this one. */
const CLIENT = 'Coastline Plumbing';
export const PROJECT = 'Hot water service';

const PROMPT = `You call customers of Coastline Plumbing whose hot water system is due for its yearly service. You speak with {{first_name}}.
Ask whether it is a good moment. Offer a visit on a weekday, which takes an hour.
If the person says no, thank them and say goodbye.
If they ask for a person, hand the call over.`;

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save to the draft' }).click();
  await page.getByText('You have changes that are not saved.').waitFor({ state: 'detached' });
};

const open = (page: Page, part: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Parts of this project' })
    .getByRole('link', { name: new RegExp(`^${part}`) })
    .click();

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function begin(page: Page, { show }: Stage): Promise<string> {
  await page.getByRole('link', { name: 'Clients' }).click();
  await page.getByRole('button', { name: new RegExp(CLIENT) }).click();
  await page.getByRole('link', { name: 'Show projects' }).waitFor();
  await show(page, {
    name: 'client',
    title: 'Choose the client',
    text: 'The partner looks after several clients. The one that the assistant is for tells what it has already, and leads to its projects.',
  });
  await page.getByRole('link', { name: 'Show projects' }).click();
  await page.getByRole('button', { name: 'New project' }).click();
  await field(page, 'Name').fill(PROJECT);
  await field(page, 'Description').fill('Calls customers whose hot water system is due for its service.');
  await show(page, {
    name: 'create',
    title: 'Give the project a name',
    text: 'A project is one voice assistant. A name and a time zone are enough to begin; a double click makes it once.',
  });
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { level: 1, name: PROJECT }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function writeAssistant(page: Page, { show }: Stage): Promise<void> {
  await field(page, 'Prompt').fill(PROMPT);
  await field(page, 'Greeting').fill(
    'Hello {{first_name}}, this is Ava, the virtual assistant of Coastline Plumbing. Is it a good moment?',
  );
  await save(page);
  await page
    .getByText('keep this from being published')
    .or(page.getByText('keeps this from being'))
    .waitFor();
  await centre(field(page, 'Prompt'));
  await show(page, {
    name: 'findings',
    title: 'Write the prompt, and see what is missing',
    text: 'The draft is checked with every save. The prompt names a variable that is not declared yet: the finding is shown beside its field and in the rail.',
  });
  await page.getByRole('button', { name: 'Add variable' }).click();
  await field(page, 'Name').first().fill('first_name');
  await field(page, 'Description').first().fill('First name of the customer.');
  await choose(page, 'Source', 'From the contact');
  await turn(page, 'Required', true);
  await save(page);
  await page.getByText('keeps this from being').waitFor({ state: 'detached' });
  await centre(field(page, 'Description').first());
  await show(page, {
    name: 'assistant',
    title: 'Declare the variable',
    text: 'Its value comes with each contact of a campaign, and no call begins without it. Now nothing keeps the assistant from being published.',
  });
}

async function handOver(page: Page, { show }: Stage): Promise<void> {
  await open(page, 'Transfers');
  await turn(page, 'Hand calls over', true);
  await page.getByRole('button', { name: 'Add destination' }).click();
  await field(page, 'Destination').fill('office');
  await field(page, 'Label').fill('Office of Coastline Plumbing');
  await field(page, 'Phone number').fill('+61755501234');
  await turn(page, 'In use', true);
  await page.getByRole('button', { name: 'Set Monday to Friday, 9 to 5' }).click();
  await save(page);
  await centre(page.getByRole('switch', { name: 'In use' }));
  await show(page, {
    name: 'transfers',
    title: 'Say who takes over, and when',
    text: 'Calls go to the office when a caller asks for a person, on weekdays from nine to five.',
  });
}

async function giveNumber(page: Page, { show }: Stage): Promise<void> {
  await open(page, 'Speech and network');
  await field(page, 'Caller ID').fill('+61755501200');
  await save(page);
  await centre(field(page, 'Caller ID'));
  await show(page, {
    name: 'network',
    title: 'Choose the number that callees see',
    text: 'Without a number of its own a project makes no outbound calls. Speech, models and carrier have defaults.',
  });
}

async function askForApproval(page: Page, { show }: Stage): Promise<void> {
  await open(page, 'Governance');
  await choose(page, 'Approval', 'By a second person');
  await save(page);
  await centre(page.getByRole('combobox', { name: 'Approval' }));
  await show(page, {
    name: 'governance',
    title: 'Set the rules for data and for releases',
    text: 'Recording, consent, retention, who sees personal data, and that a second person approves what is published.',
  });
}

/** Tries the draft before callers use it. */
async function callOneself(page: Page, { show }: Stage): Promise<void> {
  await open(page, 'Test calls');
  await field(page, 'Number').fill('+61491570110');
  await page.getByRole('button', { name: 'Call now' }).click();
  await page.getByRole('status').getByText('Ended').waitFor();
  await show(page, {
    name: 'test-call',
    title: 'Hear it first',
    text: 'The draft calls your own telephone. The page follows the call to its end, and it is on no invoice.',
  });
}

async function publish(page: Page, { show }: Stage, colleague: () => Promise<Page>): Promise<void> {
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByText('An approval is missing').waitFor();
  await field(page, 'Note for the approver').fill('The first version.');
  await page.getByRole('button', { name: 'Request approval' }).click();
  await page.getByText('Another person has to approve it.').waitFor();
  await show(page, {
    name: 'gates',
    title: 'Review what stands in the way',
    text: 'Each gate says in words what is missing. The only one that is closed waits for a second person.',
  });
  const other = await colleague();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Approve this draft' }).click();
  await other.getByText('Approved by').waitFor();
  await show(other, {
    name: 'approval',
    title: 'A second person approves',
    text: 'A colleague opens the same address in a browser of their own, reads what is new, and approves exactly this draft.',
  });
  await other.context().close();
  await page.getByText('No approval is missing').waitFor();
  await field(page, 'What changed').fill('The first version.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 1 is published.').waitFor();
  await open(page, 'Versions');
  await page.getByText('It runs the published version.').waitFor();
  await show(page, {
    name: 'published',
    title: 'Published, and running',
    text: 'Version 1 is what calls run from now on. A few seconds later the runtime has said that it does.',
  });
}

/**
 * From a name to a published assistant.
 * @returns the project's id
 */
export async function makeProject(page: Page, stage: Stage, colleague: () => Promise<Page>): Promise<string> {
  const id = await begin(page, stage);
  await writeAssistant(page, stage);
  await handOver(page, stage);
  await giveNumber(page, stage);
  await askForApproval(page, stage);
  await callOneself(page, stage);
  await publish(page, stage, colleague);
  return id;
}
