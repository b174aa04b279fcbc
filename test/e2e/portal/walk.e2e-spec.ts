import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startBillingProvider,
  type LocalBillingProvider,
} from '../../../tools/dev/billing/billing-provider.ts';
import { demoProviderState } from '../../../tools/demo/billing.ts';
import { settled } from '../../../tools/documents/demo-browser.ts';
import { missingCalls, NO_HISTORY, recordAt } from '../../../tools/demo/calls/call-history.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { configureDemo, deskKeys } from '../../../tools/demo/configure.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import {
  SHOWCASE_PROJECT_ID,
  SHOWCASE_TENANT,
  showcaseCall,
} from '../../../tools/demo/calls/showcase-call.ts';
import { accessibilityFaults } from '../../support/chromium.js';
import { atDepth } from '../../support/depth.js';
import { usePortalPages } from '../../support/portal-pages.js';

const PEOPLE = [
  'partner-admin@harbour.example.com',
  'partner-user@harbour.example.com',
  'admin@acme-dental.example.com',
  'staff@acme-dental.example.com',
  'service-operator@platform.example.org',
];
/** These roles open every page: the others see a part of them. */
const WALKERS = atDepth({
  ordinary: PEOPLE.filter((it) => /^(partner-admin|admin|service-operator)@/.test(it)),
  full: PEOPLE,
});
/** Pages behind a button or a tab, which the first role opens as well. */
const BEHIND = ['/support/new', `/projects/${SHOWCASE_PROJECT_ID}?tab=knowledge`];
const TICKET = { subject: 'Caller was cut off', text: 'It ended after ten seconds.', category: 'incident' };
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];
const NOW = new Date();
/** Waits until the pages have applied the browser's theme and no colour is still changing. */
const SETTLED = `new Promise((settled) => {
  const themed = () => document.documentElement.dataset.mantineColorScheme ===
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const look = () => themed() && document.getAnimations().every((it) => !(it instanceof CSSTransition))
    ? settled() : requestAnimationFrame(look);
  requestAnimationFrame(look);
})`;
/** Seconds on an idle machine, minutes on one with thirty busy programs. */
const WALK_MS = 300_000;
// More than fit on one page of a list.
const CALLS = 60;

const subjectOf = (email: string): string => DEMO_CAST.users.find((user) => user.email === email)!.subject;

describe('a walk through the portal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walk-'));
  let billing: LocalBillingProvider;
  const portal = usePortalPages(async () => {
    billing = await startBillingProvider({ state: demoProviderState(DEMO_CAST.tenants, NOW) });
    return {
      BILLING_PROVIDER_KEY: billing.key,
      BILLING_PROVIDER_URL: billing.url,
      BILLING_PROVIDER_HOSTS: billing.host,
      BILLING_RETURN_URL: 'http://127.0.0.1:3000',
      OUTBOUND_LOOPBACK: 'open',
    };
  });
  /** Pages that axe has examined. */
  const examined = new Set<string>();

  beforeAll(async () => {
    const apiKeys = await seedCast({
      metadataOwnerUrl: portal.databases.superuser.metadataUrl,
      settings: portal.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: NOW,
    });
    const keyOf = deskKeys(apiKeys);
    await configureDemo({ baseUrl: portal.url, keyOf });
    const newest = missingCalls(DEMO_CAST, { ...SHOWCASE_TENANT, storeId: 'store-a' }, NO_HISTORY, NOW).slice(
      -CALLS,
    );
    const calls = newest.map((call) => recordAt(call, NOW));
    const answer = await fetch(`${portal.url}/internal/v1/calls`, {
      method: 'POST',
      headers: { 'X-API-Key': keyOf('runtime-ingest'), 'Content-Type': 'application/json' },
      body: JSON.stringify([...calls, showcaseCall(NOW)]),
    });
    expect(await answer.json()).toMatchObject({ accepted: CALLS + 1 });
  });
  afterAll(async () => {
    await billing.stop();
    rmSync(folder, { recursive: true });
  });

  const pathOf = (page: Page): string => new URL(page.url()).pathname;

  /** How far a page can be scrolled sideways, once charts have adapted to the width. */
  async function beyond(page: Page): Promise<number> {
    let pixels = 1;
    for (let looks = 0; looks < 60 && pixels > 0; looks += 1) {
      pixels = await page.evaluate<number>(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth - innerWidth))))',
      );
    }
    return pixels;
  }

  /**
   * Examines a page in both widths and themes, and returns its faults. In an ordinary run axe sees
   * a page either on a light phone or on a dark desktop, in turn. All detail pages of one kind
   * count as one page.
   */
  async function examine(page: Page, name: string): Promise<string[]> {
    // An element under the pointer shows its tooltip outside of the landmarks.
    await page.mouse.move(0, 0);
    await settled(page);
    // On a busy machine, a source may be late; the page offers to try again.
    const again = page.locator('main').getByRole('button', { name: 'Try again' });
    for (let asked = 0; asked < 20 && (await again.count()) > 0; asked += 1) {
      await again.first().click();
      await settled(page);
    }
    const faults = await page.locator('main').getByRole('alert').allTextContents();
    const isNew = !examined.has(name);
    examined.add(name);
    const isPhonesTurn = examined.size % 2 === 0;
    const views: readonly (readonly [typeof PHONE, readonly Theme[]])[] = [
      [PHONE, isPhonesTurn ? ['light'] : []],
      [DESKTOP, isPhonesTurn ? [] : ['dark']],
    ];
    for (const [viewport, ordinary] of views) {
      await page.setViewportSize(viewport);
      const pixels = await beyond(page);
      if (pixels > 0) faults.push(`${pixels} px wider than a screen of ${viewport.width}`);
      for (const colorScheme of isNew ? atDepth({ ordinary, full: THEMES }) : []) {
        await page.emulateMedia({ colorScheme });
        // During a change of themes, no colour has its final contrast.
        await page.evaluate(SETTLED);
        faults.push(
          ...(await accessibilityFaults(page)).map((it) => `${viewport.width} ${colorScheme}: ${it}`),
        );
      }
    }
    return faults.map((fault) => `${pathOf(page)}: ${fault}`);
  }

  /** Without a ticket, there is no ticket page to open. */
  const opensTicket = async (page: Page): Promise<void> => {
    const send = (body: string): Promise<number> =>
      fetch('/api/v1/support/tickets', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }).then(({ status }) => status);
    expect(await page.evaluate(send, JSON.stringify(TICKET))).toBe(201);
  };

  // portal-sessions 8.1
  it.each(WALKERS)(
    'shows %s every page of the menu and the first detail of each, without a fault that axe or the browser finds',
    async (email) => {
      const { page, complaints } = await portal.signInAs(subjectOf(email), {
        viewport: DESKTOP,
        reducedMotion: 'reduce',
        path: '/settings',
      });
      if (email === PEOPLE[0]) await opensTicket(page);
      const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
      const names = await menu.allTextContents();
      expect(names.length).toBeGreaterThan(2);
      const faults: string[] = [];
      for (const name of names) {
        await menu.filter({ hasText: name }).first().click();
        await settled(page);
        const path = pathOf(page);
        faults.push(...(await examine(page, path)));
        const detail = page.locator(`main table a[href^="${path}/"]`).first();
        if ((await detail.count()) === 0) continue;
        await detail.click();
        await page.waitForURL(`**${path}/*`);
        faults.push(...(await examine(page, `${path}/...`)));
      }
      for (const address of email === PEOPLE[0] ? BEHIND : []) {
        await page.goto(portal.url + address);
        faults.push(...(await examine(page, address)));
      }
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
    WALK_MS,
  );

  it('can be made by keyboard alone', async () => {
    const { page, complaints } = await portal.signInAs(subjectOf(PEOPLE[0]!), { viewport: DESKTOP });
    await settled(page);
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const at = (heading: string | RegExp) => page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await press('g', 'l');
    await at('Clients');
    await settled(page);
    await press('/');
    await page.keyboard.type('acme');
    const goTo = async (
      role: 'button' | 'link' | 'menuitem',
      name: string | RegExp,
      key = 'Tab',
    ): Promise<void> => {
      const wanted = page.getByRole(role, { name }).first();
      await wanted.waitFor();
      for (let presses = 0; presses < 60; presses += 1) {
        if (await wanted.and(page.locator(':focus')).count()) return;
        await press(key);
      }
      expect.fail(`${String(name)} cannot be reached by ${key}`);
    };
    await goTo('button', /Acme Dental Group/);
    await press('Enter');
    await goTo('link', 'Show calls');
    await press('Enter');
    await at('Calls');
    await settled(page);
    await goTo('link', /\d{4}/);
    await press('Enter');
    await page.waitForURL('**/calls/*');
    await settled(page);
    await press('Control+k');
    await page.getByPlaceholder('A name, a call ID').waitFor();
    await page.keyboard.type('Sett');
    await press('Enter');
    await at('Settings');
    await page.getByPlaceholder('A name, a call ID').waitFor({ state: 'detached' });
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goTo('button', 'Amelia Hart');
    await press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await goTo('menuitem', 'Sign out', 'ArrowDown');
    expect(complaints).toEqual([]);
    await press('Enter');
    await page.waitForURL(/\/sign-in\?reason=signed_out/);
    await page.context().close();
  });
});
