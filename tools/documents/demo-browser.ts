import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page that has to compile on a busy machine takes this long at most. */
const TIMEOUT_MS = 60_000;

/** Starts Chromium of the registry. The package's own arguments would switch web security off. */
export const startBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader'],
  });

/** A person of the demo opens a browser of their own and signs in, as the identity provider of `npm start` lets them. */
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

/** Waits until every part of the page has its answer, and messages that pass by are gone. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
  await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}
