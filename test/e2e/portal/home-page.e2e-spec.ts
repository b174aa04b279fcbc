import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { aCall } from '../../support/builders.js';
import { plantCapacity } from '../../support/campaign-contacts.js';
import { aCampaignProject, assignToAdmins } from '../../support/campaigns.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
const MISSED = 3;
const MOST_PRESSES = 90;

describe('the page that the portal opens with', () => {
  const pages = usePortalPages();
  let partner: TestUser;

  beforeAll(async () => {
    const { world, tenant } = pages;
    partner = await world.aUser(tenant, { role: 'partner_admin', isDefault: true });
    const other = await world.aTenant();
    await world.assign(partner, other, { role: 'partner_admin' });
    await world.aProject(tenant);
    await world.sql(
      `INSERT INTO notice_entries (client_id, data_env, notice_id, kind, subject, period, topic, facts)
       SELECT $1, $2, gen_random_uuid(), 'alert', n::text, '', 'capacity', '{"kind": "capacity_blocked", "reason": null, "label": "Reception", "project_id": null, "due_at": null}'
         FROM generate_series(1, 12) n`,
      [tenant.clientId, tenant.dataEnv],
    );
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
      await worst.getByRole('link', { name: /^3 – Missed calls to return, Today/ }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Configure an assistant' }).waitFor();
      await page.getByRole('button', { name: /^12 unread notices/ }).click();
      await page
        .getByRole('dialog')
        .getByText('Calls refused for lack of slots: Reception')
        .first()
        .waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await worst.getByRole('link', { name: /^3 – Missed calls to return, Today/ }).click();
      await page.getByText('3 calls').waitFor();
      await page.goBack();
      await worst.getByRole('link', { name: /^3 – Missed calls to return, Today/ }).waitFor();
      await page.keyboard.press('e');
      const explanation = page.getByRole('dialog');
      await explanation.getByRole('link', { name: /^Show the / }).waitFor();
      await page.keyboard.press('Escape');
      await explanation.waitFor({ state: 'detached' });
      await page
        .getByRole('link', { name: /A week ago, up to this time/ })
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

  // portal-sessions 8.1
  it.each(atDepth({ ordinary: [], full: ['a call back, a queue and a webhook'] }))(
    'leads to the work of a day by keyboard alone: %s',
    async () => {
      const { world, tenant } = pages;
      const project = await aCampaignProject(world, tenant);
      await plantCapacity(pages, tenant, 10);
      await world.permitPii(tenant, 'partner_admin', 'raw_caller');
      const { page, complaints, visit } = await pages.signIn('partner_admin', DESK);
      await assignToAdmins(world, tenant, project);
      await world.sql(
        `INSERT INTO webhook_endpoints (client_id, data_env, webhook_id, project_id, endpoint_url, event_types, transcript_to_send,
                timeout_seconds, retry_attempts, retry_backoff_seconds, is_enabled, secret_encrypted, secret_rotated_at,
                created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, 'https://hooks.acme.example/in', '{call_ended}', 'none', 10, 3, 5, false, 'x', now(), now(), 'test', now(), 'test')`,
        [tenant.clientId, tenant.dataEnv, randomUUID(), project],
      );
      const send = async (
        path: string,
        method: string,
        scope: 'partner_admin' | 'runtime-ingest',
        body: object,
      ) => {
        const headers = {
          'X-API-Key': await world.aKey(tenant, scope),
          'Content-Type': 'application/json',
          'If-Match': '0',
        };
        const answer = await fetch(pages.url + path, { method, headers, body: JSON.stringify(body) });
        expect(answer.status, await answer.text()).toBe(200);
      };
      const rules = { missed_inbound: true, upset_callers: false };
      await send('/v1/calls/follow-ups/settings', 'PUT', 'partner_admin', rules);
      const missed = Array.from({ length: 3 }, (_, n) =>
        aCall(project, {
          call_status: 'missed',
          caller_number: `+6149157000${n + 6}`,
          started_at_utc: new Date(Date.now() - 3000 + n * 1000).toISOString(),
          ended_at_utc: null,
          duration_seconds: 0,
        }),
      );
      await send('/internal/v1/calls', 'POST', 'runtime-ingest', missed);

      const press = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      const goTo = async (wanted: Locator, key = 'Tab'): Promise<void> => {
        await wanted.first().waitFor({ state: 'attached' });
        for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
          if (await wanted.first().and(page.locator(':focus')).count()) return;
          await press(key);
        }
        expect.fail(`${String(wanted)} cannot be reached by ${key}`);
      };
      const open = async (wanted: Locator): Promise<void> => {
        await goTo(wanted);
        await press('Enter');
      };
      const arrive = async (name: string): Promise<void> => {
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await page.waitForLoadState('networkidle');
      };

      await visit('/', 'Home');
      await open(page.getByRole('main').getByRole('link', { name: /^3 – Missed calls to return/ }));
      await arrive('Calls');
      await open(page.getByRole('main').locator('a[href^="/calls/"]'));
      await page.waitForURL('**/calls/*');
      await open(page.getByRole('button', { name: 'Call back' }));
      await open(page.getByRole('link', { name: 'Call with the assistant' }));
      await arrive('Single calls');
      const number = page.getByRole('textbox', { name: 'Number to call', exact: true });
      await number.waitFor();
      expect(await number.inputValue()).toBe('+61491570008');
      const answered = page.waitForResponse(
        (it) => it.request().method() === 'POST' && /dispatches/.test(it.url()),
      );
      await open(page.getByRole('button', { name: 'Call now' }));
      expect((await answered).status()).toBeLessThan(300);

      // The queue: the first call by its shortcut, the second opened and settled in its form.
      await press('g', 'f');
      await arrive('Follow-up');
      const links = page.locator('[data-queued]');
      await links.nth(2).waitFor();
      await press('j', 'd');
      await links.nth(2).waitFor({ state: 'detached' });
      await press('j', 'Enter');
      await page.waitForURL('**/calls/*');
      await goTo(page.getByRole('radio', { name: 'Open' }));
      await goTo(page.getByRole('radio', { name: 'Done' }), 'ArrowRight');
      await open(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('The follow-up is saved.').waitFor();

      await press('Escape');
      await press('g', 'i');
      await arrive('Integrations');
      await goTo(page.getByRole('tab'));
      await goTo(page.getByRole('tab', { name: /^Webhooks/ }), 'ArrowRight');
      await open(page.getByRole('link', { name: /hooks\.acme\.example/ }));
      await open(page.getByRole('button', { name: 'More actions' }));
      await goTo(page.getByRole('menuitem', { name: 'Switch on' }), 'ArrowDown');
      await press('Enter');
      await open(page.getByRole('dialog').getByRole('button', { name: 'Switch on' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await eventually(async () =>
        expect(
          await world.sql('SELECT is_enabled FROM webhook_endpoints WHERE project_id = $1', [project]),
        ).toEqual([{ is_enabled: true }]),
      );
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );
});
