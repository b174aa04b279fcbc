import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { beforeAll } from 'vitest';
import { mountPublicPage } from '../../src/core/server/pages/public-page.js';
import { defineFeature, type Feature } from '../../src/core/registry/feature.js';
import { buildPublicPages } from './built-pages.js';
import { leaveChromium, openPage, PAGE_WAITS_MS, sharedChromium, type WatchedPage } from './chromium.js';
import { perSuite } from './frames.js';

/** A phone held upright. */
const PHONE = { width: 390, height: 844 } as const;

/** A page for people without an account, and everything that it has sent. */
interface PublicVisitor extends WatchedPage {
  readonly requests: readonly Request[];
  readonly sent: (method: string, path: string) => Request[];
}

export interface PublicPagesFrame {
  /** Serves the page from its build, like a process built with it. */
  readonly feature: Feature;
  /** Opens a new browser. */
  readonly visit: (options?: BrowserContextOptions) => Promise<PublicVisitor>;
}

/** One of the public pages, built, and a browser for the tests of a file. */
export function usePublicPage(name: 'i' | 'demo' | 'mail'): PublicPagesFrame {
  let folder = '';
  beforeAll(async () => {
    folder = await buildPublicPages();
  });
  const chromium = perSuite<Browser>(sharedChromium, leaveChromium);

  @Module({})
  class PublicPageModule implements NestModule {
    constructor(private readonly host: HttpAdapterHost) {}

    configure(): void {
      mountPublicPage(this.host.httpAdapter, name, folder);
    }
  }

  return {
    feature: defineFeature({ folder: `test/public-pages/${name}`, module: PublicPageModule }),
    visit: async (options = {}) => {
      const context = await chromium.newContext({ viewport: PHONE, locale: 'en-US', ...options });
      context.setDefaultTimeout(PAGE_WAITS_MS);
      const watched = await openPage(context);
      const requests: Request[] = [];
      watched.page.on('request', (request) => requests.push(request));
      return {
        ...watched,
        requests,
        sent: (method, path) =>
          requests.filter((it) => it.method() === method && new URL(it.url()).pathname === path),
      };
    },
  };
}

/**
 * Presses Tab until an element has the focus.
 * @throws if the keyboard does not reach it
 */
export async function tabTo(page: Page, selector: string): Promise<void> {
  // A date field has a tab stop for each of its parts.
  for (let stops = 0; stops < 8; stops += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`The keyboard does not reach ${selector}.`);
}

/** Whether the page scrolls sideways. */
export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
