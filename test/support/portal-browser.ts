import type { Response } from 'supertest';
import { beforeEach } from 'vitest';
import type { Settings } from '../../src/config/settings.js';
import { useTestApp, type TestApp, type TestAppOptions } from './app.js';
import type { TestTenant, TestUser } from './builders.js';
import { perSuite } from './frames.js';
import { OpenIdProvider } from './openid-provider.js';
import { bearerToken } from './tokens.js';

/** The address of the tests' portal; it uses plain http, so its cookies have no prefix. */
export const PORTAL_URL = 'http://127.0.0.1:4000';

/** The settings of a process with a portal at this provider. */
export const withPortal =
  ({ issuer }: Pick<OpenIdProvider, 'issuer'>, portalUrl = PORTAL_URL) =>
  (settings: Settings): Settings => ({
    ...settings,
    bearer: { ...settings.bearer!, issuer, jwksUrl: `${issuer}/jwks` },
    portal: { url: portalUrl },
    features: { ...settings.features, PORTAL_CLIENT_ID: 'portal' },
  });

/** A browser: keeps cookies, and sends the same headers as a page of the portal. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly test: TestApp,
    private readonly provider: OpenIdProvider,
  ) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A request from the address bar, with the cookies, at the portal's address. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const { host } = new URL(this.test.settings.portal.url);
    const request = this.test
      .request()
      .get(path)
      .redirects(0)
      .set({ Host: host, ...headers });
    return this.keep(await (this.cookies.size > 0 ? request.set('Cookie', this.cookieHeader) : request));
  }

  /** A request from a page's script. */
  async send(
    method: 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const own = { Origin: PORTAL_URL, 'Content-Type': 'application/json', Cookie: this.cookieHeader };
    const sent = { ...own, ...headers };
    return this.keep(await this.test.request()[method](path).set(sent).send(JSON.stringify(body)));
  }

  /** The two clicks: starts a sign-in, and lets the provider answer for this person. */
  async signIn(subject: string, returnTo = '/'): Promise<Response> {
    return this.comeBack(await this.begin(returnTo), subject);
  }

  /**
   * Starts a sign-in.
   * @returns the address to which the browser is redirected
   */
  async begin(returnTo = '/'): Promise<string> {
    const answer = await this.get(`/v1/portal/sign-in?return_to=${encodeURIComponent(returnTo)}`);
    if (answer.status !== 303)
      throw new Error(`sign-in: ${answer.status} ${answer.text} ${this.test.logs()}`);
    return answer.headers['location'] ?? '';
  }

  comeBack(location: string, subject: string): Promise<Response> {
    return this.get(`/v1/portal/callback?${this.provider.approve(location, subject).toString()}`);
  }

  private keep(response: Response): Response {
    const lines = (response.headers['set-cookie'] ?? []) as unknown as string[];
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const mark = pair.indexOf('=');
      const [name, value] = [pair.slice(0, mark), pair.slice(mark + 1)];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** The shared setup of tests about sessions. */
export interface PortalFrame {
  readonly provider: OpenIdProvider;
  readonly test: TestApp;
  readonly tenant: TestTenant;
  /** A `client_admin` of the tenant. */
  readonly user: TestUser;
  /** A browser in which a person has signed in; the user if none is named. */
  readonly signedIn: (person?: TestUser, on?: TestApp) => Promise<Browser>;
  /** As issued by the portal's own provider. */
  readonly tokenOf: (person: TestUser) => string;
}

/**
 * Starts the application with a portal at an identity provider of the tests; before each test all
 * rate limits are reset.
 */
export function usePortal(options: TestAppOptions = {}): PortalFrame {
  const provider = perSuite(
    () => OpenIdProvider.start(),
    (it) => it.stop(),
  );
  const { settings: changed = (it) => it } = options;
  const test = useTestApp({ ...options, settings: (settings) => changed(withPortal(provider)(settings)) });
  const tenant = perSuite(() => test.world.aTenant());
  const user = perSuite(() => test.world.aUser(tenant, { role: 'client_admin' }));
  beforeEach(async () => {
    provider.misbehaviour = {};
    await test.world.sql('DELETE FROM throttle_hits');
  });
  return {
    provider,
    test,
    tenant,
    user,
    tokenOf: ({ subject }) => bearerToken(subject, { claims: { iss: provider.issuer } }),
    signedIn: async (person = user, on = test) => {
      const browser = new Browser(on, provider);
      const { status, text } = await browser.signIn(person.subject);
      if (status !== 303) throw new Error(`sign-in: ${status} ${text}`);
      return browser;
    },
  };
}
