import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import { usePortalPages } from '../../support/portal-pages.js';

// The day of the calls, and a zone in which all of them are on that day.
const VIEW = 'range=2026-10-10..2026-10-10&zone=UTC';
const SUMMARY = /\/api\/v1\/calls\/summary/;
const PHONE = { width: 390, height: 844 };
/** As long as a name may be, and one that is read from the right, each with a script in it. */
const SCRIPT = '<script>window.broken = 1</script><img src=x onerror="window.broken = 1">';
const LONG = `${SCRIPT}${'Wolfeschlegelsteinhausenbergerdorff'.repeat(8)}`.slice(0, 255);
const FROM_RIGHT = `${SCRIPT} مركز طب الأسنان`;

const refused = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  contentType: 'application/json',
  body: JSON.stringify({ error: { code: 'test', message: 'Not now.', status, details: {} } }),
});

describe('the states of a page', () => {
  const pages = usePortalPages(() =>
    Promise.resolve({
      // Nothing listens there: the store is unreachable.
      TENANT_STORES: JSON.stringify({
        ...Object.fromEntries(pages.databases.storeUrls),
        'store-b': 'postgres://telephony_store:none@127.0.0.1:1/none',
      }),
    }),
  );
  let dead: TestTenant;
  let project: string;
  let customer: TestUser;
  let partner: TestUser;

  beforeAll(async () => {
    const { world, tenant } = pages;
    dead = await world.aTenant({ storeId: 'store-b' });
    customer = await world.aUser(tenant, { role: 'client_admin', isDefault: true });
    partner = await world.aUser(tenant, { role: 'partner_admin', isDefault: true });
    const [{ organisation_id: organisationId } = { organisation_id: '' }] = await world.sql<{
      organisation_id: string;
    }>('SELECT organisation_id FROM partner_organisation_members WHERE user_id = $1', [partner.userId]);
    await world.assign(partner, dead, { role: 'partner_admin', organisationId });
    await world.sql('UPDATE clients SET business_name = $2 WHERE client_id = $1', [tenant.clientId, LONG]);
    await world.sql('UPDATE clients SET business_name = $2 WHERE client_id = $1', [
      dead.clientId,
      FROM_RIGHT,
    ]);
    project = await world.aProject(tenant);
    await world.sql('UPDATE projects SET display_name = $2 WHERE project_id = $1', [project, LONG]);
    const calls = [LONG.slice(0, 100), FROM_RIGHT].map((name, n) =>
      aCall(project, { call_id: `call-${n}`, agent_name: name }),
    );
    const answer = await fetch(`${pages.url}/internal/v1/calls`, {
      method: 'POST',
      headers: {
        'X-API-Key': await world.aKey(tenant, 'runtime-ingest'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(calls),
    });
    expect(await answer.json()).toMatchObject({ accepted: calls.length });
  });

  const alerts = (page: Page) => page.locator('main').getByRole('alert');
  const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).first().click();

  it('are a skeleton while the API is slow, and say what to do when it has no time', async () => {
    const { page } = await pages.signInAs(customer.subject);
    const answered = Promise.withResolvers<void>();
    await page.route(SUMMARY, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(`${pages.url}/analytics?${VIEW}`);
    await page.getByRole('status', { name: 'Loading: Calls', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'How callers felt' }).waitFor();
    answered.resolve();
    await page.locator('.figure', { hasText: '2' }).first().waitFor();

    await page.unroute(SUMMARY);
    await page.route(SUMMARY, (route) => route.fulfill(refused(429, { 'retry-after': '17' })));
    await page.goto(`${pages.url}/analytics?${VIEW}`);
    await alerts(page).filter({ hasText: 'Try again in 17 seconds' }).first().waitFor();
    await page.unroute(SUMMARY);
    await page.route(SUMMARY, (route) => route.fulfill(refused(503)));
    await retry(page);
    await alerts(page).filter({ hasText: 'The source did not answer' }).first().waitFor();
    await page.unroute(SUMMARY);
    await retry(page);
    await page.locator('.figure', { hasText: '2' }).first().waitFor();
    await alerts(page).first().waitFor({ state: 'detached' });
    await page.context().close();
  });

  // portal-sessions 3.5
  it('lead to the sign-in when the session has ended in another tab, and back to where one was', async () => {
    const { page } = await pages.signInAs(customer.subject, { path: `/calls?${VIEW}` });
    await page.getByText('2 calls').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${pages.url}/settings`);
    await other.getByRole('button', { name: customer.subject }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL(/\/sign-in\?reason=signed_out/);
    await page.getByRole('button', { name: 'Started' }).click();
    await page.getByText('Your session ended.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('2 calls').waitFor();
    const address = new URL(page.url());
    expect([address.pathname, address.searchParams.get('sort_order')]).toEqual(['/calls', 'asc']);
    await page.context().close();
  });

  it('say nothing of an ended session to a person who comes for the first time', async () => {
    const { page } = await pages.signInAs(customer.subject);
    const context = await page.context().browser()!.newContext();
    const first = await context.newPage();
    await first.goto(`${pages.url}/calls`);
    await first.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(new URL(first.url()).search).toBe('?return_to=%2Fcalls');
    expect(await first.getByText('Your session ended').count()).toBe(0);
    await context.close();
    await page.context().close();
  });

  it('come back with the back button as they were', async () => {
    const { page } = await pages.signInAs(customer.subject, { path: `/calls?${VIEW}` });
    await page.getByText('2 calls').waitFor();
    const list = page.url();
    await page.locator('main a[href^="/calls/"]').first().click();
    await page.getByRole('heading', { level: 2, name: 'Facts' }).waitFor();
    await page.goBack();
    await page.getByText('2 calls').waitFor();
    expect(page.url()).toBe(list);
    await page.context().close();
  });

  it('show one client whose store is dead as unavailable, and the other one', async () => {
    const { page } = await pages.signInAs(partner.subject, { path: `/calls?${VIEW}` });
    await page.getByText('2 calls').waitFor();
    await page.goto(`${pages.url}/calls?${VIEW}&client_id=${dead.clientId}`);
    await alerts(page).filter({ hasText: 'is not available' }).first().waitFor();
    expect(await page.locator('main').textContent()).not.toContain('0 calls');
    await page.goto(`${pages.url}/clients`);
    await page.getByText(FROM_RIGHT).first().waitFor();
    await page.getByText(LONG).first().waitFor();
    await page.context().close();
  });

  it('show webhooks as unavailable while they are', async () => {
    const { page } = await pages.signInAs(partner.subject);
    const webhooks = /\/api\/v1\/portal\/webhooks\?/;
    await page.route(webhooks, (route) => route.fulfill(refused(503)));
    await page.goto(`${pages.url}/integrations?tab=webhooks`);
    await alerts(page).filter({ hasText: 'Webhooks' }).first().waitFor();
    await page.unroute(webhooks);
    await retry(page);
    await page.getByText('No webhooks yet').waitFor();
    await page.context().close();
  });

  it('say where projects cannot be chosen because they could not be read', async () => {
    const { page } = await pages.signInAs(partner.subject);
    const projects = /\/api\/v1\/projects\?/;
    await page.route(projects, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
    for (const path of ['/campaigns/new', '/campaigns/single-calls', '/campaigns/suppressions', '/alerts']) {
      await page.goto(pages.url + path);
      await page.getByText('The projects could not be loaded.').first().waitFor();
    }
    // The selected project keeps its id, and can still be exported.
    await page.goto(`${pages.url}/calls?${VIEW}&project_id=${project}`);
    await page.getByText('The projects could not be loaded.').first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Project' }).inputValue()).toBe(project);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await page.context().close();
  });

  it('lead from a page of a list that there is no longer to the first one', async () => {
    const { page } = await pages.signInAs(customer.subject, { path: `/calls?${VIEW}&cursor=of-yesterday` });
    await alerts(page).filter({ hasText: 'refers to a page of the list that no longer exists' }).waitFor();
    await page.getByRole('button', { name: 'First page' }).click();
    await page.getByText('2 calls').waitFor();
    expect(new URL(page.url()).searchParams.has('cursor')).toBe(false);
    await page.context().close();
  });

  it('say what to do after a failure that brings no words of the API', async () => {
    const { page } = await pages.signInAs(customer.subject);
    await page.route(SUMMARY, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '' }));
    await page.goto(`${pages.url}/analytics?${VIEW}`);
    await alerts(page).filter({ hasText: 'Something went wrong on our side. Try again' }).first().waitFor();
    await page.context().close();
  });

  it('name the API key that has published a version', async () => {
    const { page } = await pages.signInAs(partner.subject);
    await page.route(/\/versions\?/, async (route) => {
      const version = { version_number: 1, published_by: 'a-key', change_note: null, rolled_back_from: null };
      const items = [{ ...version, state: 'current', published_at: '2026-10-10T00:00:00Z' }];
      await route.fulfill({ json: { items, pagination: { page: 1, total_pages: 1, total_records: 1 } } });
    });
    await page.route(/\/portal\/names\?/, (route) =>
      route.fulfill({ json: { items: [{ id: 'a-key', kind: 'key', display_name: 'Practice dashboard' }] } }),
    );
    await page.goto(`${pages.url}/projects/${project}?tab=versions`);
    await page.getByRole('cell', { name: 'Practice dashboard (API key)' }).waitFor();
    await page.context().close();
  });

  it('show scripts in names as text, and let no name widen a phone', async () => {
    const { page, complaints } = await pages.signInAs(partner.subject, {
      viewport: PHONE,
      reducedMotion: 'reduce',
    });
    // An alert whose subject and project have the longest names.
    await page.route(/\/api\/v1\/alerts/, async (route) => {
      const answer = await route.fetch();
      const subject = { type: 'usage_alert', id: 'none', label: LONG };
      const alert = { kind: 'capacity_blocked', severity: 'warning', reason: null, state: 'open' };
      const about = { alert_id: 'none', subject, project_id: project, since_utc: '2026-10-10T00:00:00Z' };
      const items = [{ ...alert, ...about, due_at_utc: null, told: null, message: '', action: '' }];
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), items } });
    });
    const ofProject = `/projects/${project}`;
    const listed = [
      '/clients',
      '/alerts',
      '/projects',
      ofProject,
      `${ofProject}?tab=settings`,
      `/calls?${VIEW}`,
      `/calls/call-0?${VIEW}`,
      `/analytics?${VIEW}`,
    ];
    for (const path of listed) {
      await page.goto(pages.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect([path, Math.max(beyond, 0)]).toEqual([path, 0]);
    }
    expect(await page.evaluate('window.broken')).toBeUndefined();
    // A client without a plan has no charges.
    expect(complaints.filter((it) => !/status of 404 .*\/billing\/overview/.test(it))).toEqual([]);
    await page.context().close();
  });

  it('find one of ten thousand clients without a request', async () => {
    const { page } = await pages.signInAs(partner.subject);
    let asked = 0;
    await page.route(/\/api\/partner-clients$/, async (route) => {
      asked += 1;
      const answer = await route.fetch();
      const body = (await answer.json()) as { items: { client_id: string; business_name: string }[] };
      const [one] = body.items;
      const items = Array.from({ length: 10_000 }, (_, n) => ({
        ...one,
        client_id: `client-${n}`,
        business_name: `Practice ${n}`,
      }));
      await route.fulfill({ response: answer, json: { ...body, items } });
    });
    await page.goto(`${pages.url}/clients`);
    await page.getByRole('button', { name: /more/ }).first().waitFor();
    await page.getByLabel('Find a client').fill('practice 9876');
    await page.getByText('Practice 9876').waitFor();
    expect([
      await page
        .locator('main')
        .getByText(/^Practice /)
        .count(),
      asked,
    ]).toEqual([1, 1]);
    await page.context().close();
  });

  it('tell a person without any client so, and let them sign out', async () => {
    const person = await pages.world.aPerson();
    const { page } = await pages.signInAs(person.subject, { heading: 'No access yet' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in\?reason=signed_out/);
    await page.context().close();
  });
});
