import { randomUUID } from 'node:crypto';
import { Reflector } from '@nestjs/core';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RouteEntry } from '../../../src/core/openapi/route-table.js';
import { IDEMPOTENCY_RULE } from '../../../src/core/idempotency/idempotency-rule.js';
import type { IdempotencyRule } from '../../../src/core/idempotency/idempotency-rule.js';
import { inStore } from '../../support/databases.js';
import { AdmittedRequests, isServed } from '../access/admitted-requests.js';
import { useBilling } from '../billing/billing-fixture.js';
import { BREAK_GLASS_KEY_CASES } from './break-glass-key-cases.js';
import { ENTRY_KEY_CASES } from './entry-key-cases.js';
import { KEYED_CASES } from './key-cases.js';
import type { KeyedRequest } from './key-cases.js';

const MALFORMED = 'x'.repeat(129);
const CASES = { ...KEYED_CASES, ...ENTRY_KEY_CASES, ...BREAK_GLASS_KEY_CASES };
/**
 * They need a name server (tested in single-sign-on/domains), a passkey (break-glass/holders) or a
 * scanner (support/attachments).
 */
const TRIED_ELSEWHERE = [
  'verifySsoDomain',
  'proveBreakGlassKey',
  'startAttachment',
  'finishAttachment',
  'deleteAttachment',
];

// requests section 5
describe('a key', () => {
  const billing = useBilling();
  const { test } = billing;
  let admitted: AdmittedRequests;

  beforeAll(async () => {
    admitted = await AdmittedRequests.open(test);
  });

  const ruleOf = ({ target }: RouteEntry): IdempotencyRule | undefined =>
    test.app.get(Reflector).get<IdempotencyRule | undefined>(IDEMPOTENCY_RULE, target);

  const keyed = () =>
    admitted
      .routes()
      .filter(isServed)
      .filter((route) => ruleOf(route));

  const send = ({ method, path, headers, query = {}, body = {} }: KeyedRequest, key: string, more = {}) =>
    test
      .request()
      [method](path)
      .set({ ...headers, 'Idempotency-Key': key })
      .query(query)
      .send({ ...body, ...more });

  /** How many audit rows the tenant has, including those that its store still has to transfer. */
  async function audits({ clientId, dataEnv }: KeyedRequest['tenant']): Promise<number> {
    const count = 'SELECT 1 FROM audit_events WHERE client_id = $1 AND data_env = $2';
    const owed = 'SELECT 1 FROM audit_outbox WHERE client_id = $1 AND data_env = $2';
    const rows = await test.world.sql(count, [clientId, dataEnv]);
    return rows.length + (await inStore(test, owed, [clientId, dataEnv])).length;
  }

  // requests 5.2: each surface has its own envelope, which the document states for each route.
  it('that is malformed is 400 on every route that takes one, and names the header', async () => {
    const wrong: string[] = [];
    for (const route of keyed()) {
      const { types = [] } = route.access.body ?? {};
      const request = admitted.prepare(route).set('Idempotency-Key', MALFORMED);
      const answer = types.includes('text/csv')
        ? await request.set('Content-Type', 'text/csv').send('a,b')
        : await request.send(
            route.access.client === 'body' ? { client_id: admitted.stage.own.clientId } : {},
          );
      if (answer.status !== 400 || !answer.text.includes('Idempotency-Key'))
        wrong.push(`${route.method} ${route.path}: ${answer.status} ${answer.text}`);
    }
    expect(wrong).toEqual([]);
  });

  // requests 5.12
  it('is not looked at for callers whom the route does not let in', async () => {
    const wrong: string[] = [];
    for (const route of keyed()) {
      const caller = admitted.callers.find(
        ({ kind, scope }) => kind !== 'nobody' && !route.access.scopes.includes(scope!),
      )!;
      const { status } = await admitted.by(caller, route).set('Idempotency-Key', MALFORMED);
      if (status !== 404) wrong.push(`${route.method} ${route.path}: ${status} for ${caller.name}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is tried here on each route that names no operation of its own', () => {
    const names = keyed()
      .filter((route) => ruleOf(route)!.operation === route.target.name)
      .map((route) => route.target.name);
    expect(names.toSorted()).toEqual([...Object.keys(CASES), ...TRIED_ELSEWHERE].toSorted());
  });

  // requests 5.3, 5.4, 5.11; billing 9.4
  it.each(Object.entries(CASES))('has %s done once, and is of that body alone', async (_, prepare) => {
    const request = await prepare(test, billing.provider);
    const key = randomUUID();
    const first = await send(request, key);
    expect([first.status, first.get('Idempotent-Replayed')], first.text).toEqual([
      expect.toSatisfy((status: number) => status >= 200 && status < 300),
      undefined,
    ]);
    const done = await audits(request.tenant);
    const again = await send(request, key);
    expect(again.get('Idempotent-Replayed')).toBe('true');
    expect([again.status, again.get('ETag'), withoutSecret(again)]).toEqual([
      first.status,
      first.get('ETag'),
      withoutSecret(first),
    ]);
    expect(Object.hasOwn(again.body as object, 'secret') && (again.body as { secret: unknown }).secret).toBe(
      Object.hasOwn(first.body as object, 'secret') && null,
    );
    const other = await send(request, key, { another: 1 });
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('idempotency_key_reuse')]);
    expect(await audits(request.tenant)).toBe(done);
  });
});

const withoutSecret = ({ body }: Response): object => {
  const { secret: _, secret_available: __, ...rest } = body as Record<string, unknown>;
  return rest;
};
