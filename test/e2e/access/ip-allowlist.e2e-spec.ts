import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from './callers.js';

// One proxy is trusted: the test acts as that proxy, so the last address in X-Forwarded-For is the
// caller's.
describe("a tenant's IP allowlist", () => {
  const test = useSharedApp();

  async function restrictedKey(...networks: string[]): Promise<string> {
    const tenant = await test.world.aTenant();
    for (const network of networks) {
      await test.world.sql(
        'INSERT INTO tenant_ip_allowlist (client_id, data_env, network) VALUES ($1, $2, $3)',
        [tenant.clientId, tenant.dataEnv, network],
      );
    }
    return test.world.aKey(tenant, 'partner_admin');
  }

  const from = (key: string, forwardedFor: string, path = '/v1/calls/summary') =>
    test.request().get(path).set('X-API-Key', key).set('X-Forwarded-For', forwardedFor);

  // access 8.1; errors 1.7, 2.3
  it('blocks other addresses with 403 in the security envelope, on every surface', async () => {
    const key = await restrictedKey('203.0.113.0/24');
    for (const path of ['/v1/calls/summary', '/v1/partner/me']) {
      const response = await from(key, '198.51.100.1', path);
      expect(response.status).toBe(403);
      expect(response.body).toEqual({
        error: {
          code: 'ip_allowlist_restricted',
          message: "The IP address of this request is not on the tenant's allowlist.",
          message_key: 'errors.ip_allowlist_restricted',
          request_id: expect.any(String) as string,
        },
      });
    }
  });

  // access 8.1, 8.3, 8.4
  it.each([
    ['203.0.113.0/24', '203.0.113.77', '198.51.100.1'],
    ['2001:db8::/32', '2001:db8:7::1', '2001:db9::1'],
    ['203.0.113.7/32', '::ffff:203.0.113.7', '::ffff:203.0.113.8'],
    ['203.0.113.7/32', '203.0.113.7:5678', '203.0.113.8:5678'],
    ['2001:db8::/32', '[2001:db8::1]:443', '[2001:db9::1]:443'],
  ])('of %s lets %s in and keeps %s out', async (network, inside, outside) => {
    const key = await restrictedKey(network);
    await from(key, inside).expect(200);
    await from(key, outside).expect(403);
  });

  // Fails if `trust proxy` is true instead of a number of hops. access 8.3
  it('is not passed by writing an allowed address in front of the real one', async () => {
    const key = await restrictedKey('203.0.113.0/24');
    await from(key, '203.0.113.5, 198.51.100.1').expect(403);
    await from(key, '203.0.113.5, 203.0.113.6, 198.51.100.1').expect(403);
    await from(key, '198.51.100.1, 203.0.113.5').expect(200);
  });

  // access 8.3
  it('is not passed by other headers that speak of addresses', async () => {
    const key = await restrictedKey('203.0.113.0/24');
    const spoofed = from(key, '198.51.100.1')
      .set('X-Real-IP', '203.0.113.5')
      .set('Forwarded', 'for=203.0.113.5')
      .set('X-Client-IP', '203.0.113.5')
      .set('True-Client-IP', '203.0.113.5');
    await spoofed.expect(403);
  });

  // access 8.4
  it('keeps out what is no address', async () => {
    const key = await restrictedKey('203.0.113.0/24');
    for (const text of ['unknown', '203.0.113.5.evil.example', '203.0.113.5:99999'])
      await from(key, text).expect(403);
  });

  // access 8.3
  it('sees the address of the connection when no proxy is trusted, whatever the header says', async () => {
    const direct = await startTestApp({
      databases: test.databases,
      settings: (settings) => ({ ...settings, http: { ...settings.http, trustedProxies: 0 } }),
    });
    try {
      const tenant = await direct.world.aTenant({ clientId: 'client-direct' });
      await direct.world.sql(`INSERT INTO tenant_ip_allowlist VALUES ($1, 'prod', '203.0.113.0/24')`, [
        tenant.clientId,
      ]);
      const key = await direct.world.aKey(tenant, 'read-only');
      const spoofed = direct
        .request()
        .get('/v1/calls/summary')
        .set('X-API-Key', key)
        .set('X-Forwarded-For', '203.0.113.5');
      await spoofed.expect(403);
      await direct.world.sql(`INSERT INTO tenant_ip_allowlist VALUES ($1, 'prod', '127.0.0.0/8')`, [
        tenant.clientId,
      ]);
      const fresh = await direct.world.aKey(tenant, 'read-only');
      await direct.request().get('/v1/calls/summary').set('X-API-Key', fresh).expect(200);
    } finally {
      await direct.close();
    }
  });

  // access 8.2
  it('binds sessions too, by the client that was chosen', async () => {
    const [open, restricted] = [await test.world.aTenant(), await test.world.aTenant()];
    await test.world.sql(`INSERT INTO tenant_ip_allowlist VALUES ($1, 'prod', '203.0.113.0/24')`, [
      restricted.clientId,
    ]);
    const user = await test.world.aUser(open, { role: 'client_admin' });
    await test.world.assign(user, restricted, { role: 'client_admin' });
    const get = (clientId: string) =>
      test.request().get('/v1/calls/summary').set(bearer(user.token())).query({ client_id: clientId });
    await get(open.clientId).expect(200);
    await get(restricted.clientId).expect(403);
    await get(restricted.clientId).set('X-Forwarded-For', '203.0.113.5').expect(200);
  });

  // access 8.2
  it('says nothing to those without valid credentials: 401 comes first', async () => {
    await test.request().get('/v1/calls/summary').set('X-Forwarded-For', '198.51.100.1').expect(401);
  });
});
