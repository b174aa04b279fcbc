import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { PortalRole } from '../../src/core/shared/roles.js';
import type { Settings } from '../../src/config/settings.js';
import { testSettings, workerSettings } from './app.js';
import { World, type TestTenant, type TestUser } from './builders.js';
import { buildPages } from './built-pages.js';
import { environmentOf, useBuiltService, type BuiltProcess, type BuiltService } from './built-process.js';
import { aFreePort } from './ports.js';
import { openPage, PAGE_WAITS_MS, leaveChromium, sharedChromium, type WatchedPage } from './chromium.js';
import { createTestDatabases, type TestDatabases } from './databases.js';
import { OpenIdProvider } from './openid-provider.js';

type SignInOptions = BrowserContextOptions & { readonly path?: string; readonly heading?: string };

// A busy machine takes minutes to compile the service and build the pages.
const STARTING_MS = 300_000;

type Environment = Readonly<Record<string, string>>;

/** A person with a browser. */
export interface Visitor extends WatchedPage {
  readonly person: TestUser;
  /**
   * Goes to an address and waits until its page shows this heading and no request is in progress.
   */
  readonly visit: (path: string, heading: string) => Promise<void>;
}

/** The built service with its pages, a tenant, an identity provider and a browser. */
export class PortalPages {
  databases!: TestDatabases;
  settings!: Settings;
  world!: World;
  tenant!: TestTenant;
  provider!: OpenIdProvider;
  url!: string;
  private main!: BuiltProcess;
  private extra: Environment = {};
  private chromium!: Browser;

  constructor(
    readonly service: BuiltService,
    private readonly settingsOf: () => Environment | Promise<Environment>,
  ) {}

  async start(): Promise<void> {
    [this.databases, this.provider, this.chromium] = await Promise.all([
      createTestDatabases(),
      OpenIdProvider.start(),
      sharedChromium(),
      buildPages(this.service.folder),
    ]);
    this.extra = await this.settingsOf();
    this.settings = testSettings(this.databases);
    this.world = new World(this.databases, this.settings);
    this.tenant = await this.world.aTenant();
    const port = String(await aFreePort());
    this.url = `http://localhost:${port}`;
    ({ main: this.main } = await this.service.serve(
      environmentOf(this.settings, {
        PORT: port,
        AUTH_ISSUER: this.provider.issuer,
        AUTH_JWKS_URL: `${this.provider.issuer}/jwks`,
        PORTAL_URL: this.url,
        PORTAL_CLIENT_ID: 'portal',
        // Long enough for a busy machine; a test of a slow store sets its own.
        STORE_READ_DEADLINE_MS: '15000',
        STORE_ANALYSIS_DEADLINE_MS: '60000',
        ...this.extra,
      }),
    ));
  }

  /** The service's log. */
  get output(): string {
    return this.main.output;
  }

  async stop(): Promise<void> {
    await leaveChromium(this.chromium);
    await this.provider.stop();
    await this.databases.drop();
  }

  /** The service's worker, for mail and counts that follow requests. */
  startWorker(): void {
    this.service.start('worker', environmentOf(workerSettings(this), this.extra));
  }

  /** Signs a new person of the tenant in, in a new browser. */
  async signIn(
    role: PortalRole,
    options: BrowserContextOptions & { readonly isDefault?: boolean } = {},
  ): Promise<Visitor> {
    const { isDefault = true, ...ofBrowser } = options;
    const person = await this.world.aUser(this.tenant, { role, isDefault });
    const watched = await this.signInAs(person.subject, ofBrowser);
    return { ...watched, person, visit: (path, heading) => this.visit(watched.page, path, heading) };
  }

  /** Signs an existing person in on the page of an address, in a new browser. */
  async signInAs(
    subject: string,
    { path = '/calls', heading, ...ofBrowser }: SignInOptions = {},
  ): Promise<WatchedPage> {
    const context = await this.chromium.newContext({
      timezoneId: 'Australia/Sydney',
      reducedMotion: 'reduce',
      ...ofBrowser,
    });
    context.setDefaultTimeout(PAGE_WAITS_MS);
    const watched = await openPage(context);
    const { page } = watched;
    this.provider.present = subject;
    await page.goto(this.url + path);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await (
      heading === undefined
        ? page.getByRole('button', { name: 'Switch between light and dark' })
        : page.getByRole('heading', { level: 1, name: heading })
    ).waitFor();
    // Before the sign-in there was no session, which Chromium logs to the console.
    watched.complaints.length = 0;
    return watched;
  }

  private async visit(page: Page, path: string, heading: string): Promise<void> {
    await page.goto(this.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
  }
}

/**
 * The portal's pages for the tests of a file.
 * @param settingsOf settings of the service, requested when it starts
 */
export function usePortalPages(
  settingsOf: () => Environment | Promise<Environment> = () => ({}),
): PortalPages {
  const pages = new PortalPages(useBuiltService(), settingsOf);
  beforeAll(() => pages.start(), STARTING_MS);
  afterAll(() => pages.stop());
  return pages;
}
