import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../support/chromium.js';
import { inStore } from '../../support/databases.js';
import { CONTEXT, ONE_FIELD, SUBMIT, useFormPage } from './form-page.js';

describe('the link of direct input', () => {
  const { browser, test, runtime, addressOf, heading, openButton, showsForm, showsReceived, collected } =
    useFormPage();

  // Mail and SMS scanners open links and run the pages' scripts. direct-input 3.6
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
});
