import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CampaignDetail } from '../../../src/features/campaigns/detail/campaign-detail.response.js';
import { plantCapacity, withoutPause } from '../../support/campaign-contacts.js';
import { A_CAMPAIGN, aCampaignProject, assignToAdmins, CAMPAIGNS } from '../../support/campaigns.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { inStore } from '../../support/databases.js';
import { aCsv, aFileOf, aMeter, askWithKey, daysFromNow } from '../../support/portal-measures.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
const OTHER_PAGES = [
  ['/campaigns', 'Campaigns'],
  ['/campaigns/new', 'New campaign'],
  ['/campaigns/suppressions', 'Suppressions'],
  ['/campaigns/single-calls', 'Single calls'],
] as const;
const STEPS = ['settings', 'contacts', 'wash', 'checks', 'launch', 'report'];

describe('the campaigns of the portal', () => {
  const pages = usePortalPages();
  let project: string;
  let key: string;

  beforeAll(async () => {
    project = await aCampaignProject(pages.world, pages.tenant);
    key = await pages.world.aKey(pages.tenant, 'partner_admin');
    await plantCapacity(pages, pages.tenant, 10);
    await withoutPause(pages, pages.tenant);
  });

  const ask = <Answer>(path: string, body: unknown, as = key): Promise<Answer> =>
    askWithKey(pages.url + path, as, body);

  /** A draft with this many contacts. */
  async function aDraft(name: string, contacts: number, fields: object = {}): Promise<string> {
    const { campaign_id: id } = await ask<CampaignDetail>(CAMPAIGNS, {
      ...A_CAMPAIGN,
      project_id: project,
      name,
      ...fields,
    });
    const rows = Array.from({ length: contacts }, (_, n) => ({
      to_number: `+6149157${String(n).padStart(4, '0')}`,
      external_contact_id: `patient-${n}`,
    }));
    if (contacts > 0) {
      await ask(`${CAMPAIGNS}/${id}/contacts/import-json`, {
        source_id: 'crm',
        batch_id: randomUUID(),
        contacts: rows,
      });
    }
    return id;
  }

  const detailOf = async (id: string): Promise<CampaignDetail> => {
    const answer = await fetch(`${pages.url}${CAMPAIGNS}/${id}`, { headers: { 'X-API-Key': key } });
    return (await answer.json()) as CampaignDetail;
  };
  const totalOf = async (id: string): Promise<number> => (await detailOf(id)).counts.total;
  const statusOf = async (id: string): Promise<string> => (await detailOf(id)).status;

  async function anAdmin(options: BrowserContextOptions = DESK) {
    const visitor = await pages.signIn('partner_admin', options);
    await assignToAdmins(pages.world, pages.tenant, project);
    return visitor;
  }

  const act = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  // campaigns 9.1, 9.3, 9.4, 11.2
  it(
    'are launched, watched live, paused, resumed and cancelled',
    async () => {
      const id = await aDraft('Recall', 3);
      const { page, visit, complaints } = await anAdmin();
      await visit('/campaigns', 'Campaigns');
      await page.getByRole('link', { name: 'Recall', exact: true }).click();
      await page.getByText('This campaign is ready to launch').waitFor();
      await act(page, 'Launch');
      await page.getByText('Live', { exact: true }).waitFor();
      const loads: string[] = [];
      page.on('request', (it) => loads.push(it.url()));
      const ingest = await pages.world.aKey(pages.tenant, 'runtime-ingest');
      const { leases } = await ask<{ leases: { dispatch_id: string }[] }>(
        '/internal/v1/dispatches/take',
        { max: 1, wait_seconds: 10 },
        ingest,
      );
      await ask(
        `/internal/v1/dispatches/${leases[0]!.dispatch_id}/reports`,
        { sequence: 1, state: 'in_call', at_utc: new Date().toISOString() },
        ingest,
      );
      const counts = page.getByRole('group', { name: 'Progress' });
      await counts.getByText('In a call').waitFor();
      // The stream reported the change: the page sent no request.
      expect(loads.filter((it) => it.includes(id))).toEqual([]);
      await act(page, 'Pause');
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      expect(await statusOf(id)).toBe('paused');
      await act(page, 'Resume');
      await page.getByRole('button', { name: 'Cancel campaign' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Waiting: 2').waitFor();
      await dialog.getByText('In a call: 1').waitFor();
      const confirm = dialog.getByRole('button', { name: 'Cancel campaign' });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('Recall');
      await confirm.click();
      await counts.getByText('Cancelled').waitFor();
      expect(await statusOf(id)).toBe('cancelled');
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // campaigns 1.3, 4.2, 4.12, 4.13
  it(
    'are made, filled from a file of 5,000 rows of which 500 are wrong, and launched',
    async () => {
      const { page, visit, complaints } = await anAdmin();
      await visit('/campaigns', 'Campaigns');
      await page.getByRole('link', { name: 'New campaign' }).first().click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Check-up');
      await page.reload();
      await page.getByLabel('Project').and(page.locator('input')).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Calling rules' }).click();
      for (const name of ['Respect calling hours', 'Respect public holidays'])
        await page.getByRole('switch', { name }).uncheck({ force: true });
      await page.getByRole('button', { name: 'Data of contacts' }).click();
      const keys = page.getByLabel('Data that contacts may have').and(page.locator('input'));
      await keys.fill('first_name');
      await keys.press('Enter');
      await page.getByRole('button', { name: 'Create the campaign' }).click();
      await page.getByRole('heading', { level: 1, name: 'Check-up' }).waitFor();
      await page.getByText('1 thing to fix').waitFor();

      const { file, wrong } = aFileOf(5_000, 10);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a CSV file' }).click();
      await (await chooser).setFiles(aCsv('patients.csv', file));
      await page.getByText('500 errors').waitFor({ timeout: TEST_MS });
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      expect(await totalOf(id)).toBe(0);
      await page.getByRole('cell', { name: 'to_number' }).first().waitFor();

      const cost = await aMeter(page);
      const search = page.getByRole('textbox', { name: 'Row, column or text' });
      const before = await cost();
      await search.pressSequentially('the plus is missing');
      await page.getByText('250 errors').waitFor();
      const after = await cost();
      expect((after.seconds - before.seconds) / 'the plus is missing'.length).toBeLessThan(0.05);
      expect(after.heapBytes).toBeLessThan(300 * 1024 * 1024);

      const asked: string[] = [];
      page.on('request', (it) => asked.push(it.url()));
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the failed rows as a file' }).click();
      const saved = await readFile(await (await download).path(), 'utf8');
      expect(saved).toBe(wrong);
      expect(asked.filter((it) => it.startsWith('http'))).toEqual([]);

      await page.getByRole('button', { name: 'Import the valid rows' }).click();
      await page.getByText('Contacts added').waitFor({ timeout: TEST_MS });
      expect(await totalOf(id)).toBe(4_500);
      await page
        .getByRole('navigation', { name: 'Steps of the campaign' })
        .getByText('4,500 contacts')
        .waitFor();
      await act(page, 'Launch');
      await page.getByText('The campaign is launched.').waitFor();
      expect(await statusOf(id)).toBe('running');
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // campaigns 7.1, 7.5, 7.7
  it(
    'keep the evidence of a wash, and take its results',
    async () => {
      const id = await aDraft('Washed', 2, {
        compliance: { ...A_CAMPAIGN.compliance, registry_wash_required: true },
      });
      const { page, visit, complaints } = await anAdmin();
      await visit(`/campaigns/${id}?step=wash`, 'Washed');
      await page.getByText('No register status.').waitFor();
      await page.getByRole('textbox', { name: 'How it was washed' }).fill('portal');
      for (const name of ['Ruleset', 'File that was washed', 'Receipt'])
        await page.getByRole('textbox', { name }).fill(`its ${name}`);
      await page.getByRole('textbox', { name: 'On the register', exact: true }).fill('1');
      await page.getByRole('textbox', { name: 'Not on the register' }).fill('1');
      await page.getByLabel('Washed (').fill(daysFromNow(-1));
      await page.getByLabel('Valid until (').fill(daysFromNow(20));
      await page.getByRole('button', { name: 'Record a wash' }).click();
      await page.getByText('The wash is recorded.').waitFor();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a CSV file' }).click();
      const file = 'number,status\n+61491570000,listed\n+61491570001,not_listed\n';
      await (await chooser).setFiles(aCsv('wash.csv', file));
      await page.getByRole('button', { name: 'Import the valid rows' }).click();
      await page.getByText('Imported', { exact: true }).waitFor();
      await page.getByText('On the register. Remove them').waitFor();
      const rows = await inStore(
        pages,
        `SELECT registry_status FROM campaign_contacts WHERE campaign_id = $1 ORDER BY 1`,
        [id],
      );
      expect(rows.map((it) => it['registry_status'])).toEqual(['listed', 'not_listed']);
      const records = await inStore(
        pages,
        `SELECT ruleset_id AS a, wash_file_name AS b, receipt_reference AS c FROM registry_wash_records WHERE campaign_id = $1`,
        [id],
      );
      expect(records).toEqual([{ a: 'its Ruleset', b: 'its File that was washed', c: 'its Receipt' }]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // campaigns 6.3, 9.2
  it(
    'say what is missing, with counts and the way to it',
    async () => {
      const id = await aDraft('Offer', 4, {
        campaign_call_type: 'telemarketing',
        compliance: { ...A_CAMPAIGN.compliance, registry_wash_required: true, consent_required: true },
      });
      const { page, visit, complaints } = await anAdmin();
      await visit(`/campaigns/${id}`, 'Offer');
      const rail = page.getByRole('navigation', { name: 'Steps of the campaign' });
      await rail.getByText('4 things to fix').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'No consent.' }).getByText('4 contacts').waitFor();
      await page.getByRole('button', { name: 'Launch', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
      await page.getByText('The campaign was not launched').waitFor();
      expect(await statusOf(id)).toBe('draft');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'No register status.' })
        .getByRole('link', { name: 'Show the contacts' })
        .click();
      await page.getByText('patient-3').waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  it.each([
    ['light', DESK],
    ['dark, on a phone', PHONE],
  ])(
    'have no fault that axe or the browser finds: %s',
    async (_, options) => {
      const id = await aDraft('Looks', 2);
      const { page, visit, complaints } = await anAdmin(options);
      const faults: string[] = [];
      for (const [path, heading] of OTHER_PAGES) {
        await visit(path, heading);
        faults.push(...(await accessibilityFaults(page)).map((it) => `${path}: ${it}`));
      }
      for (const step of STEPS) {
        await visit(`/campaigns/${id}?step=${step}`, 'Looks');
        faults.push(...(await accessibilityFaults(page)).map((it) => `${step}: ${it}`));
        if (step !== 'launch') continue;
        // A service call without flags is allowed at any hour (campaigns 6.7).
        await page.getByRole('button', { name: 'Show as a table' }).click();
        const hours = page.getByRole('table', { name: 'Contacts by hour' }).getByRole('row');
        expect(await hours.count()).toBe(25);
        expect(await hours.nth(1).getByRole('cell').nth(1).textContent()).toBe('2');
      }
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // campaigns 1.1, 1.2
  it(
    'show no control to those who only read, and nothing to customers',
    async () => {
      const id = await aDraft('Read', 1);
      const reader = await pages.signIn('service_operator', { ...DESK, isDefault: false });
      await reader.visit(`/campaigns/${id}`, 'Read');
      await reader.page.getByRole('navigation', { name: 'Steps of the campaign' }).waitFor();
      for (const name of ['Launch', 'Cancel campaign', 'Check again'])
        expect(await reader.page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      await reader.page.context().close();
      const customer = await pages.signIn('client_admin', DESK);
      await customer.visit(`/campaigns/${id}`, 'This page is not for your role');
      expect(await customer.page.getByRole('link', { name: 'Campaigns' }).count()).toBe(0);
      await customer.page.context().close();
    },
    TEST_MS,
  );
});
