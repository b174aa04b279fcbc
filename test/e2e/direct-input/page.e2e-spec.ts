import { generateKeyPairSync } from 'node:crypto';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../support/chromium.js';
import { inStore } from '../../support/databases.js';
import { PageOfForms, seal } from '../../support/direct-input.js';
import { isWiderThanScreen, tabTo } from '../../support/public-pages.js';
import { withoutIds } from '../../support/without-ids.js';
import { aField, CONTEXT, ONE_FIELD, SUBMIT, useFormPage } from './form-page.js';

const BUDGET_BYTES = 30 * 1024;

const EVERY_KIND = [
  aField('title', 'text'),
  aField('card', 'digits'),
  aField('email', 'email'),
  aField('birthday', 'date'),
  aField('slot', 'choice', { choices: ['Morning', 'Noon', 'Evening'] }),
  aField('plan', 'choice', { choices: ['A', 'B', 'C', 'D', 'E', 'F'] }),
  aField('note', 'text', { required: false }),
];
const ANSWERS = {
  title: ' Kim "Lee" \\ שלום',
  card: '4111111111111111',
  email: 'kim@example.com',
  birthday: '1990-03-14',
  slot: 'Noon',
  plan: 'C',
};

describe('the page of direct input', () => {
  const {
    browser,
    test,
    runtime,
    addressOf,
    heading,
    openButton,
    showsForm,
    showsFailure,
    showsReceived,
    collected,
  } = useFormPage();
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
    // A screen reader finds nothing left over from loading.
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

    // No address, referrer or history entry contains the token, and the input is stored nowhere.
    const { token } = session;
    for (const request of requests) {
      expect(request.url()).not.toContain(token);
      expect(JSON.stringify(await request.allHeaders())).not.toMatch(new RegExp(`${token}|referer`));
    }
    expect([sent('POST', CONTEXT).length, sent('POST', SUBMIT).length]).toEqual([1, 1]);
    expect(sent('POST', SUBMIT)[0]!.postData()).not.toMatch(/Kim|4111|example\.com|1990|Noon/);
    const cdp = await page.context().newCDPSession(page);
    const { entries } = await cdp.send('Page.getNavigationHistory');
    // The browser itself remembers what was typed into its address bar.
    expect(entries.map((entry) => entry.url).join()).not.toContain(token);
    expect(page.url()).toBe(`${test.baseUrl}/i`);
    expect(await keptInTab(page)).not.toContain(token);
    expect(withoutIds(await page.content())).not.toMatch(/Kim|4111|kim@/);

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
    // The browser is online again, and the page continues without a press of a button.
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
      // Large text on the smallest screen.
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
    await page.goto(addressOf(session), { waitUntil: 'commit' });
    await showsForm(page);
    await page.getByLabel('The card').fill('4242');
    await page.getByRole('button').click();
    await showsReceived(page);
    await page.context().close();
  });
});
