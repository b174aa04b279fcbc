import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page that must be compiled on a busy machine takes at most this long. */
const TIMEOUT_MS = 60_000;

/**
 * Starts Chromium from the npm registry. The package's own arguments would switch web security off.
 */
export const startBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });

/**
 * Opens a separate browser for a person of the demo and signs in with the identity provider of `npm
 * start`.
 */
export async function signInToDemo(
  browser: Browser,
  baseUrl: string,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    timezoneId: 'Australia/Sydney',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(`${baseUrl}/settings`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator(`button[value="${email}"]`).click();
  await page.getByRole('button', { name: 'Switch between light and dark' }).waitFor();
  return page;
}

// A navigation takes a few frames to begin and to show its placeholders, so the page must stay
// unchanged for a moment.
const SETTLED = `new Promise((settled) => {
  const isBusy = () => document.querySelector('h1') === null || document.querySelector(
    '.mantine-Skeleton-root, .mantine-Notification-root, [aria-busy="true"]') !== null;
  let calmFrames = 0;
  const look = () => {
    calmFrames = isBusy() ? 0 : calmFrames + 1;
    if (calmFrames > 5) settled();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Waits until every part of the page has loaded and temporary messages are gone. */
export async function settled(page: Page): Promise<void> {
  // A click that leads to another document ends the script in this one.
  await page.evaluate(SETTLED).catch(async () => {
    await page.waitForLoadState();
    await page.evaluate(SETTLED);
  });
}
