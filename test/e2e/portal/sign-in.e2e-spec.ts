import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashInvitationToken } from '../../../src/features/people/rules/invitation.policy.js';
import { startTestApp } from '../../support/app.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import type { Misbehaviour } from '../../support/openid-provider.js';
import { Browser, PORTAL_URL, usePortal, withPortal } from '../../support/portal-browser.js';

const { provider, test, tenant, user } = usePortal();

const aBrowser = (on = test): Browser => new Browser(on, provider);
const summary = '/api/v1/calls/summary';

describe('signing in', () => {
  // portal-sessions 1.2, 1.4, 2.1, 5.3
  it('leads to the provider with PKCE, and back with a session whose requests reach the routes', async () => {
    const browser = aBrowser();
    const location = new URL(await browser.begin('/calls?status=missed'));
    expect(location.origin + location.pathname).toBe(`${provider.issuer}/auth`);
    const sent = Object.fromEntries(location.searchParams);
    expect(sent).toMatchObject({
      client_id: 'portal',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PORTAL_URL}/v1/portal/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/);
    expect((await browser.get(summary)).status).toBe(401);

    const back = await browser.comeBack(location.href, user.subject);
    expect([back.status, back.headers['location'], back.text]).toEqual([303, '/calls?status=missed', '']);
    const [cookie] = (back.headers['set-cookie'] ?? []) as unknown as string[];
    expect(cookie).toMatch(
      /^session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get(summary)).status).toBe(200);
    expect((await browser.get('/v1/calls/summary')).status).toBe(401);
  });

  // portal-sessions 7.2
  it('tells those who look after people of a network that is new for a person, once', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_staff' });
    const { clientId, dataEnv } = tenant;
    const sql = (text: string) => test.world.sql(text, [clientId, dataEnv]);
    await sql(
      `INSERT INTO email_addresses (client_id, data_env, address_id, email_sealed, email_hash, label, language, topics, status,
              unsubscribe_hash, created_by, verified_at)
       VALUES ($1, $2, gen_random_uuid(), 'x', 'new place', 'Desk', 'en', '{people}', 'verified', 'new place', 'test', now())`,
    );
    const told = async (change: string | null): Promise<object[]> => {
      if (change !== null)
        await sql(`UPDATE sign_in_places SET ${change} WHERE client_id = $1 AND data_env = $2`);
      expect((await aBrowser().signIn(person.subject)).status).toBe(303);
      return sql(`SELECT facts FROM notices WHERE client_id = $1 AND data_env = $2 AND kind = 'new_place'`);
    };
    expect(await told(null)).toEqual([]);
    expect(await told(null)).toEqual([]);
    expect(await told(`last_seen_at = now() - interval '91 days', network = '198.51.100.*'`)).toEqual([]);
    const facts = { role: 'client_staff', network: '127.0.0.*', organisation_id: null };
    expect(await told(`network = '203.0.113.*'`)).toMatchObject([{ facts }]);
    expect(await told(null)).toHaveLength(1);
  });

  // portal-sessions 1.12
  it.each(['127.0.0.1:4001', 'localhost:4000', '[::1]:4000', 'my-laptop:4000', 'evil.example.com'])(
    'that is asked for at %s begins at the public address alone',
    async (Host) => {
      const browser = aBrowser();
      const before = await test.world.sql('SELECT FROM portal_sign_ins');
      const path = '/v1/portal/sign-in?return_to=%2Fcalls%3Fstatus%3Dmissed';
      const away = await browser.get(path, { Host, 'X-Forwarded-Host': Host });
      expect([away.status, away.headers['location'], away.text]).toEqual([
        303,
        `${PORTAL_URL}${path}&at=public`,
        '',
      ]);
      expect(away.headers['set-cookie']).toBeUndefined();
      expect(await test.world.sql('SELECT FROM portal_sign_ins')).toHaveLength(before.length);

      const location = await browser.get(away.headers['location']!.slice(PORTAL_URL.length));
      const back = await browser.comeBack(location.headers['location']!, user.subject);
      expect(back.headers['location']).toBe('/calls?status=missed');
      expect((await browser.get(summary)).status).toBe(200);
    },
  );

  // portal-sessions 1.12
  it('goes round in no circle behind a proxy that changes the host, and leads to no other one', async () => {
    const browser = aBrowser();
    const behind = await browser.get('/v1/portal/sign-in?at=public', { Host: 'api:3000' });
    expect((await browser.comeBack(behind.headers['location']!, user.subject)).status).toBe(303);
    for (const asked of ['//evil.example.com', 'https://evil.example.com/', '/\\evil.example.com'])
      expect(
        (await aBrowser().get(`/v1/portal/sign-in?return_to=${encodeURIComponent(asked)}`, { Host: 'other' }))
          .headers['location'],
      ).toBe(`${PORTAL_URL}/v1/portal/sign-in?return_to=%2F&at=public`);
  });

  // portal-sessions 1.3
  it('works in two tabs of one browser at a time, in any order', async () => {
    const browser = aBrowser();
    const [first, second] = [await browser.begin('/one'), await browser.begin('/two')];
    expect((await browser.comeBack(second, user.subject)).headers['location']).toBe('/two');
    expect((await browser.comeBack(first, user.subject)).headers['location']).toBe('/one');
    expect((await browser.get(summary)).status).toBe(200);
  });

  // portal-sessions 1.3
  it('takes a state once, from the browser that began, and not late', async () => {
    const known = (await aBrowser().signIn(user.subject)).status;
    const browser = aBrowser();
    const location = await browser.begin();
    const query = provider.approve(location, user.subject);
    const callback = `/v1/portal/callback?${query.toString()}`;
    const elsewhere = await aBrowser().get(callback);
    const other = aBrowser();
    await other.begin();
    const foreign = await other.get(callback);
    const twice = await browser.get(`${callback}&state=${query.get('state')}`);
    const mine = await browser.get(callback);
    const again = await browser.get(callback);
    const none = await browser.get('/v1/portal/callback');
    expect(
      [known, elsewhere, foreign, twice, mine, again, none].map((it) =>
        typeof it === 'number' ? it : it.status,
      ),
    ).toEqual([303, 400, 400, 400, 303, 400, 400]);
    expect(again.body).toMatchObject({ code: 'sign_in_not_known' });

    const late = await browser.begin();
    await test.world.sql(`UPDATE portal_sign_ins SET ends_at = now() - interval '1 minute'`);
    expect((await browser.comeBack(late, user.subject)).status).toBe(400);
    expect(await test.world.sql('SELECT FROM portal_sign_ins')).toHaveLength(1);
  });

  const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();
  const now = Math.floor(Date.now() / 1000);

  // portal-sessions 1.6
  it.each<[string, Misbehaviour]>([
    ['another issuer', { idClaims: { iss: 'https://evil.example' } }],
    ['another audience', { idClaims: { aud: 'another-client' } }],
    ['another nonce', { idClaims: { nonce: 'of another sign-in' } }],
    ['no nonce', { idClaims: { nonce: undefined } }],
    ['no subject', { idClaims: { sub: undefined } }],
    ['a subject with NUL', { idClaims: { sub: 'a\0b' }, accessClaims: { sub: 'a\0b' } }],
    ['a time that no clock shows', { idClaims: { auth_time: 1e20 } }],
    ['an end that is past', { idClaims: { iat: now - 600, exp: now - 300 } }],
    ['another key', { idKey: strangersKey }],
    ['an access token of somebody else', { accessClaims: { sub: 'somebody-else' } }],
    ['an access token without a subject', { accessClaims: { sub: undefined } }],
    ['an access token for another API', { accessClaims: { aud: 'https://other.example' } }],
    ['an access token of a clock that is ahead', { accessClaims: { iat: now + 3600, exp: now + 7200 } }],
    ['a code that it does not take', { token: 400 }],
  ])('is refused where the provider gives %s', async (_, misbehaviour) => {
    const browser = aBrowser();
    const location = await browser.begin();
    provider.misbehaviour = misbehaviour;
    const back = await browser.comeBack(location, user.subject);
    expect([back.status, back.body]).toMatchObject([403, { code: 'sign_in_refused' }]);
    expect(browser.cookies.has('session')).toBe(false);
  });

  // portal-sessions 1.6, 6.2
  it('shows no ways of signing in that are none', async () => {
    const browser = aBrowser();
    const location = await browser.begin();
    provider.misbehaviour = { idClaims: { amr: ['pwd', 'a\0', 'x'.repeat(5000)] } };
    expect((await browser.comeBack(location, user.subject)).status).toBe(303);
    const { items } = (await browser.get('/v1/portal/sessions')).body as { items: object[] };
    expect(items).toContainEqual(expect.objectContaining({ amr: ['pwd'], current: true }));
  });

  // portal-sessions 1.6
  it('is refused where the answer comes from another provider, or says no', async () => {
    const browser = aBrowser();
    const state = new URL(await browser.begin()).searchParams.get('state') ?? '';
    const no = new URLSearchParams({ state, error: 'access_denied', iss: provider.issuer });
    expect((await browser.get(`/v1/portal/callback?${no.toString()}`)).body).toMatchObject({
      code: 'sign_in_refused',
    });
    const query = provider.approve(await browser.begin(), user.subject);
    query.set('iss', 'https://evil.example');
    expect((await browser.get(`/v1/portal/callback?${query.toString()}`)).status).toBe(403);
  });

  // portal-sessions 1.7
  it.each<[string, Misbehaviour]>([
    ['is in trouble', { token: 503 }],
    ['does not answer', { token: 'silent' }],
  ])('is 503 with a time where the provider %s', async (_, misbehaviour) => {
    const browser = aBrowser();
    const location = await browser.begin();
    provider.misbehaviour = misbehaviour;
    const back = await browser.comeBack(location, user.subject);
    expect([back.status, back.body]).toMatchObject([503, { code: 'identity_provider_unavailable' }]);
    expect(Number(back.headers['retry-after'])).toBeGreaterThan(0);
    provider.misbehaviour = {};
    expect((await browser.signIn(user.subject)).status).toBe(303);
  });

  // portal-sessions 1.10, 7.1
  it('is refused for a person who is not active, and audited', async () => {
    const gone = await test.world.aUser(tenant, { role: 'client_staff' });
    await test.world.sql('UPDATE portal_users SET active = false WHERE user_id = $1', [gone.userId]);
    const back = await aBrowser().signIn(gone.subject);
    expect([back.status, back.body]).toMatchObject([403, { code: 'no_portal_access' }]);
    const audited = await test.world.sql(
      `SELECT client_id, outcome, actor_id, metadata FROM audit_events WHERE action = 'portal_session.sign_in_refused'`,
    );
    expect(audited).toEqual([
      {
        client_id: tenant.clientId,
        outcome: 'denied',
        actor_id: gone.userId,
        metadata: { reason: 'not active' },
      },
    ]);
    expect(test.logs()).not.toContain(gone.subject);
  });

  // portal-sessions 1.10
  it('lets a person who is new accept an invitation, and nothing else', async () => {
    const guest = aBrowser();
    expect((await guest.signIn('a-guest-of-the-provider')).status).toBe(303);
    expect((await guest.get(summary)).status).toBe(404);
    expect((await guest.get('/v1/portal/sessions')).status).toBe(200);
    const token = randomBytes(32).toString('base64url');
    await test.world.sql(
      `INSERT INTO person_invitations (client_id, data_env, invitation_id, role, email_sealed, email_hash, token_hash, sent_at,
                                       expires_at, created_by)
       VALUES ($1, $2, gen_random_uuid(), 'client_staff', '', '', $3, now(), now() + interval '7 days', $4)`,
      [
        tenant.clientId,
        tenant.dataEnv,
        hashInvitationToken(test.settings.apiKeys.pepper, token),
        user.userId,
      ],
    );
    const body = { token, display_name: 'Mei Tanaka' };
    const accepted = await guest.send('post', '/api/v1/portal/invitations/accept', body);
    expect([accepted.status, accepted.body]).toMatchObject([200, { role: 'client_staff' }]);
    expect((await guest.get(summary)).status).toBe(200);
  });

  // portal-sessions 1.8
  it('answers with headers that let nothing frame it or load from elsewhere', async () => {
    for (const path of ['/v1/portal/sign-in', '/v1/portal/callback', '/v1/portal/sessions']) {
      const { headers } = await aBrowser().get(path);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
  });

  // portal-sessions 1.9
  it('is limited by address', async () => {
    const from = (address: string) => aBrowser().get('/v1/portal/callback', { 'X-Forwarded-For': address });
    for (let count = 0; count < 60; count += 1) expect((await from('203.0.113.1')).status).toBe(400);
    const refused = await from('203.0.113.1');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await from('203.0.113.2')).status).toBe(400);
  });

  // portal-sessions 1.9; requests 8.10, 8.13
  it('is limited by the network of an IPv6 address, and leaves no row for what is refused', async () => {
    const begun = async (): Promise<number> =>
      (await test.world.sql<{ n: number }>('SELECT count(*)::int AS n FROM portal_sign_ins'))[0]!.n;
    const before = await begun();
    const from = async (address: string): Promise<number> =>
      (await aBrowser().get('/v1/portal/sign-in', { 'X-Forwarded-For': address })).status;
    const answers: number[] = [];
    for (let nth = 1; nth <= 64; nth += 1) answers.push(await from(`2001:db8:7:1::${nth.toString(16)}`));
    expect(answers.filter((status) => status === 303)).toHaveLength(60);
    expect(answers.slice(60)).toEqual([429, 429, 429, 429]);
    expect((await begun()) - before).toBe(60);
    expect(await from('2001:db8:7:2::1')).toBe(303);
  });

  // portal-sessions 2.2, 2.3, 7.1
  it('leaves no token and no cookie in logs, addresses, answers or the store', async () => {
    const browser = aBrowser();
    const back = await browser.signIn(user.subject, '/calls');
    const listed = await browser.get('/v1/portal/sessions');
    const rows = await test.world.sql('SELECT s::text AS row FROM portal_sessions s');
    const audits = await test.world.sql<{ row: string }>('SELECT e::text AS row FROM audit_events e');
    const seen = [test.logs(), JSON.stringify(back.headers['location']), back.text, listed.text];
    const text = [...seen, JSON.stringify(rows), JSON.stringify(audits)].join('\n');
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/);
    for (const cookie of browser.cookies.values()) expect(text).not.toContain(cookie);
    expect(audits.filter(({ row }) => row.includes('portal_session.signed_in')).length).toBeGreaterThan(0);
  });
});

describe('a sign-in whose store dies', () => {
  // portal-sessions 1.3
  it('is 503 and no session; the next one works', async () => {
    const proxy = await FaultProxy.before(test.settings.metadata.url);
    const behind = await startTestApp({
      databases: test.databases,
      settings: (base) => {
        const settings = withPortal(provider)(base);
        return { ...settings, metadata: { ...settings.metadata, url: proxy.url } };
      },
    });
    try {
      const browser = aBrowser(behind);
      const location = await browser.begin();
      const before = await test.world.sql('SELECT FROM portal_sessions');
      await proxy.become('reset');
      expect((await browser.comeBack(location, user.subject)).status).toBe(503);
      expect(browser.cookies.has('session')).toBe(false);
      await proxy.become('pass');
      // Sent again once the store is back: its state was not used up.
      await expect.poll(async () => (await browser.comeBack(location, user.subject)).status).toBe(303);
      expect(await test.world.sql('SELECT FROM portal_sessions')).toHaveLength(before.length + 1);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });
});
