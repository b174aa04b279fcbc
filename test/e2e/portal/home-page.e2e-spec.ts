import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { aCall } from '../../support/builders.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
const MISSED = 3;

describe('the page that the portal opens with', () => {
  const pages = usePortalPages();
  let partner: TestUser;

  beforeAll(async () => {
    const { world, tenant } = pages;
    partner = await world.aUser(tenant, { role: 'partner_admin', isDefault: true });
    const other = await world.aTenant();
    await world.assign(partner, other, { role: 'partner_admin' });
    await world.aProject(tenant);
    const project = await world.aProject(other);
    const calls = Array.from({ length: MISSED + 2 }, (_, n) =>
      aCall(project, {
        call_status: n < MISSED ? 'missed' : 'completed',
        direction: n === MISSED ? 'outbound' : 'inbound',
        started_at_utc: new Date(Date.now() - 1000).toISOString(),
        ended_at_utc: new Date().toISOString(),
        duration_seconds: 1,
      }),
    );
    await fetch(`${pages.url}/internal/v1/calls`, {
      method: 'POST',
      headers: { 'X-API-Key': await world.aKey(other, 'runtime-ingest'), 'Content-Type': 'application/json' },
      body: JSON.stringify(calls),
    });
  });

  // home 3.1, 5.1; figures 3.1
  it(
    'shows the client that needs its person most first, and leads from its figure to exactly these calls',
    async () => {
      const { page, complaints } = await pages.signInAs(partner.subject, {
        ...DESK,
        path: '/',
        heading: 'Home',
      });
      const rows = page.getByRole('table', { name: 'Your clients' }).getByRole('row');
      const worst = rows.nth(1);
      await worst.getByRole('link', { name: /^3 – Missed, to call back, Today/ }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Configure an assistant' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await worst.getByRole('link', { name: /^3 – Missed, to call back, Today/ }).click();
      await page.getByText('3 calls').waitFor();
      await page.goBack();
      await worst.getByRole('link', { name: /^3 – Missed, to call back, Today/ }).waitFor();
      await page.keyboard.press('e');
      const explanation = page.getByRole('dialog');
      await explanation.getByRole('link', { name: /^Show the / }).waitFor();
      await page.keyboard.press('Escape');
      await explanation.waitFor({ state: 'detached' });
      await page
        .getByRole('link', { name: /A week ago, until now/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // home 5.1
  it(
    'is whole on a phone, in German and in the dark',
    async () => {
      const { page, complaints } = await pages.signInAs(partner.subject, { ...PHONE, path: '/' });
      await page.evaluate(`localStorage.setItem('language', 'de')`);
      await page.goto(`${pages.url}/`);
      await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
      await page.getByRole('table', { name: 'Ihre Kunden' }).waitFor();
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(Math.max(beyond, 0)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );
});
