import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { readFileSync } from 'node:fs';

import { startBrowser } from '../../tools/documents/demo-browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The longest wait of a page: shorter than that of a test, so that a failure names what it waited
 * for, and longer than a busy machine needs.
 */
export const PAGE_WAITS_MS = 100_000;

let chromium: Promise<Browser> | null = null;

/** The browser of this process, shared by its test files. It ends with the process. */
export const sharedChromium = (): Promise<Browser> => (chromium ??= startBrowser());

/** Closes everything that a file has opened in the browser. */
export async function leaveChromium(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((it) => it.close()));
}

/** A page, and the complaints of its browser. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/**
 * Opens a page and records script errors, violations of the policy, and failed requests except the
 * given ones.
 */
export async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

/**
 * A busy source answers with the time of the next attempt. A test that needs the answer waits for
 * its effect.
 */
const asksToComeAgain = (answer: Response): boolean =>
  answer.status() === 503 && 'retry-after' in answer.headers();

/**
 * Collects the browser's complaints from now on. Chromium logs every failed request to the console;
 * that a source is busy for a moment is no fault of a page.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  const busy = new Set<string>();
  const isOfBusy = (complaint: string): boolean =>
    complaint.includes('status of 503') && [...busy].some((url) => complaint.endsWith(url));
  // The console message may arrive before the answer.
  page.on('response', (answer) => {
    if (!asksToComeAgain(answer)) return;
    busy.add(answer.url());
    const at = complaints.findIndex(isOfBusy);
    if (at >= 0) complaints.splice(at, 1);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const complaint = `console: ${message.text()} ${message.location().url}`.trim();
    if (!isOfBusy(complaint)) complaints.push(complaint);
  });
  return complaints;
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Axe's findings on a page, and targets that are too small: each rule with the first element that breaks it, and why. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Through the debugger: the content security policy would block a script in the page.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })`,
  );
  return violations.map(({ id, nodes: [first] }) =>
    [id, first?.html.slice(0, 160), first?.failureSummary].join(': '),
  );
}

/**
 * Gives a page an authenticator that creates passkeys and signs immediately, like a person with a
 * fingerprint reader.
 */
export async function giveAuthenticator(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('WebAuthn.enable');
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
