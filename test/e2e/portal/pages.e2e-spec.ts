import type { BrowserContextOptions, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { assignToAdmins } from '../../support/campaigns.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { usePortalPages, type Visitor } from '../../support/portal-pages.js';

const CALLS = 60;
// The day of the calls, and a zone in which all of them are on that day.
const VIEW = 'range=2026-10-10..2026-10-10&zone=UTC';
const NAME = 'Zażółć <script>alert(1)</script> & שלום';

// Two seconds on a line of 1.6 Mbit/s.
const MOST_BYTES = 420 * 1024;
/** The script does not contain the charts, which load after the page. */
const USUAL = { requests: 25, scriptBytes: 240 * 1024 };
/**
 * The form of a section has inputs of every kind, its fields come from the schemas of the API, and
 * their choices from catalogues.
 */
const OF_SECTION = { requests: 27, scriptBytes: 286 * 1024 };
/** The tab comes with the frame of its project and the texts of both. */
const OF_TAB = { requests: 25, scriptBytes: 242 * 1024 };
/** Builds and previews have a table or a form of their own, and ask for their data too. */
const OF_PART = { requests: 31, scriptBytes: 264 * 1024 };
/** The other tabs of a project: several forms, or the comparison of two versions of each section. */
const OF_PROJECT = { requests: 30, scriptBytes: 304 * 1024 };

/** Only the first of them at ordinary depth. */
const sample = <T>(all: readonly T[]): T[] => all.slice(0, atDepth({ ordinary: 1, full: all.length }));

interface Loaded {
  readonly path: string;
  /** Size of the body on the wire. */
  readonly bytes: number;
  readonly coding: string | null;
}

async function loadedBy(request: Request): Promise<Loaded> {
  const { responseBodySize: bytes } = await request.sizes();
  const coding = (await (await request.response())?.headerValue('content-encoding')) ?? null;
  return { path: new URL(request.url()).pathname, bytes, coding };
}

describe('the pages of the portal', () => {
  const pages = usePortalPages();
  let project: string;

  beforeAll(async () => {
    const { world, tenant } = pages;
    project = await world.aProject(tenant);
    const calls = Array.from({ length: CALLS }, (_, n) =>
      aCall(project, { call_id: `call-${n}`, agent_name: NAME }),
    );
    const answer = await fetch(`${pages.url}/internal/v1/calls`, {
      method: 'POST',
      headers: {
        'X-API-Key': await world.aKey(tenant, 'runtime-ingest'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(calls),
    });
    expect(await answer.json()).toMatchObject({ accepted: CALLS });
  });

  // portal-sessions 8.1, 8.2, 8.5
  it('come to browsers alone, with a policy that names no other origin and a nonce of their own', async () => {
    const ask = (path: string, accept: string): Promise<Response> =>
      fetch(pages.url + path, { headers: { accept } });
    const [first, second] = [await ask('/calls', 'text/html'), await ask('/calls', 'text/html')];
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]+';/);
    expect(policy).not.toMatch(/https?:|unsafe/);
    expect(policy).not.toBe(second.headers.get('content-security-policy'));
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect((await ask('/', 'application/json')).headers.get('content-type')).toContain('application/json');
    expect((await ask('/calls', 'application/json')).status).toBe(404);
    const nowhere = await ask('/nowhere', 'text/html');
    expect(nowhere.status).toBe(200);
    expect(nowhere.headers.get('content-type')).toContain('text/html');
    expect((await ask('/nowhere', 'application/json')).headers.get('content-type')).toContain(
      'application/json',
    );
    expect(await second.text()).toContain('<link rel="icon" href="data:image/svg+xml;base64,');
    const logo = await ask('/portal/logo', 'image/*');
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    const [, script = ''] = /src="([^"]+\.js)"/.exec(await first.text()) ?? [];
    expect((await ask(script, '*/*')).headers.get('cache-control')).toContain('immutable');
    for (const [accepted, coding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const head = await fetch(pages.url + script, {
        method: 'HEAD',
        headers: { 'accept-encoding': accepted },
      });
      expect([head.headers.get('content-encoding'), head.headers.get('vary')]).toEqual([
        coding,
        'Accept-Encoding',
      ]);
    }
    expect((await ask('/portal/assets/../index.html', '*/*')).status).toBe(404);
    const encoded = await fetch(`${pages.url}/invitations%23token`, { redirect: 'manual' });
    expect([encoded.status, encoded.headers.get('location')]).toEqual([302, '/invitations#token']);
  });

  // The first view of a page, as a browser asks for it: all that it loads, as it comes over the
  // wire. requests 1.11
  it('come compressed, in few files, within their budget', async () => {
    const customer = await pages.signIn('client_admin');
    const partner = await pages.signIn('partner_admin');
    await assignToAdmins(pages.world, pages.tenant, project);
    // Each page with the part that loads last, and its own budget if it has one.
    const views: readonly (readonly [Visitor, view: string, last: string, most?: typeof USUAL])[] = [
      [customer, 'analytics', '.recharts-surface'],
      [customer, '', 'h1'],
      [customer, 'projects', 'h1'],
      [customer, 'project-knowledge', 'text=No sources yet'],
      [customer, 'calls', 'h1'],
      [customer, 'campaigns', 'h1'],
      [customer, 'billing', 'h1'],
      [customer, 'settings', 'h1'],
      [partner, `projects/${project}`, 'textarea.prompt', OF_SECTION],
      [partner, `projects/${project}?tab=knowledge`, 'text=No sources yet', OF_TAB],
      [partner, `projects/${project}?tab=knowledge&part=builds`, 'text=No builds yet', OF_PART],
      [partner, `projects/${project}?tab=knowledge&part=preview`, 'text=There is no build', OF_PART],
      ...['booking', 'tests', 'release', 'versions', 'files', 'settings'].map(
        (tab) => [partner, `projects/${project}?tab=${tab}`, 'main h2, main h3', OF_PROJECT] as const,
      ),
    ];
    for (const [visitor, view, last, most = USUAL] of sample(views)) {
      // With a separate cache, as after the first sign-in.
      const signedIn = visitor.page.context();
      const context = await signedIn.browser()!.newContext({ storageState: await signedIn.storageState() });
      const page = await context.newPage();
      const asked: Promise<Loaded>[] = [];
      page.on('requestfinished', (request) => asked.push(loadedBy(request)));
      const address = new URL(`${pages.url}/${view}`);
      for (const [name, value] of new URLSearchParams(VIEW)) address.searchParams.set(name, value);
      await page.goto(address.href);
      await page.locator(last).first().waitFor();
      await page.waitForLoadState('networkidle');
      const answers = await Promise.all(asked);
      const assets = answers.filter(({ path }) => path.startsWith('/portal/assets/'));
      expect(assets.length).toBeGreaterThan(3);
      expect(assets.filter(({ coding }) => coding !== 'br')).toEqual([]);
      const plain = answers.filter(({ path, coding }) => path.startsWith('/api/') && coding === null);
      expect(plain.filter(({ bytes }) => bytes >= 1024)).toEqual([]);
      const all = answers.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');
      const sum = (of: typeof answers): number => of.reduce((total, { bytes }) => total + bytes, 0);
      const script = assets.filter(({ path }) => /\/(?!charts-|.*Chart-)[^/]*\.js$/.test(path));
      expect(sum(answers), all).toBeLessThan(MOST_BYTES);
      expect(sum(script), all).toBeLessThan(most.scriptBytes);
      expect(answers.length, all).toBeLessThanOrEqual(most.requests);
      await context.close();
    }
    for (const { page } of [customer, partner]) await page.context().close();
  });

  // portal-sessions 8.4
  it.each(
    sample([
      ['of a part of a page', 'TimelineChart', 'Analytics'],
      ['of a route', 'CallsPage', 'Calls'],
    ]),
  )('are loaded anew, once, where a deployment has taken a file away: %s', async (_, file, name) => {
    const { page } = await pages.signIn('client_admin');
    await page.goto(`${pages.url}/settings?${VIEW}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    const gone = new RegExp(`/portal/assets/${file}-`);
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await eventually(() => expect(documents).toBe(1));
    await page.getByRole('alert').filter({ hasText: 'This page stopped working' }).waitFor();
    expect(documents).toBe(1);
    await page.unroute(gone);
    await page.reload();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.context().close();
  });

  it.each<[string, BrowserContextOptions]>(
    sample([
      ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
      ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
    ]),
  )('show what the routes answer, without a fault that axe or the browser finds: %s', async (_, options) => {
    const { page, complaints, visit } = await pages.signIn('client_admin', options);
    const faults: string[] = [];
    const look = async (): Promise<void> => {
      faults.push(
        ...(await accessibilityFaults(page)).map((it) => `${page.url().slice(pages.url.length)} ${it}`),
      );
    };
    await visit(`/calls?${VIEW}`, 'Calls');
    await page.getByText(`${CALLS} calls`).waitFor();
    expect(await page.getByText(NAME).count()).toBe(50);
    await look();
    await page
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Withheld, / }).waitFor();
    await page.waitForLoadState('networkidle');
    await look();
    await visit(`/analytics?${VIEW}`, 'Analytics');
    await page
      .locator('.figure', { hasText: String(CALLS) })
      .first()
      .waitFor();
    await look();
    await visit('/settings', 'Settings');
    await page.getByText('This browser', { exact: true }).waitFor();
    await look();
    await visit('/clients', 'There is no such page, or you cannot see it');
    expect([...faults, ...complaints]).toEqual([]);
    await page.context().close();
  });

  it('are cards on a phone, with the filters behind a button, and white on paper', async () => {
    const { page, visit } = await pages.signIn('client_admin', {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await visit(`/calls?${VIEW}`, 'Calls');
    const status = page.getByRole('combobox', { name: 'Status' });
    expect(await status.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await status.waitFor();
    const { x = 0, width = Infinity } = (await page.getByRole('row').nth(1).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390);
    const label = `getComputedStyle(document.querySelector('main tbody td:nth-child(2)'), '::before').content`;
    expect(await page.evaluate(label)).toBe('"Caller"');
    await page.getByRole('button', { name: /^Started/ }).click();
    await page.waitForURL(/sort_order=asc/);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await status.isVisible()).toBe(false);
    await page.context().close();
  });

  it('lead a partner from the card of a client to its calls', async () => {
    const { page, complaints, visit } = await pages.signIn('partner_admin');
    await visit(`/clients?${VIEW}`, 'Clients');
    await page.getByRole('button').filter({ hasText: '1 project' }).click();
    await page.getByRole('link', { name: 'Show calls' }).click();
    await page.getByText(`${CALLS} calls`).waitFor();
    expect(new URL(page.url()).searchParams.get('client_id')).toBe(pages.tenant.clientId);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  // The guide is like the other pages: in the reader's language, for the pages of their role.
  it('lead to the chapter of the guide that explains them, and so does the palette', async () => {
    const { page, complaints, visit } = await pages.signIn('partner_admin', {
      viewport: { width: 1440, height: 900 },
    });
    const faults: string[] = [];
    const look = async (): Promise<void> => {
      faults.push(...(await accessibilityFaults(page)));
    };
    const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await menu.first().waitFor();
    // The service in this test has no billing.
    for (const name of (await menu.allTextContents()).filter((it) => it !== 'Billing')) {
      await menu.filter({ hasText: name }).first().click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      const chapter = await page.getByRole('link', { name: 'More in the guide' }).getAttribute('href');
      if (!chapter?.startsWith(`/guide/${name.toLowerCase()}`)) faults.push(`${name} leads to ${chapter}`);
    }
    await page.getByRole('link', { name: 'More in the guide' }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await look();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A name, a call ID').fill('staged release');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    const contents = page.getByRole('navigation', { name: 'Contents of the guide' }).getByRole('link');
    // A partner sees no chapters about actions that only customers can take.
    expect(await contents.allTextContents()).not.toContain('Caller requests');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate("localStorage.setItem('language', 'de')");
    await visit('/guide/campaigns#aufgaben', 'Kampagnen');
    expect(await page.evaluate("document.getElementById('aufgaben').getBoundingClientRect().top < 200")).toBe(
      true,
    );
    await look();
    await page.getByRole('link', { name: 'Alle Kapitel' }).click();
    await page.getByRole('link', { name: 'Erste Schritte' }).waitFor();
    await look();
    // Chromium logs that a client without billing has no overview.
    const others = complaints.filter((it) => !/status of 404/.test(it));
    expect([...faults, ...others]).toEqual([]);
    await visit('/nowhere', 'Diese Seite gibt es nicht, oder Sie dürfen sie nicht sehen');
    await page.context().close();
  });

  // Fails if a page sends a request without the client: the API does not choose for people without
  // a default one.
  it.each(sample(['service_operator', 'partner_admin'] as const))(
    'show the calls and a call to a %s without a default client',
    async (role) => {
      const { page, complaints, visit } = await pages.signIn(role, { isDefault: false });
      await visit(`/calls?${VIEW}`, 'Calls');
      await page.getByText(`${CALLS} calls`).waitFor();
      await page
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .first()
        .click();
      await page.getByRole('heading', { level: 2, name: 'Facts' }).waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  it('keep no token in the browser, and end with the session', async () => {
    const { page } = await pages.signIn('client_admin');
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.referrer])',
    );
    expect(kept).not.toMatch(/eyJ|session=|code=|token/i);
    await page.getByRole('button', { name: /subject/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto(`${pages.url}/calls`);
    await page.getByText('Your session ended.').waitFor();
    await page.context().close();
  });
});
