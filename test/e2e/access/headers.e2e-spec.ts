import { request as plainRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { RouteTable } from '../../../src/core/openapi/route-table.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the route without a prefix', () => {
  // requests 1.1, operations 1.1
  it('names the service and where its health is, without credentials', async () => {
    const test = await startTestApp();
    try {
      const { body } = (await test.request().get('/').expect(200)) as { body: Record<string, unknown> };
      expect(body).toMatchObject({ status: 'online', health: '/v1/health' });
      expect(Object.keys(body).sort()).toEqual(['health', 'name', 'status', 'version']);
      const paths = test.app
        .get(RouteTable)
        .entries()
        .map(({ path }) => path);
      // Only the portal's back end has a prefix without a version.
      const known = /^\/((internal\/)?v1|api\/partner-clients)(\/|$)/;
      expect(paths.filter((path) => path !== '/' && !known.test(path))).toEqual([]);
    } finally {
      await test.close();
    }
  });
});

describe('every answer', () => {
  const test = useTestApp();
  let key: string;

  beforeAll(async () => {
    key = await test.world.aKey(await test.world.aTenant(), 'partner_admin');
  });

  const idFor = async (sent: string): Promise<string | undefined> =>
    (await test.request().get('/v1/partner/me').set('X-API-Key', key).set('X-Request-ID', sent)).headers[
      'x-request-id'
    ];

  // requests 2.1
  it.each(['a', 'req-1', 'A.b_c-9', '0'.repeat(128)])('carries back the request id %s', async (sent) => {
    expect(await idFor(sent)).toBe(sent);
  });

  // requests 2.1
  it.each(['', 'x'.repeat(129), 'a b', 'a/b', 'a,b', 'a"b', '<script>', 'é', 'a:b', 'a, b'])(
    'has a request id of ours instead of %j',
    async (sent) => {
      expect(await idFor(sent)).toMatch(UUID);
    },
  );

  // requests 2.2
  it('carries back an id that is a number, and no log holds it', async () => {
    expect(await idFor('0412-345-678')).toBe('0412-345-678');
    await eventually(() => expect(test.logs()).toContain('/v1/partner/me'));
    expect(test.logs()).not.toContain('0412-345-678');
  });

  // requests 2.1
  it('has one request id when two were sent', async () => {
    const id = await new Promise<unknown>((resolve, reject) => {
      const outgoing = plainRequest(`${test.baseUrl}/v1/health`, (response) => {
        response.resume();
        resolve(response.headers['x-request-id']);
      });
      outgoing.on('error', reject);
      outgoing.setHeader('X-Request-ID', ['one', 'two']);
      outgoing.end();
    });
    expect(id).toMatch(UUID);
  });

  // errors 1.9
  it('has an id of its own inside an envelope', async () => {
    const client = await test.world.aKey(await test.world.aTenant(), 'read-only');
    const response = await test
      .request()
      .get('/v1/partner/me')
      .set('X-API-Key', client)
      .set('X-Request-ID', 'mine');
    const { error } = response.body as { error: { request_id: string } };
    expect(response.headers['x-request-id']).toBe('mine');
    expect(error.request_id).toMatch(UUID);
  });

  // requests 2.3
  it('of a protected route forbids caches to keep it, right or wrong', async () => {
    const routes = test.app
      .get(RouteTable)
      .entries()
      .filter(({ access }) => access.kind === 'protected');
    for (const { method, path } of routes) {
      for (const headers of [{ 'X-API-Key': key }, {}]) {
        const response = await test.request()[method.toLowerCase() as 'get' | 'post'](path).set(headers);
        expect([path, response.headers['cache-control']]).toEqual([path, 'no-store']);
      }
    }
  });

  // requests 2.3
  it.each(['/', '/v1/health', '/v1/partner/me', '/nowhere', '/docs', '/openapi.json', '/%zz'])(
    'of %s is for no browser to guess the type of',
    async (path) => {
      for (const headers of [{ 'X-API-Key': key }, {}]) {
        const response = await test.request().get(path).set(headers);
        expect(response.headers['x-content-type-options']).toBe('nosniff');
      }
    },
  );

  // requests 2.5
  it('says nothing about what it was made with', async () => {
    for (const path of ['/', '/v1/health', '/v1/partner/me', '/nowhere']) {
      const { headers } = await test.request().get(path);
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-powered-by']));
      expect(headers['server']).toBeUndefined();
      expect(headers['etag']).toBeUndefined();
    }
  });
});
