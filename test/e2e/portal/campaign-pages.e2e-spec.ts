import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { plantCapacity } from '../../support/campaign-contacts.js';
import { A_CAMPAIGN, aCampaignProject, assignToAdmins, CAMPAIGNS } from '../../support/campaigns.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 60_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
const STEPS = ['settings', 'contacts', 'wash', 'checks', 'launch', 'report'];

interface Made {
  readonly campaign_id: string;
}

describe('the campaigns of the portal', () => {
  const pages = usePortalPages();
  let project: string;
  let key: string;

  beforeAll(async () => {
    project = await aCampaignProject(pages.world, pages.tenant);
    key = await pages.world.aKey(pages.tenant, 'partner_admin');
    await plantCapacity(pages, pages.tenant, 10);
  });

  async function ask<Answer>(path: string, body: unknown, as = key): Promise<Answer> {
    const answer = await fetch(pages.url + path, {
      method: 'POST',
      headers: { 'X-API-Key': as, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  /** A draft with this many contacts. */
  async function aDraft(name: string, contacts: number, fields: object = {}): Promise<string> {
    const { campaign_id: id } = await ask<Made>(CAMPAIGNS, {
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

  const statusOf = async (id: string): Promise<unknown> => {
    const answer = await fetch(`${pages.url}${CAMPAIGNS}/${id}`, { headers: { 'X-API-Key': key } });
    return ((await answer.json()) as { status: string }).status;
  };

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
      await page.getByText('Nothing keeps this campaign from being launched').waitFor();
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
      // The stream told of it: the page has not asked again.
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
      await visit('/campaigns', 'Campaigns');
      await page.getByRole('link', { name: 'Looks' }).first().waitFor();
      faults.push(...(await accessibilityFaults(page)));
      for (const step of STEPS) {
        await visit(`/campaigns/${id}?step=${step}`, 'Looks');
        faults.push(...(await accessibilityFaults(page)).map((it) => `${step}: ${it}`));
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
      await customer.visit(`/campaigns/${id}`, 'There is no such page, or you cannot see it');
      expect(await customer.page.getByRole('link', { name: 'Campaigns' }).count()).toBe(0);
      await customer.page.context().close();
    },
    TEST_MS,
  );
});
