import { describe, expect, it } from 'vitest';
import { FIND_SESSIONS } from '../../../src/features/portal/lookup/sessions.queries.js';
import { Browser, PORTAL_URL, usePortal } from '../../support/portal-browser.js';

const SUMMARY = '/api/v1/calls/summary';

const { provider, test, tenant, user, signedIn, tokenOf } = usePortal();

describe('a request below /api', () => {
  // portal-sessions 5.1
  it('is answered as its route answers, errors too', async () => {
    const browser = await signedIn();
    const direct = await test
      .request()
      .get('/v1/calls/list?page_size=0')
      .set('Authorization', `Bearer ${tokenOf(user)}`);
    const forwarded = await browser.get('/api/v1/calls/list?page_size=0');
    expect([forwarded.status, forwarded.body]).toEqual([direct.status, direct.body]);
    expect((await browser.get('/api/v1/no-such-route')).status).toBe(404);
    expect((await browser.get('/api/internal/v1/calls')).status).toBe(404);
    expect((await browser.get('/api/v1/health')).status).toBe(200);
    expect((await browser.get('/api/v1/portal/sessions')).status).toBe(200);
    const none = await test.request().get('/api/v1/calls/summary');
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  // portal-sessions 5.2
  it('refuses an API key and a token, with and without a session', async () => {
    const browser = await signedIn();
    const key = { 'X-API-Key': await test.world.aKey(tenant, 'client_admin') };
    for (const credentials of [key, { Authorization: `Bearer ${tokenOf(user)}` }]) {
      for (const answer of [
        await browser.get(SUMMARY, credentials),
        await test.request().get(SUMMARY).set(credentials),
      ]) {
        expect([answer.status, answer.body]).toMatchObject([
          403,
          { error: { code: 'credentials_not_allowed' } },
        ]);
      }
    }
  });

  // portal-sessions 5.1, 5.2
  it('reaches the directory of partner clients by session or by token, and not by both', async () => {
    const own = await test.world.aTenant();
    const partner = await test.world.aUser(own, { role: 'partner_admin' });
    const browser = await signedIn(partner);
    const path = '/api/partner-clients';
    const bearer = { Authorization: `Bearer ${tokenOf(partner)}` };
    const bySession = await browser.get(path);
    const byToken = await test.request().get(path).set(bearer);
    expect([bySession.status, byToken.status, (await test.request().get(path)).status]).toEqual([
      200, 200, 401,
    ]);
    expect((bySession.body as { items: object[] }).items).toEqual(
      (byToken.body as { items: object[] }).items,
    );
    expect((await browser.get(path, bearer)).body).toMatchObject({
      error: { code: 'credentials_not_allowed' },
    });
    const forged = await browser.send('post', path, {}, { Origin: 'https://evil.example' });
    expect(forged.body).toMatchObject({ error: { code: 'origin_not_allowed' } });
  });

  // portal-sessions 2.4
  it.each([
    ['unknown', (name: string) => `${name}=${'a'.repeat(43)}`],
    ['malformed', (name: string) => `${name}=../../etc`],
    ['of 8 KiB', (name: string) => `${name}=${'a'.repeat(8192)}`],
    ['with NUL', (name: string) => `${name}=%00${'a'.repeat(40)}`],
  ])('with a cookie that is %s is 401', async (_, cookie) => {
    expect((await test.request().get(SUMMARY).set('Cookie', cookie('session'))).status).toBe(401);
  });

  // portal-sessions 2.4
  it('with the cookie twice is 401, in any order', async () => {
    const own = (await signedIn()).cookieHeader;
    const planted = `session=${'b'.repeat(43)}`;
    for (const header of [`${own}; ${planted}`, `${planted}; ${own}`, `${own}; ${own}`]) {
      expect((await test.request().get(SUMMARY).set('Cookie', header)).status).toBe(401);
    }
  });

  // portal-sessions 4.1, 4.2
  it('that writes needs the Origin of the portal, and a type that no form has', async () => {
    const browser = await signedIn();
    const write = (headers: Record<string, string>, path = '/v1/portal/sessions/revoke-others') =>
      browser.send('post', path, {}, headers);
    for (const path of ['/v1/portal/sessions/revoke-others', '/api/v1/compliance/caller-requests']) {
      for (const origin of ['https://evil.example', 'null', `${PORTAL_URL}.evil.example`]) {
        const answer = await write({ Origin: origin }, path);
        expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'origin_not_allowed' } }]);
      }
      expect((await write({ 'Content-Type': 'text/plain' }, path)).status).toBe(415);
    }
    const bare = await test
      .request()
      .post('/v1/portal/sessions/revoke-others')
      .set({ Cookie: browser.cookieHeader, 'Content-Type': 'application/json' });
    expect(bare.status).toBe(403);
    expect((await write({})).status).toBe(200);
  });
});

describe('sessions', () => {
  it('that are looked up together each give their own person', async () => {
    const people = [];
    for (let count = 0; count < 4; count += 1)
      people.push(await test.world.aUser(tenant, { role: 'client_staff' }));
    const browsers = [];
    for (const person of people) browsers.push(await signedIn(person));
    const stranger = new Browser(test, provider);
    stranger.cookies.set('session', 'x'.repeat(43));
    const answers = await Promise.all(
      [...browsers, stranger].map((browser) => browser.get('/v1/portal/session')),
    );
    expect(answers.map(({ status, body }) => [status, (body as { user_id?: string }).user_id])).toEqual([
      ...people.map(({ userId }) => [200, userId]),
      [403, undefined],
    ]);
  });

  it('are found as fast among ten thousand', async () => {
    await test.world.sql(
      `INSERT INTO portal_sessions (session_id, id_hash, subject, data_env, tokens_encrypted, token_given_at, token_ends_at,
                                    is_renewable, created_at, last_seen_at, ends_at, amr, ip_masked, agent)
       SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), $1, 'prod', '', now(), now(), true, now(), now(),
              now() + interval '1 hour', '{}', '', '' FROM generate_series(1, 10000)`,
      [user.subject],
    );
    await test.world.sql('ANALYZE portal_sessions');
    const statement = FIND_SESSIONS.text
      .replace('$1', "ARRAY['\\x00']")
      .replace('$2', 'ARRAY[0]')
      .replace('$3', 'now()');
    const plan = await test.world.sql<Record<string, string>>(`EXPLAIN ${statement}`);
    expect(JSON.stringify(plan)).toContain('portal_sessions_id_hash_key');
    expect((await (await signedIn()).get(SUMMARY)).status).toBe(200);
  });
});
