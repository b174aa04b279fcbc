import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../support/chromium.js';
import { daysFromNow } from '../../support/portal-measures.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };

/** Without the 404 of the charges, which clients without a plan get. */
const ofPages = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((it) => !/status of 404/.test(it));

describe('the alerts of the portal', () => {
  const pages = usePortalPages();

  /** A directory with an expiring certificate, which a client_admin replaces; returns its name. */
  async function aDirectory(): Promise<string> {
    const settings = { issuer: null, client_id: null, certificates: [], certificates_end: daysFromNow(20) };
    await pages.world.sql(
      `INSERT INTO sso_connections (client_id, data_env, connection_id, name, kind, settings, serving, version, serving_version,
              is_disabled, etag, created_at, created_by, updated_at, updated_by)
       VALUES ($1, $2, gen_random_uuid(), 'Entra ID', 'saml', $3, $3, 1, 1, false, 'etag', '2026-01-01', 'test', '2026-01-01', 'test')`,
      [pages.tenant.clientId, pages.tenant.dataEnv, JSON.stringify(settings)],
    );
    return 'Entra ID';
  }
  const aNotice = (): Promise<object[]> =>
    pages.world.sql(
      `INSERT INTO notice_entries (client_id, data_env, notice_id, kind, subject, period, topic, facts, created_at)
       VALUES ($1, $2, gen_random_uuid(), 'person', 'x', '', 'people',
               '{"what": "invited", "role": "client_staff", "organisation_id": null}', date_trunc('milliseconds', now()))`,
      [pages.tenant.clientId, pages.tenant.dataEnv],
    );
  const acknowledged = async (): Promise<readonly string[]> =>
    (
      await pages.world.sql<{ acknowledged_by: string }>(
        'SELECT acknowledged_by FROM alert_acknowledgements WHERE client_id = $1',
        [pages.tenant.clientId],
      )
    ).map((it) => it.acknowledged_by);

  // alerts 3.2, 4.1
  it(
    'are acknowledged on the page, taken back where that is refused, and lead to the thing itself',
    async () => {
      const { page, complaints, visit, person } = await pages.signIn('client_admin', DESK);
      await visit('/alerts', 'Alerts');
      await page.getByText('Nothing needs your attention').waitFor();
      const label = await aDirectory();
      await visit('/alerts', 'Alerts');
      // The bell shows it too, and Escape returns to it.
      await aNotice();
      await visit('/alerts', 'Alerts');
      await page.getByRole('button', { name: '1 unread notice, 1 open alert' }).click();
      const bell = page.getByRole('dialog');
      await bell.getByText('A person was invited: Staff').waitFor();
      await bell.getByText(label).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await bell.getByRole('button', { name: 'Mark all as read' }).click();
      await page.keyboard.press('Escape');
      await bell.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: '1 open alert', exact: true }).waitFor();
      await page.getByText('No address was notified of this.').waitFor();
      const button = page.getByRole('button', { name: `Acknowledge: ${label}` });
      await page.route('**/acknowledge*', (route) => route.fulfill({ status: 503, body: '{}' }), {
        times: 1,
      });
      await button.click();
      await page.getByText('The alert was not acknowledged. Try again.').waitFor();
      expect(await acknowledged()).toEqual([]);
      complaints.length = 0;
      // The page shows it before the API has answered.
      const answered = page.waitForResponse('**/acknowledge*');
      const sent: string[] = [];
      page.on('request', (it) => {
        if (it.method() !== 'GET') sent.push(new URL(it.url()).pathname.split('/').at(-1)!);
      });
      await button.dblclick();
      await answered;
      await page.getByText('Acknowledged by you').waitFor();
      await page.getByRole('button', { name: '0 open alerts' }).waitFor();
      expect(await acknowledged()).toEqual([person.userId]);
      await page.reload();
      await page.getByText('Acknowledged by you').waitFor();
      await page.getByRole('link', { name: label }).click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      expect(new URL(page.url()).searchParams.get('tab')).toBe('signIn');
      await visit('/alerts?page=9999', 'Alerts');
      await page.getByText('There is no page 9999').waitFor();
      await page.getByRole('button', { name: 'First page' }).click();
      await page.getByText('Acknowledged by you').waitFor();
      expect(ofPages(complaints)).toEqual([]);
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: 'Sign out' }).dblclick();
      await page.waitForURL(/\/sign-in\?reason=signed_out/);
      expect(sent).toEqual(['acknowledge', 'sign-out']);
    },
    TEST_MS,
  );

  // alerts 3.5, 5.2
  it(
    'say what is not known, on a phone and in German too',
    async () => {
      const { page, complaints, visit } = await pages.signIn('partner_admin', { ...PHONE, locale: 'en' });
      await pages.world.aProject(pages.tenant);
      await page.route('**/api/v1/alerts?*', async (route) => {
        const answer = await route.fetch();
        const body = {
          ...((await answer.json()) as object),
          open_count: null,
          unavailable_kinds: ['campaign_paused'],
        };
        await route.fulfill({ response: answer, json: body });
      });
      await page.route('**/api/v1/portal/alert-counts', (route) =>
        route.fulfill({ json: { open_count: 0, is_complete: false, items: [] } }),
      );
      await visit('/alerts', 'Alerts');
      await page.getByText('alerts of these kinds may be missing: Campaign paused').waitFor();
      await page.getByRole('button', { name: 'The number of open alerts is not known' }).waitFor();
      expect(await page.getByText('Nothing needs your attention').count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await visit('/status', 'Status');
      await page.getByText('Nothing is published').first().waitFor();
      await page.getByText('No webhook').first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await visit('/support', 'Support');
      await page.getByText('No open tickets').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.evaluate("localStorage.setItem('language', 'de')");
      await visit('/status', 'Status');
      await page.getByText('Nichts veröffentlicht').first().waitFor();
      await visit('/alerts', 'Meldungen');
      await page.getByText('Es kann weitere geben zu: Kampagne angehalten').waitFor();
      await page.getByRole('button', { name: 'Die Zahl offener Meldungen ist nicht bekannt' }).click();
      await page.getByRole('dialog').getByText('Sonst ist in den letzten 90 Tagen nichts').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(ofPages(complaints)).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'are reached by keys',
    async () => {
      const { page } = await pages.signIn('client_staff', DESK);
      for (const [key, heading] of [
        ['n', 'Alerts'],
        ['u', 'Status'],
        ['h', 'Support'],
      ] as const) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      }
      await page.waitForLoadState('networkidle');
      expect(await accessibilityFaults(page)).toEqual([]);
    },
    TEST_MS,
  );
});
