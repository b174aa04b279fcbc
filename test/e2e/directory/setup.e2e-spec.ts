import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSecondApp } from '../../support/app.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from '../access/callers.js';
import { DirectoryFixture, read, SCIM } from './directory-fixture.js';

const DAY_MS = 86_400_000;
const ADMINS = [{ group: 'Admins', role: 'client_admin' }];

describe('the setup of a directory', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const other = useSecondApp(test, { clock });
  let directory: DirectoryFixture;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    directory = await DirectoryFixture.make(test, ADMINS);
  });

  const start = clock.now();
  afterEach(() => clock.set(start));

  const statusOf = async (token: string): Promise<number> =>
    (await test.request().get(`${SCIM}/Users`).set(bearer(token))).status;

  // directory 1.1, 2.1
  it('is saved by an administrator who has read it', async () => {
    const { etag } = await directory.setup();
    const body = { on: true, group_roles: ADMINS, keys_end_with_person: false };
    await directory.administer('put', '').send(body).expect(428);
    const stale = await directory
      .administer('put', '')
      .set('If-Match', `"${'f'.repeat(24)}"`)
      .send(body);
    expect([stale.status, stale.body]).toMatchObject([400, { error: { code: 'stale_settings' } }]);
    const saved = await directory.administer('put', '').set('If-Match', `"${etag}"`).send(body).expect(200);
    expect(saved.body).toMatchObject({ ...body, base_path: SCIM, updated_by: directory.admin.userId });
    const twice = { on: true, group_roles: [...ADMINS, { group: 'ADMINS', role: 'client_staff' }] };
    const next = (saved.body as { etag: string }).etag;
    await directory.administer('put', '').set('If-Match', `"${next}"`).send(twice).expect(400);
    const fresh = await test.world.aTenant();
    const person = await test.world.aUser(fresh, { role: 'client_admin' });
    const unset = await test
      .request()
      .get('/v1/security/scim')
      .query({ client_id: fresh.clientId })
      .set(bearer(person.token()))
      .expect(200);
    expect(unset.body).toMatchObject({
      on: false,
      group_roles: [],
      tokens: [],
      events: [],
      updated_by: null,
    });
  });

  // directory 4.1
  it.each(['partner_admin', 'partner_user', 'service_admin', 'owner'])(
    'gives no role of others: %s',
    async (role) => {
      const { etag } = await directory.setup();
      const body = { on: true, group_roles: [{ group: 'x', role }] };
      await directory.administer('put', '').set('If-Match', `"${etag}"`).send(body).expect(400);
    },
  );

  // directory 2.4, 2.5
  it('shows a token once; it ends after 365 days, when it is replaced, or at once', async () => {
    const key = randomUUID();
    const create = () =>
      directory.administer('post', '/tokens').set('Idempotency-Key', key).send({ name: 'Okta' });
    const first = await create().expect(200);
    const { secret, token_id: id } = first.body as { secret: string; token_id: string };
    expect((await create().expect(200)).body).toMatchObject({
      token_id: id,
      secret: null,
      secret_available: false,
    });
    expect(JSON.stringify(await directory.setup())).not.toContain(secret);
    expect(await statusOf(secret)).toBe(200);
    const newer = await directory.newToken({ replaces: id, grace_seconds: 3600 });
    expect([await statusOf(secret), await statusOf(newer)]).toEqual([200, 200]);
    clock.advance(3_600_000);
    expect([await statusOf(secret), await statusOf(newer)]).toEqual([401, 200]);
    clock.advance(365 * DAY_MS - 3_600_001);
    expect(await statusOf(newer)).toBe(200);
    clock.advance(1);
    expect(await statusOf(newer)).toBe(401);
    clock.set(start);
    await directory.administer('post', '/tokens').send({ name: 'x', replaces: id }).expect(409);
    const { tokens } = await directory.setup();
    expect(tokens.map(({ status }) => status).toSorted()).toEqual(['active', 'active', 'grace']);
    const [ended] = tokens.filter(({ last_four: end }) => newer.endsWith(end));
    await directory.administer('delete', `/tokens/${ended!.token_id}`).expect(200);
    clock.advance(1_000);
    expect([await statusOf(newer), await statusOf(directory.token)]).toEqual([401, 200]);
  });

  // directory 2.4
  it('lets five tokens count at a time', async () => {
    for (let nth = 2; nth <= 5; nth += 1) await directory.newToken();
    const sixth = await directory.administer('post', '/tokens').send({ name: 'x' });
    expect([sixth.status, sixth.body]).toMatchObject([409, { error: { code: 'conflict' } }]);
  });

  // directory 1.1
  it('is 404 for tokens and links of another client', async () => {
    const other = await DirectoryFixture.make(test);
    const [token] = (await other.setup()).tokens;
    const person = await other.create('a@other.example');
    await directory.administer('delete', `/tokens/${token!.token_id}`).expect(404);
    await directory.administer('post', '/tokens').send({ name: 'x', replaces: token!.token_id }).expect(404);
    await directory.administer('delete', `/links/${person.id}`).expect(404);
    const link = { user_id: other.admin.userId, user_name: 'a' };
    await directory.administer('post', '/links').send(link).expect(404);
  });

  // directory 2.2, 2.3; people 2.9
  it('gives roles at once, and leaves one administrator', async () => {
    const made = await directory.create('a@acme.example');
    const body = { displayName: 'Admins', members: [{ value: made.id }] };
    await directory.send('post', '/Groups', body).expect(201);
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      directory.admin.userId,
    ]);
    const [{ subject }] = (await test.world.sql<{ subject: string }>(
      'SELECT subject FROM portal_users WHERE user_id = $1',
      [made.id],
    )) as [{ subject: string }];
    const administer = (method: 'get' | 'put') =>
      test
        .request()
        [method]('/v1/security/scim')
        .query({ client_id: directory.tenant.clientId })
        .set(bearer(bearerToken(subject)));
    const { etag } = (await administer('get').expect(200)).body as { etag: string };
    const change = { on: true, group_roles: [{ group: 'Admins', role: 'client_staff' }] };
    const refused = await administer('put').set('If-Match', `"${etag}"`).send(change);
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'last_administrator' } }]);
    const off = await administer('put').set('If-Match', `"${etag}"`).send({ on: false, group_roles: [] });
    expect(off.status).toBe(200);
    expect(await directory.roleOf(made.id)).toBe('client_admin');
  });

  // directory 1.3
  it('counts the changes of the setup, and the writes of the directory, over two processes, to the moment', async () => {
    const second = directory.at(other);
    const { etag } = await directory.setup();
    const put = (at: DirectoryFixture) =>
      at.administer('put', '').set('If-Match', `"${etag}"`).send({ on: true, group_roles: ADMINS });
    // Each of these attempts fails, and counts.
    const write = (at: DirectoryFixture) => at.send('delete', '/Users/nobody');
    await test.world.sql('DELETE FROM throttle_hits');
    for (const [send, limit, status] of [
      [put, 30, 200],
      [write, 120, 404],
    ] as const) {
      for (let nth = 0; nth < limit / 2; nth += 1)
        expect((await Promise.all([send(directory), send(second)])).map((it) => it.status)).toEqual([
          status,
          status,
        ]);
      for (const at of [directory, second])
        expect((await send(at).expect(429)).headers['retry-after']).toBe('60');
    }
    expect(read(await directory.send('post', '/Users', { userName: 'a' }).expect(429))).toMatchObject({
      status: '429',
    });
    await directory.send('get', '/Users').expect(200);
    clock.advance(59_999);
    await put(second).expect(429);
    await write(second).expect(429);
    clock.advance(1);
    await put(second).expect(200);
    await write(second).expect(404);
  });

  // directory 3.8, 6.1
  it('records each event, and why one failed, without personal data', async () => {
    const made = await directory.create('mei@acme.example', {
      displayName: 'Mei Tanaka',
      externalId: 'x-17',
    });
    await directory.send('post', '/Users', { userName: 'mei@acme.example' }).expect(409);
    await directory.send('delete', `/Users/${made.id}`).expect(204);
    const { events, tokens } = await directory.setup();
    expect(events).toMatchObject([
      { operation: 'user.delete', resource_id: made.id, status: 200, reason: null },
      {
        operation: 'user.create',
        resource_id: null,
        status: 409,
        reason:
          'Another person of the directory has this userName. Change that person, or send another userName.',
      },
      { operation: 'user.create', resource_id: made.id, status: 200, reason: null },
    ]);
    const audited = await test.world.sql<{ action: string; outcome: string; actor_id: string }>(
      `SELECT action, outcome, actor_id FROM audit_events
        WHERE client_id = $1 AND action LIKE 'directory.user%' ORDER BY event_id`,
      [directory.tenant.clientId],
    );
    const actor = `directory ${tokens[0]!.token_id}`;
    expect(audited).toEqual([
      { action: 'directory.user_created', outcome: 'success', actor_id: actor },
      { action: 'directory.user_created', outcome: 'failed', actor_id: actor },
      { action: 'directory.user_deleted', outcome: 'success', actor_id: actor },
    ]);
    const [row] = await test.world.sql<{ row: string }>(
      `SELECT encode(attributes_sealed, 'escape') || u::text AS row FROM directory_users u WHERE user_id = $1`,
      [made.id],
    );
    expect(row!.row).not.toMatch(/mei|x-17/i);
  });

  // directory 1.2
  it('describes itself to directories', async () => {
    for (const path of ['ServiceProviderConfig', 'ResourceTypes', 'Schemas']) {
      const shown = await directory.send('get', `/${path}`).expect(200);
      expect(shown.headers['content-type']).toMatch(/^application\/scim\+json/);
    }
    expect(read(await directory.send('get', '/ServiceProviderConfig'))).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    });
  });
});
