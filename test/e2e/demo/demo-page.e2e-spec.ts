import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { perSuite } from '../../support/frames.js';
import { isWiderThanScreen, tabTo, usePublicPage } from '../../support/public-pages.js';
import { TestClock } from '../../support/test-clock.js';
import { aStranger, CONSENT_TEXT, CONSENT_VERSION, DIAL_ME, openDemoFixture, withDemo } from './dial-me.js';

/** A Wednesday, 13:00 in Sydney and 10:00 in Perth. */
const DAYTIME = '2026-11-25T02:00:00.000Z';
const BUDGET_BYTES = 30 * 1024;

describe('the page of the demo', () => {
  const clock = new TestClock(new Date(DAYTIME));
  const browser = usePublicPage('demo');
  const test = useTestApp({ clock, settings: withDemo, features: [browser.feature] });
  const runtime = perSuite(() => openDemoFixture(test, clock));

  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  // demo 2.1, 3.1, 5.2
  it('asks for a call by keyboard alone, with the work done and the consent that was shown', async () => {
    const { page, requests, sent, complaints } = await browser.visit();
    await page.goto(`${test.baseUrl}/demo`);
    await heading(page, 'Try a call with our assistant').waitFor();
    await page.getByText('We call numbers of Australia and New Zealand, by day there.').waitFor();
    await page.getByText(CONSENT_TEXT).waitFor();
    // Nothing invites people to copy a number that cannot be called at this hour.
    expect(await page.locator('main').innerText()).not.toMatch(/\+\d[\d ]{6}/);
    expect(await page.getByRole('status').textContent()).toBe('');
    await tabTo(page, 'button');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Please check your answers' }).waitFor();
    expect(await page.locator('.alert').getByRole('link').count()).toBe(2);
    expect(sent('POST', DIAL_ME)).toEqual([]);
    const faults = await accessibilityFaults(page);
    const { phone } = aStranger();
    await tabTo(page, '#phone');
    await page.keyboard.type(`${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`);
    await tabTo(page, '#consent');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await heading(page, 'We are calling you').waitFor();
    faults.push(...(await accessibilityFaults(page)));
    const asked = sent('POST', DIAL_ME).map((it) => JSON.parse(it.postData() ?? '{}') as object);
    const consent = { accepted: true, version: CONSENT_VERSION };
    expect(asked).toMatchObject([{ phone, consent }]);
    expect(await page.getByRole('status').textContent()).toBe('');
    expect(await runtime.taken()).toMatchObject([{ to_number: phone }]);
    const files = requests.filter((it) => new URL(it.url()).pathname.startsWith('/demo'));
    const bodies = await Promise.all(files.map(async (it) => (await (await it.response())!.body()).length));
    expect(bodies.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
    expect([...faults, ...complaints]).toEqual([]);
    await page.context().close();
  });

  // demo 3.3
  it('says one thing to every refusal, and leads back to the form', async () => {
    const { page } = await browser.visit({ locale: 'ar-EG', colorScheme: 'dark' });
    await page.goto(`${test.baseUrl}/demo`);
    const texts: string[] = [];
    // A country that is not called, and a premium-rate number.
    for (const phone of ['+4915123456789', '+611900000000']) {
      await page.locator('#phone').fill(phone);
      await page.locator('#consent').check();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button').click();
      await heading(page, 'لا يمكننا الاتصال بك الآن').waitFor();
      texts.push(await page.locator('main').innerText());
      await page.getByRole('button').click();
      await page.locator('#phone').waitFor();
    }
    expect(texts[1]).toBe(texts[0]);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    expect(await isWiderThanScreen(page)).toBe(false);
    await page.context().close();
  });

  it('keeps the number while there is no connection', async () => {
    const { page, sent } = await browser.visit();
    await page.goto(`${test.baseUrl}/demo`);
    const { phone } = aStranger();
    await page.locator('#phone').fill(phone);
    await page.locator('#consent').check();
    await page.context().setOffline(true);
    await page.getByRole('button').dblclick();
    await page.getByRole('heading', { name: 'The connection was lost' }).waitFor();
    expect(sent('POST', DIAL_ME)).toHaveLength(1);
    expect(await page.locator('#phone').inputValue()).toBe(phone);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'We are calling you').waitFor();
    await page.context().close();
  });
});
