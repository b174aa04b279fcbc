import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePublicPage } from '../../support/public-pages.js';

describe('the page of the links of mails', () => {
  const browser = usePublicPage('mail');
  const test = useTestApp({ features: [browser.feature] });

  // email-routing 3.4
  it.each([
    ['v', 'verify', 'Confirm your address', 'Confirm address', 'Thank you'],
    ['u', 'unsubscribe', 'Unsubscribe this address', 'Unsubscribe', 'Unsubscribed'],
  ])('sends nothing before its button is pressed: %s', async (kind, act, heading, button, done) => {
    const token = randomBytes(32).toString('base64url');
    const { page, requests, sent, complaints } = await browser.visit();
    await page.goto(`${test.baseUrl}/mail#${kind}-${token}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const faults = await accessibilityFaults(page);
    expect(requests.map((it) => it.method()).filter((method) => method !== 'GET')).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { level: 1, name: done }).waitFor();
    expect(sent('POST', `/v1/email-routing/${act}`).map((it) => it.postDataJSON() as object)).toEqual([
      { token },
    ]);
    expect(requests.filter((it) => it.url().includes(token) && !it.url().includes('#'))).toEqual([]);
    expect([...faults, ...(await accessibilityFaults(page)), ...complaints]).toEqual([]);
    await page.context().close();
  });

  it('says that a link was cut', async () => {
    const { page } = await browser.visit();
    await page.goto(`${test.baseUrl}/mail#v-abc`);
    await page.getByRole('heading', { level: 1, name: 'This link is not complete' }).waitFor();
    await page.context().close();
  });
});
