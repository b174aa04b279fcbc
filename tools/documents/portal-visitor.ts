import type { Browser, Page, Route } from 'playwright-core';
import { settled } from './demo-browser.ts';

const DESKTOP = { width: 1280, height: 860 };
/** The month of the demo's figures. */
const RANGE = 'range=30';

interface Shot {
  readonly file: string;
  readonly title: string;
}

export interface Chapter {
  readonly title: string;
  readonly shots: Shot[];
}

/** The properties of a browser that a page can detect. */
export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

/** A person of the demo in a browser. */
export class Visitor {
  private readonly page: Page;
  private readonly baseUrl: string;
  private readonly folder: URL;

  private constructor(page: Page, baseUrl: string, folder: URL) {
    this.page = page;
    this.baseUrl = baseUrl;
    this.folder = folder;
  }

  /** A browser in which no one has signed in yet. @param folder for the pictures */
  static async arrive(
    browser: Browser,
    baseUrl: string,
    folder: URL,
    { viewport = DESKTOP, colorScheme = 'light' }: Look = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      timezoneId: 'Australia/Sydney',
    });
    context.setDefaultTimeout(60_000);
    return new Visitor(await context.newPage(), baseUrl, folder);
  }

  /** @param name of a button that is visible once the person has arrived */
  async signIn(email: string, name = 'Switch between light and dark'): Promise<void> {
    await this.page.goto(`${this.baseUrl}/settings`);
    await this.page.getByRole('link', { name: 'Sign in' }).click();
    await this.page.locator(`button[value="${email}"]`).click();
    await this.page.getByRole('button', { name }).waitFor();
  }

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
    await this.settle();
  }

  /** A page outside of the frame. */
  async openPlain(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}${path}`);
    await this.settle();
  }

  /** Waits for pending requests. */
  async settle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await settled(this.page);
  }

  /** Presses a button, a link or a tab of the page, and waits for the result. */
  async press(role: 'button' | 'link' | 'tab' | 'menuitem', name: string | RegExp): Promise<void> {
    await this.page.getByRole(role, { name }).first().click();
    await this.settle();
  }

  async type(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
    await this.settle();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label).first().fill(text);
  }

  /** Ends the session without the page noticing. */
  async endSession(): Promise<void> {
    await this.page.context().clearCookies();
  }

  /** Opens the first item that the page in view lists. @returns whether it lists any */
  async openFirst(path: string): Promise<boolean> {
    const link = this.page.locator(`main table a[href^="${path}/"]`).first();
    if ((await link.count()) === 0) return false;
    await link.click();
    await this.page.waitForURL(new RegExp(`${path}/`));
    await this.settle();
    return true;
  }

  /** Opens an address, with a handler for its requests. */
  async openWith(path: string, requests: RegExp, answer: (route: Route) => Promise<void>): Promise<void> {
    await this.page.unrouteAll();
    await this.page.route(requests, answer);
    await this.page.goto(`${this.baseUrl}${path}`);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  async see(role: 'alert' | 'status'): Promise<void> {
    await this.page.locator('main').getByRole(role).first().waitFor();
  }

  /** Waits for text that arrives with a response. */
  async seeText(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits for a dialog in front of the page, and for its requests. */
  async seeDialog(): Promise<void> {
    await this.page.getByRole('dialog').first().waitFor();
    await this.settle();
  }

  async take(chapter: Chapter, file: string, title: string): Promise<void> {
    await this.page.screenshot({
      path: new URL(`${file}.png`, this.folder).pathname,
      animations: 'disabled',
    });
    chapter.shots.push({ file: `${file}.png`, title });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
