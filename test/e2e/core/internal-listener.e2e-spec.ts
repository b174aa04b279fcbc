import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aFreePort } from '../../support/ports.js';
import { aCall } from '../../support/builders.js';

const NOT_FOUND = { error: 'Not found.', status_code: 404 };

describe('with a listener for the internal routes', () => {
  let test: TestApp;
  let internal: string;
  let project: string;
  let writer: string;
  let reader: string;

  beforeAll(async () => {
    const internalPort = await aFreePort();
    internal = `http://127.0.0.1:${internalPort}`;
    test = await startTestApp({
      settings: (settings) => ({ ...settings, http: { ...settings.http, internalPort } }),
    });
    const tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    writer = await test.world.aKey(tenant, 'runtime-ingest');
    reader = await test.world.aKey(tenant, 'read-only');
  });
  afterAll(() => test.close());

  const ingest = (base: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${base}/internal/v1/calls`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify([aCall(project)]),
    });
  const statusOf = async (base: string, path: string): Promise<number> =>
    (await fetch(base + path, { headers: { 'X-API-Key': reader } })).status;

  // operations 5.4
  it('they are served there, behind the same guards', async () => {
    expect((await ingest(internal, { 'X-API-Key': writer })).status).toBe(200);
    expect((await ingest(internal, { 'X-API-Key': reader })).status).toBe(404);
    expect((await ingest(internal, {})).status).toBe(401);
  });

  // access 5.6; operations 5.4
  it('they are absent on the public one, credentials or not', async () => {
    for (const headers of [{ 'X-API-Key': writer }, {}]) {
      const response = await ingest(test.baseUrl, headers);
      expect([response.status, await response.json()]).toEqual([404, NOT_FOUND]);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  // access 5.6; operations 5.4
  it('everything else is absent there', async () => {
    for (const path of ['/', '/v1/health', '/v1/calls/summary', '/docs', '/openapi.json', '/nowhere']) {
      const response = await fetch(internal + path, { headers: { 'X-API-Key': reader } });
      expect([path, response.status, await response.json()]).toEqual([path, 404, NOT_FOUND]);
    }
    for (const path of ['/', '/v1/health', '/v1/calls/summary', '/docs', '/openapi.json']) {
      expect([path, await statusOf(test.baseUrl, path)]).toEqual([path, 200]);
    }
  });

  it('an address does not choose its listener by how it is written', async () => {
    for (const path of [
      '//internal/v1/calls',
      '/INTERNAL/v1/calls',
      '/./internal/v1/calls',
      '/%69nternal/v1/calls',
    ]) {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = httpRequest(
          test.baseUrl,
          { method: 'POST', path, headers: { 'X-API-Key': writer } },
          resolve,
        );
        outgoing.on('error', reject).end();
      });
      response.resume();
      expect([path, response.statusCode]).toEqual([path, 404]);
    }
  });

  // Last, because this test stops the application.
  it('a batch that is on its way is answered before the process leaves', async () => {
    const body = JSON.stringify([aCall(project)]);
    const headers = {
      'X-API-Key': writer,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    };
    const outgoing = httpRequest(`${internal}/internal/v1/calls`, {
      method: 'POST',
      headers: { ...headers, Expect: '100-continue' },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    const closed = test.app.close();
    outgoing.end(body);
    const [response] = await answered;
    response.resume();
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
    await closed;
    await expect(fetch(internal)).rejects.toThrow();
  });
});
