import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall, type TestUser } from '../../support/builders.js';
import { usePortalPages } from '../../support/portal-pages.js';

const VIEW = 'range=2026-10-10..2026-10-10&zone=UTC';
/** The machine has other work too: the best of so many counts. */
const TRIES = 10;

/** The shortest of several, of which none is begun once one was within the budget. */
async function bestOf(budgetMs: number, measure: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < TRIES && best > budgetMs; tries += 1) best = Math.min(best, await measure());
  return best;
}

/** Milliseconds from an action in the page until a condition holds, looked at with every frame. Both are expressions. */
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
});
