import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount, addInvoice } from '../../../tools/dev/billing/billing-accounts.ts';
import {
  startBillingProvider,
  type LocalBillingProvider,
} from '../../../tools/dev/billing/billing-provider.ts';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';
import { withoutIds } from '../../support/without-ids.js';
import { aPlan, CONTACT, daysFromNow, PERIOD } from '../billing/billing-fixture.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
const NUMBER = '+61 491 570 156';

describe("the portal's pages of requests and billing", () => {
  let provider: LocalBillingProvider;
  beforeAll(async () => {
    provider = await startBillingProvider();
  });
  afterAll(() => provider.stop());
  const pages = usePortalPages(() => ({
    BILLING_PROVIDER_KEY: provider.key,
    BILLING_PROVIDER_URL: provider.url,
    BILLING_PROVIDER_HOSTS: provider.host,
    BILLING_RETURN_URL: 'https://portal.example.com',
  }));

  beforeAll(async () => {
    const { tenant } = pages;
    const account = {
      name: tenant.clientId.replaceAll('-', ''),
      ...tenant,
      email: CONTACT.email,
      contact: CONTACT.name,
      periodStart: PERIOD.start,
      periodEnd: PERIOD.end,
    };
    const ids = addAccount(provider.state, account);
    addInvoice(provider.state, ids.customerId, daysFromNow(-30));
    await aPlan(pages, tenant, ids);
  });

  const audited = async (action: string): Promise<number> => {
    const [row] = await pages.world.sql<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM audit_events WHERE client_id = $1 AND action = $2',
      [pages.tenant.clientId, action],
    );
    return row?.rows ?? 0;
  };

  // caller-requests 4.1, 5.1, 5.2, 8.1
  it(
    'take in a request, move it on with a note, and show both sides where someone else was first',
    async () => {
      const { page, complaints, visit } = await pages.signIn('service_operator', {
        ...DESK,
        isDefault: false,
      });
      await visit('/requests', 'Caller requests');
      await page.getByRole('button', { name: 'New request' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: 'Telephone number' }).fill(NUMBER);
      // A double click creates one request.
      await form.getByRole('button', { name: 'New request' }).dblclick();
      await page.getByRole('heading', { name: 'REQ-0001' }).waitFor();
      expect(withoutIds(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })'))).not.toContain(
        '570',
      );
      await page.getByRole('combobox', { name: 'New status' }).click();
      await page.getByRole('option', { name: 'In progress' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Identity checked.');

      const colleague = await pages.signIn('service_admin', { isDefault: false });
      await colleague.visit('/requests', 'Caller requests');
      await colleague.page.getByRole('button', { name: /REQ-0001/ }).click();
      await colleague.page.getByRole('combobox', { name: 'New status' }).click();
      await colleague.page.getByRole('option', { name: 'Ready' }).click();
      await colleague.page.getByRole('textbox', { name: 'Note' }).fill('Letter is out.');
      await colleague.page.getByRole('button', { name: 'Change status' }).click();
      await colleague.page.getByText('Needs review → Ready').waitFor();
      await colleague.page.context().close();

      await page.getByRole('button', { name: 'Change status' }).click();
      const sides = page.getByRole('table', { name: 'Your change and the current status' });
      await sides.waitFor();
      expect(await sides.getByRole('row').allTextContents()).toEqual([
        'Your new statusIn progress',
        'Current statusReady',
        'Last noteLetter is out.',
      ]);
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByRole('button', { name: 'Change status' }).click();
      await page.getByText('Ready → In progress').waitFor();
      await page.getByText('Identity checked.').waitFor();
      expect(complaints.filter((it) => !it.includes('409'))).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // caller-requests 1.2, 7.6; billing 8.5, 10.2, 10.3, 16.1
  it.each([
    ['a desk', DESK],
    ['a phone', PHONE],
  ])(
    'show the administrator of a client what is masked, and no fault that axe finds, at %s',
    async (_, options) => {
      const { page, complaints, visit } = await pages.signIn('client_admin', options);
      const faults: string[] = [];
      await visit('/requests', 'Caller requests');
      faults.push(...(await accessibilityFaults(page)));
      expect(await page.getByRole('button', { name: 'New request' }).count()).toBe(0);
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const csv = readFileSync(await (await file).path(), 'utf8');
      expect(csv).toContain('REQ-0001');
      expect(csv).not.toContain('1570156');
      await page.getByRole('button', { name: /REQ-0001/ }).click();
      await page.getByText('Staff of the platform', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Change status' }).count()).toBe(0);

      await visit('/billing', 'Billing');
      await page.getByText('A$249.00').first().waitFor();
      faults.push(...(await accessibilityFaults(page)));
      expect(await page.content()).not.toContain(CONTACT.email);
      const before = await audited('billing.recipients_unmasked');
      await page.getByRole('button', { name: 'Show in full' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Show in full' }).click();
      await page.getByText(CONTACT.email).waitFor();
      await page.getByText('This was recorded in the audit log.').waitFor();
      expect(await audited('billing.recipients_unmasked')).toBe(before + 1);
      await page.getByRole('button', { name: 'Mask' }).click();
      await page.getByText(CONTACT.email).waitFor({ state: 'detached' });
      const invoice = page.waitForEvent('download');
      await page.getByRole('button', { name: /as PDF/ }).click();
      expect(readFileSync(await (await invoice).path(), 'latin1').slice(0, 4)).toBe('%PDF');
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // billing 7.4, 7.5, 11.2, 16.1
  it(
    'add a usage alert once, and say that the provider is not available instead of showing zero',
    async () => {
      const { page, visit, person } = await pages.signIn('client_admin', DESK);
      await visit('/billing', 'Billing');
      await page.getByRole('button', { name: 'Add alert' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).dblclick();
      const alerts = page.getByRole('table', { name: 'Usage alerts' });
      await alerts.getByText('80 % of the included amount').waitFor();
      expect(await alerts.getByRole('row').count()).toBe(2);
      await page.getByRole('button', { name: 'Payment provider' }).click();
      const link = page.getByRole('link', { name: 'Open in a new tab' });
      await link.waitFor();
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(new URL((await link.getAttribute('href')) ?? '').host).toBe(provider.host);

      provider.fault = { path: /./, how: 'reset' };
      await visit('/billing', 'Billing');
      await page.getByText('Invoices is not available').waitFor();
      provider.fault = null;

      // The provider does not know a client that is not its customer.
      const other = await pages.world.aTenant();
      await aPlan(pages, other, null);
      await pages.world.assign(person, other, { role: 'client_manager' });
      await visit(`/billing?client_id=${other.clientId}`, 'Billing');
      const plan = page.getByRole('table', { name: 'Plan' });
      await plan.waitFor();
      expect(await plan.getByRole('row', { name: /invoice/i }).allTextContents()).toEqual([
        'InvoicesUnavailable',
        'Next invoiceUnavailable',
        'Last invoiceUnavailable',
      ]);
      await page.getByText('Usage is unavailable').waitFor();
      expect(await page.getByRole('button', { name: /Show in full|Add alert/ }).count()).toBe(0);
      await page.context().close();
    },
    TEST_MS,
  );
});
