import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../tools/dev/identity/identity-provider.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { OpenIdProvider } from '../../support/openid-provider.js';
import { Browser, PORTAL_URL, withPortal } from '../../support/portal-browser.js';

const ADA = { email: 'ada@example.com', sub: 'ada-of-the-demo', dataEnv: 'prod', note: 'client_admin' };

let local: IdentityProvider;
let unused: OpenIdProvider;
let test: TestApp;

beforeAll(async () => {
  local = await startIdentityProvider({ accounts: [ADA] });
  unused = await OpenIdProvider.start();
  test = await startTestApp({
    settings: (settings) => {
      const portal = withPortal(local)(settings);
      const { jwksUrl, audience } = local;
      return { ...portal, bearer: { ...portal.bearer!, jwksUrl, audience } };
    },
  });
  const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
  await test.world.sql('UPDATE portal_users SET subject = $2 WHERE user_id = $1', [user.userId, ADA.sub]);
});
afterAll(async () => {
  await test.close();
  await unused.stop();
  await local.stop();
});

/**
 * Follows the provider like a browser, and clicks on a person.
 * @returns the address to which it returns
 */
async function chooseAt(start: string, cookies: Map<string, string>): Promise<{ back: URL; pages: number }> {
  let url = new URL(start);
  let pages = 0;
  while (url.origin === local.issuer) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    let answer = await fetch(url, { redirect: 'manual', headers });
    if (answer.status === 200) {
      pages += 1;
      expect(await answer.text()).toContain(ADA.email);
      const form = new URLSearchParams({ account: ADA.email });
      answer = await fetch(url, { redirect: 'manual', headers, method: 'POST', body: form });
    }
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    url = new URL(answer.headers.get('location') ?? '', url);
  }
  return { back: url, pages };
}

// portal-sessions 1.2, 3.2
it('two clicks sign a person of the demo in, each time, with tokens that can be renewed', async () => {
  const cookies = new Map<string, string>();
  for (const _ of ['first', 'second']) {
    const browser = new Browser(test, unused);
    const { back, pages } = await chooseAt(await browser.begin('/calls'), cookies);
    expect([back.origin, pages]).toEqual([PORTAL_URL, 1]);
    const answer = await browser.get(`${back.pathname}${back.search}`);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/calls']);
    expect((await browser.get('/api/v1/calls/summary')).status).toBe(200);
  }
  expect(
    await test.world.sql('SELECT is_renewable, auth_time IS NOT NULL AS dated FROM portal_sessions'),
  ).toEqual([
    { is_renewable: true, dated: true },
    { is_renewable: true, dated: true },
  ]);
});
