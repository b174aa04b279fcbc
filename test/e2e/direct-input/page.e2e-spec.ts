import { generateKeyPairSync } from 'node:crypto';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { inStore } from '../../support/databases.js';
import { PageOfForms, RuntimeOfForms, seal, unseal, type OpenedSession } from '../../support/direct-input.js';
import { perSuite } from '../../support/frames.js';
import { isWiderThanScreen, tabTo, usePublicPage } from '../../support/public-pages.js';

const CONTEXT = '/v1/direct-input/context';
const SUBMIT = '/v1/direct-input/submit';
const BUDGET_BYTES = 30 * 1024;

const field = (name: string, kind: string, more: object = {}): object => ({
  name,
  label: `The ${name}`,
  kind,
  required: true,
  max_length: 40,
  ...more,
});
const EVERY_KIND = [
  field('title', 'text'),
  field('card', 'digits'),
  field('email', 'email'),
  field('birthday', 'date'),
  field('slot', 'choice', { choices: ['Morning', 'Noon', 'Evening'] }),
  field('plan', 'choice', { choices: ['A', 'B', 'C', 'D', 'E', 'F'] }),
  field('note', 'text', { required: false }),
];
const ANSWERS = {
  title: ' Kim "Lee" \\ שלום',
  card: '4111111111111111',
  email: 'kim@example.com',
  birthday: '1990-03-14',
  slot: 'Noon',
  plan: 'C',
};
const ONE_FIELD = [field('card', 'digits')];

describe('the page of direct input', () => {
  const browser = usePublicPage('i');
  const test = useTestApp({ features: [browser.feature] });
  const runtime = perSuite(() => RuntimeOfForms.start(test));

  const addressOf = ({ token }: OpenedSession): string => `${test.baseUrl}/i#${token}`;
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const openButton = (page: Page) => page.getByRole('button', { name: 'Open the form' });
  const showsForm = async (page: Page): Promise<void> => {
    await openButton(page).click();
    await heading(page, 'Enter your details').waitFor();
  };
  const showsFailure = (page: Page): Promise<void> => heading(page, 'This link does not work').waitFor();
  const showsReceived = (page: Page): Promise<void> => heading(page, 'Your answers have arrived').waitFor();
  const collected = async ({ sessionId, privateKey }: OpenedSession): Promise<unknown> => {
    const answer = await runtime.collect(sessionId);
    return unseal((answer.body as { jwe: string }).jwe, privateKey);
  };
  const envelopeOf = (request: Request): unknown =>
    (JSON.parse(request.postData() ?? '{}') as { envelope?: unknown }).envelope;
  const focused = (page: Page): Promise<string> =>
    page.evaluate('document.activeElement.id || document.activeElement.className');
  const keptInTab = (page: Page): Promise<string> => page.evaluate('JSON.stringify({ ...sessionStorage })');

  // direct-input 3.2, 3.3, 4.1
  it('is filled in by keyboard alone, and brings what was typed to the runtime, which alone can read it', async () => {
    const session = await runtime.open({ fields: EVERY_KIND });
    const { page, requests, sent, complaints } = await browser.visit();
    await page.goto(addressOf(session));
    await showsForm(page);
    // A screen reader finds nothing of the time in which it loaded.
    expect(await page.getByRole('status').textContent()).toBe('');
    const { keyboard } = page;
    await tabTo(page, '#field-0');
    await keyboard.type(ANSWERS.title);
    await tabTo(page, '#field-1');
    await keyboard.type('4111 1111 1111 1111');
    await tabTo(page, '#field-2');
    await keyboard.type(ANSWERS.email);
    await tabTo(page, '#field-3');
    await keyboard.type('03141990');
    await tabTo(page, '[name="field-4"]');
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await tabTo(page, '#field-5');
    await keyboard.type('C');
    await tabTo(page, 'button');
    await keyboard.press('Enter');
    await showsReceived(page);
    expect(await collected(session)).toEqual(ANSWERS);

    // The token is in no address, referrer and history, and what was typed is nowhere.
    const { token } = session;
    for (const request of requests) {
      expect(request.url()).not.toContain(token);
      expect(JSON.stringify(await request.allHeaders())).not.toMatch(new RegExp(`${token}|referer`));
    }
    expect([sent('POST', CONTEXT).length, sent('POST', SUBMIT).length]).toEqual([1, 1]);
    expect(sent('POST', SUBMIT)[0]!.postData()).not.toMatch(/Kim|4111|example\.com|1990|Noon/);
    const cdp = await page.context().newCDPSession(page);
    const { entries } = await cdp.send('Page.getNavigationHistory');
    // The browser itself remembers what was typed into its address line.
    expect(entries.map((entry) => entry.url).join()).not.toContain(token);
    expect(page.url()).toBe(`${test.baseUrl}/i`);
    expect(await keptInTab(page)).not.toContain(token);
    expect(await page.content()).not.toMatch(/Kim|4111|kim@/);

    const files = requests.filter((it) => it.method() === 'GET');
    const bodies = await Promise.all(files.map(async (it) => (await (await it.response())!.body()).length));
    expect(bodies.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps what was typed while there is no connection, and sends one envelope', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page, sent } = await browser.visit();
    await page.goto(addressOf(session));
    await showsForm(page);
    await page.getByLabel('The card').fill('4242');
    await page.context().setOffline(true);
    await page.getByRole('button').dblclick();
    await page.getByRole('heading', { name: 'The connection was lost' }).waitFor();
    expect(await page.getByLabel('The card').inputValue()).toBe('4242');
    expect(sent('POST', SUBMIT)).toHaveLength(1);
    // The browser finds a network again, and the page needs no press of a button.
    await page.context().setOffline(false);
    await showsReceived(page);
    const [first, second] = sent('POST', SUBMIT).map(envelopeOf);
    expect(second).toEqual(first);
    expect(await collected(session)).toEqual({ card: '4242' });
    await page.reload();
    await showsReceived(page);
    await page.context().close();
  });

  // direct-input 4.2
  it('needs no browser, and takes its envelope again after it was collected, and no other', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const script = new PageOfForms(test);
    expect((await script.context(session.token)).status).toBe(200);
    const envelope = seal({ card: '4242' }, session.publicKey);
    const send = async (what: object): Promise<number> => (await script.submit(session.token, what)).status;
    expect([await send(envelope), await send(envelope)]).toEqual([202, 202]);
    expect(await collected(session)).toEqual({ card: '4242' });
    expect(await send(envelope)).toBe(202);
    expect(await send(seal({ card: '4242' }, session.publicKey))).toBe(404);
    await inStore(test, 'UPDATE direct_input_sessions SET expires_at = now() WHERE session_id = $1', [
      session.sessionId,
    ]);
    expect(await send(envelope)).toBe(404);
  });

  // direct-input 4.2
  it('says that the answers have arrived, where the first answer to that was lost on its way', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page, sent } = await browser.visit();
    const losesAnswer = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(`**${SUBMIT}`, losesAnswer, { times: 1 });
    await page.goto(addressOf(session));
    await showsForm(page);
    await page.getByLabel('The card').fill('4242');
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'The connection was lost' }).waitFor();
    expect(await collected(session)).toEqual({ card: '4242' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await showsReceived(page);
    expect(sent('POST', SUBMIT)).toHaveLength(2);
    await page.context().close();
  });

  // direct-input 3.1
  it('finds a key that was swapped behind its back, and sends nothing', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { kty, crv, x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
      format: 'jwk',
    });
    await inStore(
      test,
      `UPDATE direct_input_sessions SET form = jsonb_set(form, '{key}', $2) WHERE session_id = $1`,
      [session.sessionId, JSON.stringify({ kty, crv, x, y })],
    );
    const { page, sent } = await browser.visit();
    await page.goto(addressOf(session));
    await openButton(page).click();
    await showsFailure(page);
    expect(sent('POST', CONTEXT)).toHaveLength(1);
    expect(sent('POST', SUBMIT)).toEqual([]);
    expect(await keptInTab(page)).toBe('{}');
    await page.context().close();
  });

  // direct-input 3.4, 4.3
  it('opens again in its own tab, and shows one failure for everything that is wrong', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const [own, other] = [await browser.visit(), await browser.visit()];
    await own.page.goto(addressOf(session));
    await showsForm(own.page);
    const shown = async (address: string): Promise<string> => {
      await other.page.goto('about:blank');
      await other.page.goto(address);
      if (address.length > `${test.baseUrl}/i#`.length + 40) await openButton(other.page).click();
      await showsFailure(other.page);
      return other.page.locator('main').innerText();
    };
    const opened = [await shown(addressOf(session)), await shown(`${test.baseUrl}/i#${'A'.repeat(43)}`)];
    expect(new Set(opened).size).toBe(1);
    const texts = [await shown(`${test.baseUrl}/i#short`), await shown(`${test.baseUrl}/i`)];
    expect(new Set(texts).size).toBe(1);
    expect(opened[0]).toBe(`${texts[0]}\n\nTry again`);
    await own.page.reload();
    await showsForm(own.page);
    await Promise.all([own.page.context().close(), other.page.context().close()]);
  });

  // Mail and SMS scanners open links and run the scripts of their pages.
  // direct-input 3.6
  it('asks for nothing until a person opens the form, and binds nothing until then', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const [scanner, own] = [await browser.visit(), await browser.visit()];
    for (let visit = 0; visit < 3; visit += 1) {
      await scanner.page.goto('about:blank');
      await scanner.page.goto(addressOf(session));
      await openButton(scanner.page).waitFor();
    }
    expect(scanner.requests.filter((it) => it.method() === 'POST')).toEqual([]);
    const [row] = await inStore(
      test,
      'SELECT contexts, browser_hash FROM direct_input_sessions WHERE session_id = $1',
      [session.sessionId],
    );
    expect(row).toEqual({ contexts: 0, browser_hash: null });
    await own.page.goto(addressOf(session));
    await showsForm(own.page);
    await Promise.all([scanner, own].map(({ page }) => page.context().close()));
  });

  // direct-input 3.4
  it('opens for the browser whose first answer was lost on its way', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page } = await browser.visit();
    await page.route(
      `**${CONTEXT}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.goto(addressOf(session));
    await openButton(page).click();
    await heading(page, 'The connection was lost').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Enter your details').waitFor();
    await page.context().close();
  });

  // direct-input 3.7
  it('opens a link whose # was written as %23, and takes the token out of the address', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page } = await browser.visit();
    await page.goto(addressOf(session).replace('#', '%23'));
    await showsForm(page);
    expect(page.url()).toBe(`${test.baseUrl}/i`);
    const cdp = await page.context().newCDPSession(page);
    const { entries } = await cdp.send('Page.getNavigationHistory');
    expect(entries.map(({ url }) => url).join()).not.toContain(session.token);
    expect(test.logs()).not.toContain(session.token);
    await page.context().close();
  });

  // direct-input 3.6
  it.each([
    ['cookies', `Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })`],
    ['encryption', `Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })`],
  ])('says before anything is typed that a browser has no %s', async (_, script) => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page, requests } = await browser.visit();
    await page.addInitScript(script);
    await page.goto(addressOf(session));
    await heading(page, 'This browser cannot open the form').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(requests.filter((it) => it.method() === 'POST')).toEqual([]);
    await page.context().close();
  });

  // direct-input 4.5
  it('keeps what was typed where it is refused, and tries again by itself', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page, sent } = await browser.visit();
    await page.clock.install();
    const refuse = (route: Route): Promise<void> =>
      route.fulfill({ status: 404, json: { error: 'Not found.', status_code: 404 } });
    await page.route(`**${SUBMIT}`, refuse, { times: 2 });
    await page.goto(addressOf(session));
    await showsForm(page);
    await page.getByLabel('The card').fill('4242');
    await page.getByRole('button').click();
    for (const seconds of [5, 10]) {
      await page.getByRole('heading', { name: 'Your answers were not sent yet' }).waitFor();
      expect(await page.getByLabel('The card').inputValue()).toBe('4242');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.clock.fastForward(seconds * 1000);
    }
    await showsReceived(page);
    expect(sent('POST', SUBMIT)).toHaveLength(3);
    expect(await collected(session)).toEqual({ card: '4242' });
    await page.context().close();
  });

  it('erases what was typed when its time is over', async () => {
    const session = await runtime.open({ fields: ONE_FIELD, expires_in_seconds: 120 });
    const { page } = await browser.visit();
    await page.clock.install();
    await page.goto(addressOf(session));
    await showsForm(page);
    const card = page.getByLabel('The card');
    await card.fill('4242');
    const field = await card.elementHandle();
    await page.clock.fastForward('01:05');
    await page.getByText('Less than a minute left').first().waitFor();
    await page.clock.fastForward('01:00');
    await heading(page, 'The time for this form is over').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(await keptInTab(page)).toBe('{}');
    await page.context().close();
  });

  it.each([
    { locale: 'en', colorScheme: 'light', send: 'Send securely' },
    { locale: 'ar', colorScheme: 'dark', send: 'إرسال آمن' },
  ] as const)(
    'has no fault that axe finds, fits a small screen, and says what is wrong: $locale, $colorScheme',
    async ({ locale, colorScheme, send }) => {
      const session = await runtime.open({ fields: EVERY_KIND, locale });
      const { page, complaints } = await browser.visit({ colorScheme });
      const faults: string[] = [];
      const look = async (): Promise<void> => void faults.push(...(await accessibilityFaults(page)));
      await page.goto(addressOf(session));
      await openButton(page).waitFor();
      await look();
      await openButton(page).click();
      const button = page.getByRole('button', { name: send });
      await button.waitFor();
      await look();
      expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
      await button.click();
      const summary = page.locator('.alert');
      await summary.waitFor();
      expect(await focused(page)).toBe('alert');
      expect(await summary.getByRole('link').count()).toBe(6);
      const title = page.locator('#field-0');
      expect(await title.getAttribute('aria-invalid')).toBe('true');
      expect(await title.getAttribute('aria-describedby')).toContain('field-0-error');
      await look();
      await summary.getByRole('link').first().click();
      expect(await focused(page)).toBe('field-0');
      // Large type on the smallest screen.
      await page.setViewportSize({ width: 320, height: 640 });
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect(await isWiderThanScreen(page)).toBe(false);
      const short = await page.evaluate<number>(
        `[...document.querySelectorAll('.box, .pick, button')].filter((it) => it.offsetHeight < 48).length`,
      );
      expect(short).toBe(0);
      await page.goto('about:blank');
      await page.goto(`${test.baseUrl}/i`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look();
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
  );

  it('is usable on a slow 3G line', async () => {
    const session = await runtime.open({ fields: ONE_FIELD });
    const { page } = await browser.visit();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 400_000 / 8,
      uploadThroughput: 400_000 / 8,
    });
    const began = performance.now();
    await page.goto(addressOf(session), { waitUntil: 'commit' });
    await showsForm(page);
    const shown = performance.now() - began;
    await page.getByLabel('The card').fill('4242');
    await page.getByRole('button').click();
    await showsReceived(page);
    const sent = performance.now() - began;
    process.stdout.write(`slow 3G: ${Math.round(shown)} ms to the form, ${Math.round(sent)} ms in all\n`);
    expect(shown).toBeLessThan(10_000);
    await page.context().close();
  });
});
