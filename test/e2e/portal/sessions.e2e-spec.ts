import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { Browser, PORTAL_URL, usePortal, withPortal } from '../../support/portal-browser.js';

const SUMMARY = '/api/v1/calls/summary';

const { provider, test, tenant, user, signedIn, tokenOf } = usePortal();

const idOf = async (browser: Browser): Promise<string> => {
  const { items } = (await browser.get('/v1/portal/sessions')).body as {
    items: { session_id: string; current: boolean }[];
  };
  return items.find(({ current }) => current)!.session_id;
};

describe("one's own sessions", () => {
  // portal-sessions 6.6
  it('say who is signed in, and for which clients', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_manager', isDefault: true });
    await test.world.assign(person, { ...tenant, dataEnv: 'staging' }, { role: 'client_admin' });
    const answer = await (await signedIn(person)).get('/v1/portal/session');
    expect([answer.status, answer.body as unknown]).toEqual([
      200,
      {
        user_id: person.userId,
        display_name: person.subject,
        language: null,
        timezone: null,
        data_env: tenant.dataEnv,
        break_glass_id: null,
        environments: [tenant.dataEnv, 'staging'],
        assignments: [
          {
            client_id: tenant.clientId,
            business_name: expect.any(String) as string,
            role: 'client_manager',
            is_default: true,
          },
        ],
        shut_out: [],
        roles: [{ role: 'client_manager', operations: expect.any(Array) as string[] }],
      },
    ]);
    const stranger = await signedIn(await test.world.aUser(tenant, { role: 'client_staff', active: false }));
    expect((await stranger.get('/v1/portal/session')).status).toBe(404);
  });

  // portal-sessions 6.9
  it('keep the language and the zone of the person, in every browser', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_manager', isDefault: true });
    const [browser, other] = [await signedIn(person), await signedIn(person)];
    const profile = { language: 'de', timezone: 'Europe/Berlin' };
    const saved = await browser.send('put', '/v1/portal/profile', profile);
    expect([saved.status, saved.body as unknown]).toEqual([200, profile]);
    expect((await other.get('/v1/portal/session')).body).toMatchObject(profile);
    const emptied = { language: null, timezone: null };
    expect((await other.send('put', '/v1/portal/profile', emptied)).body).toEqual(emptied);
    expect((await browser.get('/v1/portal/session')).body).toMatchObject(emptied);
    for (const wrong of [
      { language: 'de' },
      { ...profile, language: 'fr' },
      { ...profile, timezone: 'Mars' },
    ])
      expect((await browser.send('put', '/v1/portal/profile', wrong)).status).toBe(400);
    expect((await (await signedIn()).get('/v1/portal/session')).body).toMatchObject(emptied);
  });

  // portal-sessions 3.5; people 2.8
  it.each([
    ['a role of the person has ended', 'portal_user_client_assignments'],
    ['the person was inactive', 'portal_users'],
  ])('do not come back once %s', async (_, table) => {
    const person = await test.world.aUser(tenant, { role: 'client_manager', isDefault: true });
    const [browser, other] = [await signedIn(person), await signedIn()];
    expect((await browser.get('/v1/portal/session')).status).toBe(200);
    for (const active of [false, true])
      await test.world.sql(`UPDATE ${table} SET active = $2 WHERE user_id = $1`, [person.userId, active]);
    await eventually(async () => expect((await browser.get('/v1/portal/session')).status).toBe(403));
    expect((await other.get('/v1/portal/session')).status).toBe(200);
    expect((await (await signedIn(person)).get('/v1/portal/session')).status).toBe(200);
  });

  // portal-sessions 6.6; access 4.8
  it('name no client whose partner has lost it, nor an environment of it', async () => {
    const organisationId = await test.world.anOrganisation(tenant.clientId);
    const lost = await test.world.aTenant();
    const person = await test.world.aUser(tenant, { role: 'partner_user', organisationId });
    await test.world.assign(person, lost, { role: 'partner_admin', organisationId });
    await test.world.assign(
      person,
      { ...lost, dataEnv: 'staging' },
      { role: 'partner_admin', organisationId },
    );
    await test.world.sql('UPDATE partner_client_ownerships SET active = false WHERE client_id = $1', [
      lost.clientId,
    ]);
    const answer = await (await signedIn(person)).get('/v1/portal/session');
    expect(answer.body).toMatchObject({
      environments: [tenant.dataEnv],
      assignments: [{ client_id: tenant.clientId }],
    });
  });

  // portal-sessions 6.2
  it('are listed with what a person knows them by, and no others', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_staff' });
    await signedIn();
    const first = new Browser(test, provider);
    await first.get('/v1/portal/sign-in');
    const browser = await signedIn(person);
    const { items } = (await browser.get('/v1/portal/sessions')).body as { items: object[] };
    expect(items).toEqual([
      {
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        created_at_utc: expect.any(String) as string,
        last_seen_at_utc: expect.any(String) as string,
        expires_at_utc: expect.any(String) as string,
        ip_masked: expect.stringMatching(/\*$/) as string,
        agent: 'unknown',
        amr: ['pwd', 'otp'],
        current: true,
      },
    ]);
  });

  // portal-sessions 6.3
  it('end one by one; a foreign one and an absent one are one answer', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const foreign = await idOf(await signedIn(await test.world.aUser(tenant, { role: 'client_staff' })));
    const answers = [];
    for (const id of [foreign, '0190a0a0-0000-7000-8000-000000000000', 'no-id']) {
      const answer = await one.send('delete', `/v1/portal/sessions/${id}`);
      answers.push([answer.status, (answer.body as { code: string }).code]);
    }
    expect(answers).toEqual(Array(3).fill([404, 'not_found']));
    expect((await one.send('delete', `/v1/portal/sessions/${await idOf(other)}`)).status).toBe(204);
    await eventually(async () => expect((await other.get(SUMMARY)).status).toBe(401));
    expect((await one.send('delete', `/v1/portal/sessions/${await idOf(one)}`)).status).toBe(204);
    expect(one.cookies.has('session')).toBe(false);
  });

  // portal-sessions 6.4, 7.1
  it('end all but this one', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_staff' });
    const [one, two, three] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    expect((await two.send('post', '/v1/portal/sessions/revoke-others?client_id=x')).status).toBe(400);
    expect((await two.send('post', '/v1/portal/sessions/revoke-others')).body).toEqual({ revoked: 2 });
    await eventually(async () =>
      expect([(await one.get(SUMMARY)).status, (await three.get(SUMMARY)).status]).toEqual([401, 401]),
    );
    expect((await two.get(SUMMARY)).status).toBe(200);
    const audited = await test.world.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE actor_id = $1 ORDER BY occurred_at, event_id`,
      [person.userId],
    );
    expect(audited.map(({ action }) => action.replace('portal_session.', ''))).toEqual([
      'signed_in',
      'signed_in',
      'signed_in',
      'others_revoked',
    ]);
  });

  // portal-sessions 6.5
  it('end by signing out, also for who has kept the cookie; the provider hears of it', async () => {
    const browser = await signedIn();
    const stolen = browser.cookieHeader;
    const before = provider.revoked.length;
    const out = await browser.send('post', '/v1/portal/sign-out');
    expect([out.status, browser.cookies.has('session')]).toEqual([200, false]);
    const { provider_sign_out_url: elsewhere } = out.body as { provider_sign_out_url: string };
    expect(elsewhere).toContain(`${provider.issuer}/sign-out?`);
    expect(new URL(elsewhere).searchParams.get('post_logout_redirect_uri')).toBe(
      `${PORTAL_URL}/sign-in?reason=signed_out`,
    );
    const again = await test.request().get(SUMMARY).set('Cookie', stolen);
    expect(again.status).toBe(401);
    await eventually(() => expect(provider.revoked).toHaveLength(before + 1));
  });

  // portal-sessions 6.7
  it.each([
    ['post', 'sign-out'],
    ['post', 'sessions/revoke-others'],
    ['delete', 'sessions/00000000-0000-4000-8000-000000000000'],
  ] as const)('read no body without a session, and no large one with it: %s %s', async (method, route) => {
    const sized = (bytes: number, cookie = '') =>
      test
        .request()
        [method](`/v1/portal/${route}`)
        .set({ Origin: PORTAL_URL, 'Content-Type': 'application/json', Cookie: cookie })
        .send('{}'.padEnd(bytes));
    const browser = await signedIn();
    expect((await sized(1025)).status).toBe(403);
    expect((await sized(1025, browser.cookieHeader)).status).toBe(413);
  });

  // portal-sessions 6.1
  it('are for the session alone: 403 with a token, a key, both, or nothing', async () => {
    const bearer = { Authorization: `Bearer ${tokenOf(user)}` };
    const key = { 'X-API-Key': await test.world.aKey(tenant, 'client_admin') };
    const routes = [
      ['get', '/v1/portal/sessions'],
      ['delete', '/v1/portal/sessions/x'],
      ['post', '/v1/portal/sessions/revoke-others'],
      ['post', '/v1/portal/sign-out'],
    ] as const;
    const own = { Origin: PORTAL_URL, 'Content-Type': 'application/json' };
    for (const [method, path] of routes) {
      const bare = await test.request()[method](path).set(own);
      expect([bare.status, bare.body]).toMatchObject([403, { code: 'portal_session_required' }]);
      for (const credentials of [bearer, key, { ...bearer, ...key }]) {
        expect(
          (
            await test
              .request()
              [method](path)
              .set({ ...own, ...credentials })
          ).status,
        ).toBe(403);
      }
    }
    const browser = await signedIn();
    expect((await browser.get('/v1/portal/sessions', bearer)).status).toBe(403);
  });

  // portal-sessions 3.6
  it('are at most fifty, of which the oldest end', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_staff' });
    const oldest = await signedIn(person);
    await test.world.sql(
      `INSERT INTO portal_sessions (session_id, id_hash, subject, data_env, tokens_encrypted, token_given_at, token_ends_at,
                                    is_renewable, created_at, last_seen_at, ends_at, amr, ip_masked, agent)
       SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), $1, 'prod', '', now(), now(), true, now() + make_interval(secs => n),
              now(), now() + interval '1 hour', '{}', '', '' FROM generate_series(1, 60) n`,
      [person.subject],
    );
    await signedIn(person);
    const [{ count } = { count: 0 }] = await test.world.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM portal_sessions WHERE subject = $1',
      [person.subject],
    );
    expect(count).toBe(50);
    await eventually(async () => expect((await oldest.get(SUMMARY)).status).toBe(401));
  });
});

describe('a session', () => {
  // portal-sessions 1.4, 2.2
  it('has an id of its own, whatever cookie the browser brought', async () => {
    const planted = 'c'.repeat(43);
    const victim = new Browser(test, provider);
    victim.cookies.set('session', planted);
    await victim.signIn(user.subject);
    expect(victim.cookies.get('session')).not.toBe(planted);
    expect((await test.request().get(SUMMARY).set('Cookie', `session=${planted}`)).status).toBe(401);

    const former = victim.cookieHeader;
    await victim.signIn(user.subject);
    await eventually(async () =>
      expect((await test.request().get(SUMMARY).set('Cookie', former)).status).toBe(401),
    );
  });

  // portal-sessions 3.5
  it('follows when ownership, organisation or person end', async () => {
    const own = await test.world.aTenant();
    const organisationId = await test.world.anOrganisation(own.clientId);
    const person = await test.world.aUser(own, { role: 'partner_admin', organisationId });
    const browser = await signedIn(person);
    const status = async () => (await browser.get(`${SUMMARY}?client_id=${own.clientId}`)).status;
    const follows = async (statement: string, value: string, ended: number): Promise<void> => {
      expect(await status()).toBe(200);
      await test.world.sql(`${statement} = false WHERE ${value}`);
      await eventually(async () => expect(await status()).toBe(ended));
      await test.world.sql(`${statement} = true WHERE ${value}`);
      await eventually(async () => expect(await status()).toBe(200));
    };
    await follows('UPDATE partner_client_ownerships SET active', `client_id = '${own.clientId}'`, 404);
    await follows('UPDATE partner_organisations SET active', `organisation_id = '${organisationId}'`, 404);
    await test.world.sql('UPDATE portal_users SET active = false WHERE user_id = $1', [person.userId]);
    await eventually(async () => expect(await status()).toBe(401));
  });
});

describe('three processes', () => {
  // portal-sessions 3.5
  it('all know of a session that was ended in one', async () => {
    const options = { databases: test.databases, settings: withPortal(provider) };
    const others = [await startTestApp(options), await startTestApp(options)];
    try {
      const browser = await signedIn();
      const { cookieHeader } = browser;
      const statuses = () =>
        Promise.all(
          [test, ...others].map(
            async (it) => (await it.request().get(SUMMARY).set('Cookie', cookieHeader)).status,
          ),
        );
      expect(await statuses()).toEqual([200, 200, 200]);
      await browser.send('post', '/v1/portal/sign-out');
      await eventually(async () => expect(await statuses()).toEqual([401, 401, 401]));
    } finally {
      for (const other of others) await other.close();
    }
  });
});
