import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser, Page, Route } from 'playwright-core';
import { readDemoFile } from '../dev/demo-file.ts';
import { loadDevSettings } from '../dev/settings.ts';

// Writes docs/portal: a picture of every page of the portal and of its states, from the running
// `npm start`.

const FOLDER = new URL('../../docs/portal/', import.meta.url);
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
/** The month that the demo's figures are about. */
const RANGE = 'range=30';

interface Shot {
  readonly file: string;
  readonly title: string;
}

interface Chapter {
  readonly title: string;
  readonly shots: Shot[];
}

/** A person of the demo before a browser. */
class Visitor {
  private readonly page: Page;
  private readonly baseUrl: string;

  private constructor(page: Page, baseUrl: string) {
    this.page = page;
    this.baseUrl = baseUrl;
  }

  static async signIn(
    browser: Browser,
    baseUrl: string,
    email: string,
    viewport = DESKTOP,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      timezoneId: 'Australia/Sydney',
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(`${baseUrl}/settings`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator(`button[value="${email}"]`).click();
    await page.getByRole('button', { name: 'Switch between light and dark' }).waitFor();
    return new Visitor(page, baseUrl);
  }

  /** The paths of the menu, by the names that it shows. */
  async menu(): Promise<{ name: string; path: string }[]> {
    const links = await this.page.locator('nav[aria-label="Menu"] a').all();
    return Promise.all(
      links.map(async (link) => ({
        name: (await link.textContent()) ?? '',
        path: new URL((await link.getAttribute('href')) ?? '/', this.baseUrl).pathname,
      })),
    );
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}${path}${path.includes('?') ? '&' : '?'}${RANGE}`);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
    await this.page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  }

  /** Opens the first thing that the page in view lists. @returns whether it lists any */
  async openFirst(path: string): Promise<boolean> {
    const link = this.page.locator(`main a[href^="${path}/"]:not([href^="${path}/new"])`).first();
    if ((await link.count()) === 0) return false;
    await link.click();
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
    await this.page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    return true;
  }

  /** Opens an address whose requests are answered by the given handler. */
  async openWith(path: string, requests: RegExp, answer: (route: Route) => Promise<void>): Promise<void> {
    await this.page.route(requests, answer);
    await this.page.goto(`${this.baseUrl}${path}`);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  async see(role: 'alert' | 'status'): Promise<void> {
    await this.page.locator('main').getByRole(role).first().waitFor();
  }

  async take(chapter: Chapter, file: string, title: string): Promise<void> {
    await this.page.screenshot({ path: new URL(`${file}.png`, FOLDER).pathname, animations: 'disabled' });
    chapter.shots.push({ file: `${file}.png`, title });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

const slug = (path: string): string => path.slice(1).replaceAll('/', '-');

/**
 * Every page of the menu and the first detail of each, but for those that a chapter before has
 * shown.
 */
async function pagesOf(visitor: Visitor, chapter: Chapter, shown: Set<string>): Promise<void> {
  for (const { name, path } of await visitor.menu()) {
    if (shown.has(path)) continue;
    shown.add(path);
    await visitor.open(path);
    await visitor.take(chapter, slug(path), name);
    if (await visitor.openFirst(path)) await visitor.take(chapter, `${slug(path)}-detail`, `${name}: detail`);
  }
}

async function states(visitor: Visitor, chapter: Chapter): Promise<void> {
  const answer =
    (status: number, body: object, headers: Record<string, string> = {}) =>
    (route: Route) =>
      route.fulfill({ status, contentType: 'application/json', headers, body: JSON.stringify(body) });
  const error = (status: number, code: string, message: string) => ({
    error: { code, message, status, request_id: '0c8f1a52-7d0e-4c7c-9d53-1b7f2a6f9e10', details: {} },
  });
  const summary = /\/api\/v1\/calls\/summary/;
  await visitor.openWith('/analytics', summary, () => new Promise(() => undefined));
  await visitor.see('status');
  await visitor.take(chapter, 'state-loading', 'Loading: the shape of what comes');
  await visitor.openWith('/analytics', summary, answer(503, error(503, 'unavailable', 'Not available.')));
  await visitor.see('alert');
  await visitor.take(
    chapter,
    'state-unavailable',
    'Unavailable: a store does not answer, the rest of the page does',
  );
  const limited = answer(429, error(429, 'rate_limited', 'Too many requests.'), { 'retry-after': '12' });
  await visitor.openWith('/calls', /\/api\/v1\/calls\/list/, limited);
  await visitor.see('alert');
  await visitor.take(chapter, 'state-limited', 'Too many requests: when to try again');
  await visitor.openWith('/calls?range=2020-01-01..2020-01-02', /\/api\/v1\/calls\/list/, (route) =>
    route.continue(),
  );
  await visitor.see('status');
  await visitor.take(chapter, 'state-empty', 'Empty: what would be here, and the next step');
  await visitor.openWith('/calls/no-such-call', /no-such-call$/, (route) => route.continue());
  await visitor.take(chapter, 'state-absent', 'Absent, or not for this person: one answer for both');
}

const document = (chapters: readonly Chapter[]): string =>
  [
    '# The portal in pictures\n',
    'Written by `npm run portal:screenshots` from a running `npm start`. All people, numbers and calls are invented.\n',
    ...chapters.flatMap(({ title, shots }) => [
      `## ${title}\n`,
      ...shots.flatMap((shot) => [`### ${shot.title}\n`, `![${shot.title}](${shot.file})\n`]),
    ]),
  ].join('\n');

async function main(): Promise<void> {
  const { base_url: baseUrl } = readDemoFile(loadDevSettings().dataDir);
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER).filter((it) => it.endsWith('.png'))) rmSync(new URL(name, FOLDER));
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader'],
  });
  const chapters: Chapter[] = [];
  const begin = (title: string): Chapter => {
    const chapter = { title, shots: [] };
    chapters.push(chapter);
    return chapter;
  };
  const shown = new Set<string>();
  const visit = async (
    title: string,
    email: string,
    work: (visitor: Visitor, chapter: Chapter) => Promise<void>,
    ...look: [viewport?: typeof DESKTOP, colorScheme?: 'light' | 'dark']
  ): Promise<void> => {
    const visitor = await Visitor.signIn(browser, baseUrl, email, ...look);
    await work(visitor, begin(title));
    await visitor.close();
    process.stdout.write(`${title}\n`);
  };
  try {
    const partner = 'partner-admin@harbour.example.com';
    const customer = 'admin@acme-dental.example.com';
    await visit('As an administrator of a partner', partner, (it, to) => pagesOf(it, to, shown));
    await visit('As an administrator of a customer', customer, (it, to) => pagesOf(it, to, shown));
    const some = async (visitor: Visitor, chapter: Chapter, suffix: string): Promise<void> => {
      for (const path of ['/analytics', '/calls', '/settings']) {
        await visitor.open(path);
        await visitor.take(chapter, `${slug(path)}-${suffix}`, path);
      }
    };
    await visit('Dark', customer, (it, to) => some(it, to, 'dark'), DESKTOP, 'dark');
    await visit('On a phone', customer, (it, to) => some(it, to, 'phone'), PHONE);
    await visit('States', customer, states);
    writeFileSync(new URL('README.md', FOLDER), document(chapters));
  } finally {
    await browser.close();
  }
}

await main();
