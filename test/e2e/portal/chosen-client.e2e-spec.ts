import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import { settled } from '../../../tools/documents/demo-browser.ts';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { atDepth } from '../../support/depth.js';
import { usePortalPages } from '../../support/portal-pages.js';
import { furnish } from './furnished-client.js';
import { READ_ANALYTICS, READ_CALLS, shownAnalytics } from './shown-numbers.js';

const TEST_MS = 60_000;
const VIEW = 'range=2026-10-10..2026-10-10&zone=UTC';
const DAY = 'start_date=2026-10-10&end_date=2026-10-10&timezone=UTC';
const NAME = 'Namesake Dental';
const ALL = ['projects', 'calls', 'analytics', 'alerts', 'status', 'support', 'billing'];
const PAGES = atDepth({ ordinary: ['calls', 'billing'], full: ALL });
/** Requests without a client: about a person, and about the meaning of figures. */
const OF_NO_CLIENT = /^\/(v1\/portal\/|v1\/definitions$|api\/partner-clients$)/;

/** The number of rows of the page's table, and its text. */
const READ_PAGE = `({ rows: document.querySelectorAll('#content tbody tr').length,
  text: document.querySelector('#content').textContent })`;

describe('the client that a partner chooses', () => {
  let billing: Awaited<ReturnType<typeof startBillingProvider>>;
  const pages = usePortalPages(async () => {
    billing = await startBillingProvider();
    return {
      BILLING_PROVIDER_KEY: billing.key,
      BILLING_PROVIDER_URL: billing.url,
      BILLING_PROVIDER_HOSTS: billing.host,
      BILLING_RETURN_URL: 'https://portal.example.com',
    };
  });
  afterAll(() => billing.stop());
  let first: TestTenant;
  let second: TestTenant;
  let owned: TestTenant;
  let foreign: TestTenant;
  /** A project of the second client. */
  let project: string;
  let administrator: TestUser;
  let colleague: TestUser;

  beforeAll(async () => {
    const { world, tenant } = pages;
    first = tenant;
    [second, owned, foreign] = [await world.aTenant(), await world.aTenant(), await world.aTenant()];
    const both = [first.clientId, second.clientId];
    await world.sql('UPDATE clients SET business_name = $1 WHERE client_id = ANY ($2)', [NAME, both]);
    await furnish(pages, billing, first, { projects: 1, calls: 3, plan: 'First plan' });
    project = await furnish(pages, billing, second, { projects: 2, calls: 5, plan: 'Second plan' });
    const at = (days: number): Date => new Date(Date.now() + days * 86_400_000);
    await world.aKey(second, 'partner_user', { createdAt: at(-60), expiresAt: at(5) });
    const organisationId = await world.anOrganisation(second.clientId);
    for (const { clientId } of [first, owned]) await world.anOrganisation(clientId, organisationId);
    administrator = await world.aPerson();
    colleague = await world.aPerson();
    for (const [user, role] of [
      [administrator, 'partner_admin'],
      [colleague, 'partner_user'],
    ] as const) {
      await world.assign(user, first, { role, organisationId, isDefault: true });
      await world.assign(user, second, { role, organisationId });
    }
    await world.assignProject(colleague, second, project);
  });

  const clientOf = (page: Page): string | null => new URL(page.url()).searchParams.get('client_id');
  const shellOf = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Client' });
  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click();
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  /** The clients that each request of the page names, by path. */
  function watch(page: Page): Map<string, Set<string>> {
    const seen = new Map<string, Set<string>>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const path = pathname.replace(/^\/api\/v1/, '/v1');
      if (!/^\/(v1|api)\//.test(path) || OF_NO_CLIENT.test(path)) return;
      const body = request.postData();
      const sent = body ? (JSON.parse(body) as { client_id?: string }).client_id : undefined;
      const [, inPath] = /^\/api\/partner-clients\/([^/]+)/.exec(path) ?? [];
      const client = inPath ?? searchParams.get('client_id') ?? sent ?? 'none';
      seen.set(path, (seen.get(path) ?? new Set()).add(client));
    });
    return seen;
  }

  // partner-clients 2.5, 7.1, 7.2, 7.5
  it(
    'is the one of every page: its figures are those of the routes, and no request is about another one',
    async () => {
      const { page, complaints } = await pages.signInAs(administrator.subject, {
        path: `/clients?${VIEW}`,
        heading: 'Clients',
        viewport: { width: 1440, height: 900 },
      });
      const { clientId } = second;
      const ask = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
        const answer = await page
          .context()
          .request.get(`${pages.url}/api/v1/${path}${path.includes('?') ? '&' : '?'}client_id=${clientId}`);
        expect([path, answer.status()]).toEqual([path, 200]);
        return (await answer.json()) as Readonly<Record<string, unknown>>;
      };
      // Two clients with the same name are distinguishable.
      await page.getByRole('button', { name: NAME }).filter({ hasText: clientId }).click();
      const summary = page.getByRole('dialog', { name: 'Client' });
      await summary.getByRole('heading', { name: NAME }).waitFor();
      await summary.getByText(clientId).waitFor();
      expect(clientOf(page)).toBe(clientId);
      await summary.getByText("The client's staff are not shown here.").waitFor();
      await summary.getByText('Support tickets').waitFor();
      expect(await summary.getByRole('button').allTextContents()).toEqual(['']);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await summary.waitFor({ state: 'detached' });
      expect(await shellOf(page).inputValue()).toBe(`${NAME} (${clientId})`);
      const requests = watch(page);

      const read = async (name: string): Promise<{ rows: number; text: string }> => {
        await goTo(page, name);
        await heading(page, name);
        await settled(page);
        expect([name, clientOf(page)]).toEqual([name, clientId]);
        return page.evaluate<{ rows: number; text: string }>(READ_PAGE);
      };
      const projects = (await ask('projects'))['items'] as readonly { display_name: string }[];
      const projectPage = await read('Projects');
      expect([projects.length, projectPage.rows]).toEqual([2, 2]);
      for (const { display_name: name } of projects) expect(projectPage.text).toContain(name);

      await read('Calls');
      const calls = (await ask(`calls/list?${DAY}`))['pagination'] as { total_records: number };
      const shown = await page.evaluate<{ count: string; rows: string[] }>(READ_CALLS);
      expect([calls.total_records, shown.count, shown.rows.length]).toEqual([5, '5 calls', 5]);

      await read('Analytics');
      await page.getByRole('button', { name: 'Show as a table' }).click();
      const answers = {
        summary: await ask(`calls/summary?${DAY}`),
        inbound: await ask(`calls/summary?${DAY}&direction=inbound`),
        sentiment: await ask(`calls/sentiment?${DAY}`),
        timeline: await ask(`calls/timeline?${DAY}`),
        providers: await ask(`calls/provider-performance?${DAY}`),
      };
      expect(await page.evaluate(READ_ANALYTICS)).toMatchObject(shownAnalytics(answers, undefined));
      expect(answers.summary['total_calls']).toBe(5);

      expect((await read('Alerts')).text).toContain('1 open');
      expect(await ask('alerts')).toMatchObject({ open_count: 1 });
      await page.getByRole('button', { name: '1 open alert' }).waitFor();

      const statusPage = await read('Status');
      const status = (await ask('status'))['items'] as readonly { display_name: string }[];
      expect([status.length, statusPage.rows]).toEqual([2, 2]);
      for (const { display_name: name } of status) expect(statusPage.text).toContain(name);

      expect((await read('Support')).text).toContain('No open tickets');
      const billingPage = await read('Billing');
      const { billing: overview } = (await ask('billing/overview')) as { billing: { plan_name: string } };
      expect(overview.plan_name).toBe('Second plan');
      expect(billingPage.text).toContain('Second plan');
      expect(billingPage.text).not.toContain('First plan');
      for (const name of ['Campaigns', 'Integrations', 'Settings']) await read(name);

      expect(requests.size).toBeGreaterThan(10);
      expect([...requests].filter(([, clients]) => [...clients].join() !== clientId)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // partner-clients 2.5, 7.2
  it(
    'stays by key, palette, reload and the way back, goes to a colleague, and ends where it began',
    async () => {
      const { page } = await pages.signInAs(administrator.subject, { path: `/clients?${VIEW}` });
      const { clientId } = second;
      // An address without a client gets the own client at once, so that a colleague sees the same
      // with it.
      await page.waitForURL(new RegExp(`client_id=${first.clientId}`));
      await page.getByRole('button', { name: NAME }).filter({ hasText: clientId }).click();
      await page.getByRole('dialog', { name: 'Client' }).getByRole('heading', { name: NAME }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await page.getByText('5 calls').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('A name, a call ID').fill('Status');
      await page.keyboard.press('Enter');
      await heading(page, 'Status');
      expect(clientOf(page)).toBe(clientId);
      await page.goBack();
      await page.getByText('5 calls').waitFor();
      await page.reload();
      await page.getByText('5 calls').waitFor();
      expect(clientOf(page)).toBe(clientId);

      const other = await pages.signInAs(colleague.subject, { path: page.url().slice(pages.url.length) });
      // The colleague sees the only project of this client to which they are assigned.
      await other.page.getByText('3 calls').waitFor();
      expect(clientOf(other.page)).toBe(clientId);
      await other.page.context().close();

      // A page about an object of the previous client is replaced by its list.
      await page
        .locator('main')
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .first()
        .click();
      await heading(page, /^Withheld, /);
      await page.getByRole('button', { name: 'Back to your own client' }).click();
      await page.getByText('3 calls').waitFor();
      expect([clientOf(page), new URL(page.url()).pathname]).toEqual([first.clientId, '/calls']);
      expect(await page.getByRole('button', { name: 'Back to your own client' }).count()).toBe(0);
      await shellOf(page).click();
      await page.getByRole('option', { name: clientId }).click();
      await page.getByText('5 calls').waitFor();
      await page.context().close();
    },
    TEST_MS,
  );

  // partner-clients 7.1, 7.4
  it(
    'is the one that forms act on, and each client has drafts of its own',
    async () => {
      const { page } = await pages.signInAs(administrator.subject, {
        path: `/projects?client_id=${second.clientId}`,
        heading: 'Projects',
      });
      const name = () => page.getByRole('dialog').getByLabel('Name');
      const open = async (): Promise<void> => {
        await settled(page);
        await page.getByRole('button', { name: 'New project' }).first().click();
        await name().waitFor();
      };
      await open();
      await name().fill('Reception');
      await page.keyboard.press('Escape');
      await shellOf(page).click();
      await page.getByRole('option', { name: first.clientId }).click();
      await page.waitForURL(new RegExp(`client_id=${first.clientId}`));
      await open();
      expect(await name().inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await page.goBack();
      await page.waitForURL(new RegExp(`client_id=${second.clientId}`));
      await open();
      expect(await name().inputValue()).toBe('Reception');
      const sent = page.waitForRequest((it) => it.method() === 'POST' && it.url().includes('/v1/projects'));
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ managed_client_id: second.clientId });
      await heading(page, 'Reception');
      expect(clientOf(page)).toBe(second.clientId);

      await page.goto(`${pages.url}/calls?${VIEW}&client_id=${second.clientId}&project_id=${project}`);
      await page.getByText('3 calls').waitFor();
      const asked = page.waitForRequest(/calls\/export\/capabilities/);
      await page.getByRole('button', { name: 'Export' }).click();
      expect(new URL((await asked).url()).searchParams.get('client_id')).toBe(second.clientId);
      await page.context().close();
    },
    TEST_MS,
  );

  // partner-clients 2.3, 2.5, 7.3; access 6.1
  it.each([
    ['a foreign one', () => foreign.clientId],
    ['an absent one', () => 'no-such-client'],
    ['for a partner user, one that the organisation owns', () => owned.clientId],
  ])(
    'is on no page %s: all look the same, and none shows another client in its place',
    async (_, idOf) => {
      const { page } = await pages.signInAs(colleague.subject, { path: '/clients', heading: 'Clients' });
      const asked = watch(page);
      for (const path of PAGES) {
        await page.goto(`${pages.url}/${path}?client_id=${idOf()}`);
        await heading(page, 'There is no such page, or you cannot see it');
        await settled(page);
      }
      expect([...asked.keys()]).toEqual([]);
      expect(await shellOf(page).inputValue()).toBe('No such client');
      await page.getByRole('button', { name: 'Back to your own client' }).click();
      await heading(page, 'There is no such page, or you cannot see it');
      await goTo(page, 'Projects');
      await heading(page, `No project of ${NAME} is assigned to you yet`);
      expect(clientOf(page)).toBe(first.clientId);
      await page.context().close();
    },
    TEST_MS,
  );

  // partner-clients 2.3, 7.3, 7.6
  it(
    'may be one that the organisation owns without its administrator: every page and the summary say so',
    async () => {
      const { page } = await pages.signInAs(administrator.subject, {
        path: '/clients',
        heading: 'Clients',
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
      });
      await page.getByRole('button', { name: 'Not assigned to you' }).click();
      const summary = page.getByRole('dialog', { name: 'Client' });
      await summary.getByText('Your organisation owns this client').waitFor();
      expect(await summary.getByRole('link', { name: 'Show calls' }).count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto(`${pages.url}/calls?client_id=${owned.clientId}`);
      await heading(page, `Business of ${owned.clientId} is not assigned to you`);
      expect(await shellOf(page).inputValue()).toBe(`Business of ${owned.clientId}`);
      await settled(page);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Assign people' }).click();
      await heading(page, 'Settings');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Person to assign' }).click();
      await page.getByRole('option', { name: administrator.subject }).click();
      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await page.getByText('The person is assigned.').waitFor();
      await page.goto(`${pages.url}/calls?client_id=${owned.clientId}`);
      await heading(page, 'Calls');
      await page.context().close();
    },
    TEST_MS,
  );
});
