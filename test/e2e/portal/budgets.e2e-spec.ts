import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall, type TestUser } from '../../support/builders.js';
import { usePortalPages } from '../../support/portal-pages.js';

const VIEW = 'range=2026-10-10..2026-10-10&zone=UTC';
const CLIENTS = 500;
/** The machine has other work too: the best of so many counts. */
const TRIES = 10;

/** The shortest of several, of which none is begun once one was within the budget. */
async function bestOf(budgetMs: number, measure: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < TRIES && best > budgetMs; tries += 1) best = Math.min(best, await measure());
  return best;
}

/**
 * Milliseconds from an action in the page until a condition holds, looked at with every frame. Both
 * are expressions.
 */
const timeInPage = (page: Page, action: string, condition: string): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const began = performance.now();
    const look = () => ((${condition}) ? done(performance.now() - began) : requestAnimationFrame(look));
    ${action};
    look();
  })`);

describe('the portal keeps its time budget', () => {
  const pages = usePortalPages();
  let customer: TestUser;

  beforeAll(async () => {
    const { world, tenant, url } = pages;
    customer = await world.aUser(tenant, { role: 'client_admin', isDefault: true });
    const project = await world.aProject(tenant);
    const calls = Array.from({ length: 200 }, (_, n) => aCall(project, { call_id: `call-${n}` }));
    await fetch(`${url}/internal/v1/calls`, {
      method: 'POST',
      headers: {
        'X-API-Key': await world.aKey(tenant, 'runtime-ingest'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(calls),
    });
  });

  it('of a second for the first view of the analytics after the sign-in', async () => {
    const { page } = await pages.signInAs(customer.subject, { path: '/settings' });
    const state = await page.context().storageState();
    const browser = page.context().browser()!;
    const best = await bestOf(1_000, async () => {
      // A cache of its own, as behind the first sign-in.
      const context = await browser.newContext({ storageState: state });
      const fresh = await context.newPage();
      const began = performance.now();
      await fresh.goto(`${pages.url}/analytics?${VIEW}`, { waitUntil: 'commit' });
      await fresh.locator('.figure', { hasText: '200' }).first().waitFor();
      const took = performance.now() - began;
      await context.close();
      return took;
    });
    expect(best).toBeLessThanOrEqual(1_000);
    await page.context().close();
  });

  it('of 200 ms for the way to a page whose data is there', async () => {
    const { page } = await pages.signInAs(customer.subject, { path: `/calls?${VIEW}` });
    const to = (path: string, shown: string): Promise<number> =>
      timeInPage(
        page,
        `document.querySelector('nav a[href^="${path}"]').click()`,
        `document.querySelector('main')?.textContent.includes(${JSON.stringify(shown)})`,
      );
    await to('/analytics', 'How callers felt');
    await to('/calls', '200 calls');
    const best = await bestOf(200, async () =>
      Math.max(await to('/analytics', 'How callers felt'), await to('/calls', '200 calls')),
    );
    expect(best).toBeLessThanOrEqual(200);
    await page.context().close();
  });

  it(`of 50 ms for a search among ${CLIENTS} clients, which came with one request and need no other`, async () => {
    const { world } = pages;
    const partner = await world.aUser(pages.tenant, { role: 'partner_admin', isDefault: true });
    await world.sql(
      `WITH made AS (
         INSERT INTO clients (client_id, business_name, timezone)
         SELECT 'practice-' || n, 'Practice ' || n, 'Australia/Sydney' FROM generate_series(1, $2::int) n RETURNING client_id
       ), routed AS (
         INSERT INTO tenant_routes (client_id, data_env, store_id) SELECT client_id, 'prod', 'store-a' FROM made
       ), owned AS (
         INSERT INTO partner_client_ownerships (organisation_id, client_id)
         SELECT m.organisation_id, client_id FROM made, partner_organisation_members m WHERE m.user_id = $1
       )
       INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, organisation_id)
       SELECT $1, client_id, 'prod', 'partner_admin', organisation_id FROM made, partner_organisation_members m WHERE m.user_id = $1`,
      [partner.userId, CLIENTS],
    );
    const { page } = await pages.signInAs(partner.subject, { path: '/settings' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
    await page.getByText('Practice 1', { exact: true }).waitFor();
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/partner-clients']);
    asked.length = 0;
    const type = (text: string, shown: string): Promise<number> =>
      timeInPage(
        page,
        `const field = document.querySelector('[data-page-search]');
         Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
         field.dispatchEvent(new Event('input', { bubbles: true }))`,
        `[...document.querySelectorAll('main button')].filter((it) => it.textContent.startsWith('Practice ${shown}')).length === 1`,
      );
    const best = await bestOf(50, async () =>
      Math.max(await type('practice 488', '488'), await type('practice 377', '377')),
    );
    expect(best).toBeLessThanOrEqual(50);
    expect(asked).toEqual([]);
    await page.context().close();
  });
});
