import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;

/** The value of the session cookie in a browser. */
const sessionOf = async (context: BrowserContext): Promise<string | undefined> =>
  (await context.cookies()).find(({ name }) => name === 'session')?.value;

describe('a hostile site and a hostile person', () => {
  const pages = usePortalPages();
  let site: Server;
  /** Another site for a browser, which treats 127.0.0.1 and localhost as two sites. */
  let siteUrl: string;

  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>Prizes</title>
        <iframe name="framed" src="${pages.url}/calls"></iframe><iframe name="answer"></iframe>
        <form target="answer" method="post" action="${pages.url}/v1/portal/sessions/revoke-others"><button>Win</button></form>`);
    });
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((closed) => site.close(closed)));

  const answers = async (cookie: string): Promise<number> =>
    (await fetch(`${pages.url}/api/v1/calls/summary`, { headers: { Cookie: `session=${cookie}` } })).status;

  // portal-sessions 4.1, 8.2
  it(
    'cannot frame the portal, write in the name of its person, or read its answers',
    async () => {
      const { page, person } = await pages.signIn('client_admin');
      const other = await pages.signInAs(person.subject);
      const otherSession = (await sessionOf(other.page.context()))!;
      const evil = await page.context().newPage();
      await evil.goto(siteUrl);
      const framed = evil.frame({ name: 'framed' })!;
      await framed.waitForLoadState();
      expect(await framed.evaluate<string>('document.title + document.body.innerText')).not.toMatch(
        /Calls|Telephony/,
      );
      const posted = evil.waitForResponse('**/revoke-others');
      await evil.getByRole('button', { name: 'Win' }).click();
      expect((await posted).status()).toBeGreaterThanOrEqual(400);
      for (const type of ['text/plain', 'application/json']) {
        const tried = await evil.evaluate<string>(
          `fetch(${JSON.stringify(`${pages.url}/v1/portal/sessions/revoke-others`)},
             { method: 'POST', credentials: 'include', headers: { 'Content-Type': ${JSON.stringify(type)} }, body: '{}' })
             .then(async (it) => String(it.status) + await it.text(), () => 'nothing')`,
        );
        expect(tried).toBe('nothing');
      }
      expect(await answers(otherSession)).toBe(200);
      await other.page.context().close();
      await page.context().close();
    },
    TEST_MS,
  );

  // portal-sessions 2.4, 6.5
  it(
    'gains nothing by a session planted before the sign-in or taken before the sign-out',
    async () => {
      const { page } = await pages.signIn('client_admin');
      const planted = (await sessionOf(page.context()))!;
      await page.getByRole('button', { name: /subject/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();
      expect(await answers(planted)).toBe(401);
      await page.context().addCookies([{ name: 'session', value: planted, url: pages.url }]);
      await page.goto(`${pages.url}/calls`);
      await page.getByText('Your session ended.').waitFor();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
      expect(await sessionOf(page.context())).not.toBe(planted);
      expect(await answers(planted)).toBe(401);
      await page.context().close();
    },
    TEST_MS,
  );

  // portal-sessions 8.3
  it(
    'shows nothing that a person has filled in to the next person of a tab, and gives it back to that person',
    async () => {
      const first = await pages.world.aUser(pages.tenant, { role: 'client_admin', isDefault: true });
      const second = await pages.world.aUser(pages.tenant, { role: 'client_admin', isDefault: true });
      const { page } = await pages.signInAs(first.subject, { path: '/settings?tab=people' });
      const fields = page.getByRole('dialog').getByLabel('Email');
      const open = () => page.getByRole('button', { name: 'Invite a person' }).first().click();
      const kept = () => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
      const signInAs = async (subject: string) => {
        await page.context().clearCookies();
        await page.reload();
        await page.getByText('Your session ended.').waitFor();
        pages.provider.present = subject;
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.getByRole('button', { name: subject, exact: true }).waitFor();
      };
      await open();
      await fields.fill('mei.tanaka@acme.example');
      await signInAs(first.subject);
      await open();
      expect(await fields.inputValue()).toBe('mei.tanaka@acme.example');
      await signInAs(second.subject);
      await open();
      expect(await fields.inputValue()).toBe('');
      expect(await kept()).not.toContain('mei.tanaka');

      // Another tab of the browser changes the person while a page has a half-filled form.
      await fields.fill('second.person@acme.example');
      const other = await page.context().newPage();
      pages.provider.present = first.subject;
      await other.goto(`${pages.url}/v1/portal/sign-in?return_to=/settings`);
      await other.getByRole('button', { name: first.subject, exact: true }).waitFor();
      await page.clock.install();
      await page.clock.fastForward(61_000);
      await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
      await page.getByRole('button', { name: first.subject, exact: true }).waitFor();
      expect(await kept()).not.toContain('second.person');
      await page.context().close();
    },
    TEST_MS,
  );

  // portal-sessions 8.3
  it(
    'is not told that a person is signed out who is not',
    async () => {
      const { page } = await pages.signIn('client_admin');
      const session = (await sessionOf(page.context()))!;
      const signOut = '**/v1/portal/sign-out';
      const failed = page.getByRole('alert').filter({ hasText: 'You may still be signed in' });
      await page.route(signOut, (route) => route.abort());
      await page.getByRole('button', { name: /subject/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await failed.waitFor();
      await page.unroute(signOut);
      const busy = {
        status: 503,
        contentType: 'application/json',
        body: '{"error":"dependency_unavailable"}',
      };
      await page.route(signOut, (route) => route.fulfill(busy));
      const answered = page.waitForResponse(signOut);
      await failed.getByRole('button', { name: 'Try again' }).click();
      expect((await answered).status()).toBe(503);
      await failed.waitFor();
      expect(page.url()).not.toContain('signed_out');
      expect(await answers(session)).toBe(200);
      await page.unroute(signOut);
      await failed.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('You are signed out.').waitFor();
      expect(await answers(session)).toBe(401);
      await page.context().close();
    },
    TEST_MS,
  );

  // portal-sessions 2.3
  it(
    'finds no token, code or session in history, referrers, storage or logs',
    async () => {
      const { page } = await pages.signIn('partner_admin');
      const session = (await sessionOf(page.context()))!;
      const referrers: string[] = [];
      page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''));
      for (const path of ['/clients', '/settings', '/analytics']) {
        await page.goto(pages.url + path);
        await page.waitForLoadState('networkidle');
      }
      const kept = await page.evaluate<string>(
        `JSON.stringify([navigation.entries().map((it) => it.url), { ...localStorage }, { ...sessionStorage }, document.cookie,
          performance.getEntries().map((it) => it.name)])`,
      );
      const SECRET = /eyJ[\w-]+\.|[?&#](?:code|state|token)=/;
      expect(kept).not.toMatch(SECRET);
      expect(referrers.length).toBeGreaterThan(10);
      expect(referrers.filter((it) => SECRET.test(it))).toEqual([]);
      expect(pages.output).toContain('"route":"/v1/portal/session"');
      for (const text of [kept, referrers.join(), pages.output]) expect(text).not.toContain(session);
      expect(pages.output).not.toMatch(/eyJ[\w-]+\./);
      await page.context().close();
    },
    TEST_MS,
  );
});
