import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { anApiKeyFixture, auditOf, ApiKeyFixture, me, PATH, TERMS } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';
import { PARTNER_ROLES, SCOPES } from '../../../src/core/shared/roles.js';

const YEAR_MS = 366 * 86_400_000;

describe('POST /v1/partner/api-keys', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ApiKeyFixture;

  const inFuture = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  const fieldOf = (response: { body: unknown }) =>
    (response.body as { error: { code: string; details: { field_errors: { field: string }[] } } }).error;

  // partner 4.1. A policy of the database names these scopes a second time.
  it.each(PARTNER_ROLES)('creates a key of the scope %s', async (scope) => {
    const fixture = await anApiKeyFixture(test);
    const response = await fixture.create({ ...TERMS, scope });
    expect([response.status, response.body]).toMatchObject([200, { scope }]);
  });

  // partner 3.1, 4.1, 4.2, 4.3, 4.11, 4.13, 5.1
  it('answers the whole record with the secret, which works at once', async () => {
    desk = await anApiKeyFixture(test);
    const expiry = inFuture(86_400_000);
    const response = await desk.create({ ...TERMS, expires_at_utc: expiry });
    const body = response.body as KeyBody;
    expect(response.status).toBe(200);
    expect(body).toEqual({
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      key_prefix: body.secret.split('_')[2],
      last_four: body.secret.slice(-4),
      description: 'CRM sync',
      scope: 'partner_user',
      client_id: desk.tenant.clientId,
      data_env: 'prod',
      status: 'active',
      organisation_active: true,
      created_at_utc: clock.now().toISOString(),
      created_by: desk.user.userId,
      created_by_active: true,
      expires_at_utc: expiry,
      last_used_at_utc: null,
      rotated_from_key_id: null,
      replaced_by_key_id: null,
      grace_expires_at_utc: null,
      revoked_at_utc: null,
      revoked_by: null,
      secret: expect.stringMatching(/^svc_prod_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/) as string,
      secret_available: true,
      updated_at_utc: body['created_at_utc'],
      updated_by: body['created_by'],
    });
    expect((await me(test, body.secret)).body).toMatchObject({
      client_id: desk.tenant.clientId,
      scope: 'partner_user',
      api_key_id: body.key_id,
      api_key_description: 'CRM sync',
      expires_at: expiry,
    });
    expect(await auditOf(test, desk.tenant)).toEqual([
      {
        action: 'api_key.created',
        actor_id: desk.user.userId,
        metadata: { key_id: body.key_id, key_scope: 'partner_user', expires_at_utc: expiry },
      },
    ]);
  });

  // partner 2.4
  it('makes a key of the environment of the token, not of another one', async () => {
    const prod = await test.world.aTenant();
    const staging = await test.world.aTenant({ clientId: prod.clientId, dataEnv: 'staging' });
    const user = await test.world.aUser(staging, { role: 'partner_admin' });
    const key = await new ApiKeyFixture(test, staging, user).made({ ...TERMS, scope: 'partner_admin' });
    expect(key.secret).toMatch(/^svc_staging_/);
    expect((await me(test, key.secret)).body).toMatchObject({ data_env: 'staging', scope: 'partner_admin' });
    const inProd = new ApiKeyFixture(test, prod, user);
    await inProd.create().expect(404);
  });

  // Fails if the response is stored with its secret, or if a replay creates a second key. partner
  // 4.2, 4.13
  it('answers a replay with the record and without the secret, and makes one key', async () => {
    desk = await anApiKeyFixture(test);
    const first = await desk.create(TERMS, 'once');
    const again = await desk.create(TERMS, 'once');
    expect(again.status).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.body).toEqual({ ...(first.body as KeyBody), secret: null, secret_available: false });
    expect(await desk.items()).toHaveLength(1);
    expect(await auditOf(test, desk.tenant)).toHaveLength(1);
    const changed = await desk.create({ ...TERMS, description: 'Another' }, 'once');
    expect([changed.status, fieldOf(changed).code]).toEqual([422, 'idempotency_key_reuse']);
  });

  it('of many with one idempotency key makes one key and tells its secret once', async () => {
    desk = await anApiKeyFixture(test);
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.create(TERMS, 'at-once')));
    const secrets = answers.filter(({ body }) => (body as KeyBody).secret);
    expect(secrets).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((it) => it !== 200 && it !== 409)).toEqual([]);
    expect(await desk.items()).toHaveLength(1);
  });

  // partner 2.6
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with a blank in it', 'two words'],
  ])('needs an idempotency key: %s is 400 and names the header', async (_, key) => {
    desk = await anApiKeyFixture(test);
    for (const path of ['', `/${desk.user.userId}/rotate`, `/${desk.user.userId}/revoke`]) {
      const response = await desk.post(path, TERMS, key);
      expect(response.status).toBe(400);
      const error = fieldOf(response);
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
      expect(error.details.field_errors).toMatchObject([{ field: 'Idempotency-Key' }]);
    }
    expect(await desk.items()).toEqual([]);
  });

  // partner 4.1, 6.7
  it.each([
    ['description', { scope: 'partner_user' }],
    ['description', { ...TERMS, description: '' }],
    ['description', { ...TERMS, description: '   ' }],
    ['description', { ...TERMS, description: 'two\nlines' }],
    ['description', { ...TERMS, description: 'x'.repeat(201) }],
    ['description', { ...TERMS, description: 7 }],
    ['scope', { description: 'x' }],
    ...SCOPES.filter((scope) => !scope.startsWith('partner_')).map((scope): [string, object] => [
      'scope',
      { ...TERMS, scope },
    ]),
    ['scope', { ...TERMS, scope: ['partner_user'] }],
    ['expires_at_utc', { ...TERMS, expires_at_utc: 'tomorrow' }],
    ['expires_at_utc', { ...TERMS, expires_at_utc: 1_893_456_000 }],
    ['expires_at_utc', { ...TERMS, expires_at_utc: '2020-01-01T00:00:00Z' }],
    ['expires_at_utc', { ...TERMS, expires_at_utc: '2099-01-01T00:00:00Z' }],
    ['key_id', { ...TERMS, key_id: 'mine' }],
  ])('answers 422 for a wrong %s, and names it (%j)', async (field, body) => {
    desk = await anApiKeyFixture(test);
    const response = await desk.create(body);
    expect([response.status, fieldOf(response).code]).toEqual([422, 'validation_error']);
    expect(fieldOf(response).details.field_errors.map((error) => error.field)).toEqual([field]);
    expect(await desk.items()).toEqual([]);
  });

  // partner 4.1
  it('takes a description of one character and of 200, in any script, and an expiry of null', async () => {
    desk = await anApiKeyFixture(test);
    for (const description of ['x', '\u{1F511}'.repeat(200), 'Zoë’s “desk” 電話']) {
      const key = await desk.made({ ...TERMS, description, expires_at_utc: null });
      expect(await desk.item(key.key_id)).toMatchObject({ description, expires_at_utc: null });
    }
  });

  // partner 3.2, 4.1
  it('takes an expiry of nearly five years, and the key ends with it', async () => {
    desk = await anApiKeyFixture(test);
    await desk.made({ ...TERMS, expires_at_utc: inFuture(4.9 * YEAR_MS) });
    const short = await desk.made({ ...TERMS, expires_at_utc: inFuture(5_000) });
    await me(test, short.secret).expect(200);
    clock.advance(5_000);
    await me(test, short.secret).expect(401);
    expect(await desk.item(short.key_id)).toMatchObject({ status: 'expired' });
  });

  // partner 2.1, 2.3
  it('is for signed-in partner administrators alone: with a key it is 404, and nothing is made', async () => {
    desk = await anApiKeyFixture(test);
    const key = await test.world.aKey(desk.tenant, 'partner_admin');
    const victim = (await desk.items())[0]!.key_id;
    for (const path of ['', `/${victim}/rotate`, `/${victim}/revoke`]) {
      const response = await test
        .request()
        .post(`${PATH}${path}`)
        .set({ 'X-API-Key': key, 'Idempotency-Key': 'k' })
        .query({ client_id: desk.tenant.clientId })
        .send(path === '' ? TERMS : {});
      expect(response.status).toBe(404);
    }
    expect(await desk.items()).toMatchObject([{ key_id: victim, status: 'active' }]);
  });

  it('ends for an administrator whose organisation no longer owns the client', async () => {
    desk = await anApiKeyFixture(test);
    await desk.made();
    await test.world.sql('UPDATE partner_client_ownerships SET active = false WHERE client_id = $1', [
      desk.tenant.clientId,
    ]);
    await desk.create().expect(404);
    await desk.list().expect(404);
  });
});

describe('GET /v1/partner/api-keys', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });

  // partner 3.3, 5.2
  it('lists newest first, without anything a key could be made of', async () => {
    const desk = await anApiKeyFixture(test);
    const made: string[] = [];
    for (const description of ['first', 'second', 'third']) {
      made.unshift((await desk.made({ ...TERMS, description })).key_id);
      clock.advance(1);
    }
    const items = await desk.items();
    expect(items.map(({ key_id }) => key_id)).toEqual(made);
    expect(Object.keys(items[0]!).filter((name) => /secret|hash/.test(name))).toEqual([]);
  });

  // partner 2.1, 2.3
  it('shows a reader with a key the same, with or without client_id', async () => {
    const desk = await anApiKeyFixture(test);
    await desk.made();
    for (const scope of ['partner_admin', 'partner_user'] as const) {
      const key = await test.world.aKey(desk.tenant, scope);
      const list = (query: object) => test.request().get(PATH).set('X-API-Key', key).query(query);
      const expected = { items: await desk.items() };
      expect((await list({})).body).toEqual(expected);
      expect((await list({ client_id: desk.tenant.clientId })).body).toEqual(expected);
      await list({ client_id: 'client-nowhere' }).expect(404);
    }
  });

  // Fails if a default assignment replaces the client_id that people must name here. partner 2.2
  it('is 404 for people who do not name the client, though it is their only one', async () => {
    const tenant = await test.world.aTenant();
    const foreign = await test.world.aTenant();
    for (const role of ['partner_admin', 'partner_user'] as const) {
      const user = await test.world.aUser(tenant, { role, isDefault: true });
      const list = (query: object) => test.request().get(PATH).set(bearer(user.token())).query(query);
      await list({ client_id: tenant.clientId }).expect(200);
      const answers = [
        await list({}),
        await list({ client_id: '' }),
        await list({ client_id: foreign.clientId }),
        await list({ client_id: 'client-nowhere' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      // The rest does not even reveal which tenant it belonged to.
      expect(new Set(answers.map(({ body }) => (body as { error: { code: string } }).error.code))).toEqual(
        new Set(['not_found']),
      );
      const unnamed = await test
        .request()
        .post(PATH)
        .set(bearer(user.token()))
        .set('Idempotency-Key', 'k')
        .send(TERMS);
      expect(unnamed.status).toBe(404);
    }
  });

  // partner 2.4, 2.5
  it('holds the keys of one client and environment, and of the partner scopes alone', async () => {
    const desk = await anApiKeyFixture(test);
    const other = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'dev' });
    await test.world.aKey(other, 'partner_admin');
    await test.world.aKey(await test.world.aTenant(), 'partner_admin');
    for (const scope of SCOPES) await test.world.aKey(desk.tenant, scope);
    const seen = (await desk.items()).map(({ scope, client_id, data_env }) => [scope, client_id, data_env]);
    const { clientId } = desk.tenant;
    expect(seen.sort()).toEqual([
      ['partner_admin', clientId, 'prod'],
      ['partner_user', clientId, 'prod'],
    ]);
  });

  // partner 3.4
  it('tells when a key was last used, five minutes behind at most', async () => {
    const desk = await anApiKeyFixture(test);
    const key = await desk.made();
    await me(test, key.secret).expect(200);
    const { ApiKeyUsage } = await import('../../../src/core/auth/api-keys/api-key-usage.js');
    await test.app.get(ApiKeyUsage, { strict: false }).flush();
    expect(await desk.item(key.key_id)).toMatchObject({ last_used_at_utc: clock.now().toISOString() });
  });
});
