import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { generateApiKey } from '../../../src/core/auth/api-keys/api-key.format.js';
import { ApiKeyAuthenticator } from '../../../src/core/auth/api-keys/api-key-authenticator.js';
import { API_KEY_BY_PREFIX } from '../../../src/core/auth/identity.queries.js';
import { SystemQueries } from '../../../src/core/database/metadata/system-queries.js';
import { eventually } from '../../support/eventually.js';
import { useSharedApp } from '../../support/shared-app.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from './callers.js';

const REQUESTS = 10;

describe('an API key', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });

  const call = (key: string, query: Record<string, string> = {}) =>
    test.request().get('/v1/calls/summary').set('X-API-Key', key).query(query);

  // Fails if the guard falls back to the bearer token after the key has failed. access 1.2, 1.3
  it.each([
    ['an unknown key', generateApiKey('prod')],
    ['a mistyped key', generateApiKey('prod').slice(0, -1)],
    ['any text', 'hello'],
    ['a blank', ' '],
    ['an empty header', ''],
  ])('wins over a valid session even when it is %s', async (_, key) => {
    const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    const response = await call(key).set(bearer(user.token()));
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ error: 'Credentials are missing or not valid.', status_code: 401 });
  });

  // access 1.2
  it('wins over a valid session when it is right: the session is not looked at', async () => {
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(await test.world.aTenant(), { role: 'partner_admin' });
    const key = await test.world.aKey(tenant, 'partner_user');
    const response = await test
      .request()
      .get('/v1/partner/me')
      .set('X-API-Key', key)
      .set(bearer(user.token()));
    expect(response.body).toMatchObject({ client_id: tenant.clientId, auth_type: 'api_key' });
  });

  // access 3.8
  it('sent twice is one wrong key', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only');
    await call(`${key}, ${key}`).expect(401);
  });

  // access 3.1; partner 5.1
  it('that is mistyped is refused without asking the database', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only');
    const statements = vi.spyOn(Client.prototype, 'query');
    try {
      await call(key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')).expect(401);
      expect(requestStatements(statements.mock.calls)).toEqual([]);
      await call(key).expect(200);
      expect(requestStatements(statements.mock.calls)).not.toEqual([]);
    } finally {
      statements.mockRestore();
    }
  });

  // access 3.4
  it('stops at its expiry, to the millisecond', async () => {
    const expiresAt = new Date(clock.now().getTime() + 5_000);
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only', { expiresAt });
    await call(key).expect(200);
    clock.advance(4_999);
    await call(key).expect(200);
    clock.advance(1);
    await call(key).expect(401);
  });

  it('that was revoked is refused', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only', { revokedAt: clock.now() });
    await call(key).expect(401);
  });

  // Fails if the cache of known keys lives longer than a second. access 3.5
  it('that is revoked while in use stops within a second', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'read-only');
    await call(key).expect(200);
    await test.world.sql('UPDATE api_keys SET revoked_at = $2 WHERE client_id = $1', [
      tenant.clientId,
      clock.now(),
    ]);
    clock.advance(1_000);
    await call(key).expect(401);
  });

  // Fails if each request at the end of a cached result queries separately: two hundred statements.
  it('of two hundred requests at once is looked up by one statement', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only');
    await call(key).expect(200);
    const statements = vi.spyOn(test.app.get(SystemQueries), 'query');
    try {
      clock.advance(800);
      // Below HTTP, because one machine cannot send that many requests at once.
      const keys = test.app.get(ApiKeyAuthenticator);
      const callers = await Promise.all(Array.from({ length: 200 }, () => keys.authenticate(key)));
      expect(callers.filter((caller) => caller === null)).toEqual([]);
      expect(lookUps(statements.mock.calls)).toBe(1);
    } finally {
      statements.mockRestore();
    }
  });

  it('in steady use is looked up in the background, and a revocation found there counts at once', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'read-only');
    await call(key).expect(200);
    await test.world.sql('UPDATE api_keys SET revoked_at = $2 WHERE client_id = $1', [
      tenant.clientId,
      clock.now(),
    ]);
    clock.advance(600);
    await call(key).expect(200);
    await eventually(() => call(key).expect(401));
  });

  it('stays known while strangers try keys by the hundred', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only');
    await call(key).expect(200);
    const strangers = Array.from({ length: 300 }, () => call(generateApiKey('prod')).expect(401));
    await Promise.all(strangers);
    const statements = vi.spyOn(test.app.get(SystemQueries), 'query');
    try {
      await call(key).expect(200);
      expect(lookUps(statements.mock.calls)).toBe(0);
    } finally {
      statements.mockRestore();
    }
  });

  // access 3.5
  it('of a client that is suspended while in use stops within a second', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'read-only');
    await call(key).expect(200);
    await test.world.sql(`UPDATE clients SET status = 'suspended' WHERE client_id = $1`, [tenant.clientId]);
    clock.advance(1_000);
    await call(key).expect(401);
  });

  // access 4.2
  it('takes only its own client_id', async () => {
    const [own, other] = [await test.world.aTenant(), await test.world.aTenant()];
    const key = await test.world.aKey(own, 'full-access');
    await call(key, { client_id: own.clientId }).expect(200);
    await call(key, { client_id: other.clientId }).expect(404);
    await call(key, { client_id: 'client-nowhere' }).expect(404);
  });

  // access 3.3, 4.1
  it('of one environment does not reach the projects of another', async () => {
    const prod = await test.world.aTenant();
    const dev = await test.world.aTenant({ clientId: prod.clientId, dataEnv: 'dev' });
    const [inProd, inDev] = [await test.world.aProject(prod), await test.world.aProject(dev)];
    const key = await test.world.aKey(dev, 'full-access');
    await call(key, { project_id: inDev }).expect(200);
    await call(key, { project_id: inProd }).expect(404);
  });

  // access 3.3
  it('whose text names another environment than its record is refused', async () => {
    const tenant = await test.world.aTenant();
    await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'dev' });
    const key = await test.world.aKey(tenant, 'read-only');
    await test.world.sql(`UPDATE api_keys SET data_env = 'dev' WHERE client_id = $1`, [tenant.clientId]);
    await call(key).expect(401);
  });

  it('with the prefix of a real one and another secret is refused', async () => {
    const tenant = await test.world.aTenant();
    await test.world.aKey(tenant, 'read-only');
    const madeUp = generateApiKey('prod');
    await test.world.sql('UPDATE api_keys SET key_prefix = $2 WHERE client_id = $1', [
      tenant.clientId,
      madeUp.split('_')[2],
    ]);
    await call(madeUp).expect(401);
  });

  // access 3.7; partner 3.4
  it('is noted as used without a write per request', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only');
    const statements = vi.spyOn(Client.prototype, 'query');
    try {
      for (let asked = 0; asked < REQUESTS; asked += 1) await call(key).expect(200);
      const texts = statements.mock.calls.map(([statement]) => JSON.stringify(statement));
      // Once a minute the process writes them, which may be now.
      expect(texts.filter((text) => /last_used_at|UPDATE/.test(text)).length).toBeLessThan(REQUESTS);
    } finally {
      statements.mockRestore();
    }
  });
});

const lookUps = (calls: readonly unknown[][]): number =>
  calls.filter(([statement]) => statement === API_KEY_BY_PREFIX).length;
