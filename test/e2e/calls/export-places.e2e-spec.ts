import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import {
  anExportingTenant,
  anOldCall,
  aTokenOf,
  auditOf,
  exportCalls,
  exportOnce,
  LEGACY,
  untilWaiting,
  V1,
  whileCallsAreLocked,
} from './exporting.js';

/** Two slots for exports, of which a tenant may use one. */
const POOL_MAX = 4;

describe('exports of several tenants on one store', () => {
  const test = useTestApp({
    settings: (base) => ({ ...base, tenantStores: { ...base.tenantStores, poolMax: POOL_MAX } }),
  });

  const own = perSuite(() => anExportingTenant(test));
  const neighbour = perSuite(() => anExportingTenant(test));
  const third = perSuite(() => anExportingTenant(test));
  beforeAll(async () => {
    for (const it of [own, neighbour, third]) await postCalls(test, it.tenant, [anOldCall(it.project)]);
  });

  const leased = (): number => {
    const { total, idle } = test.app.get(StoreRegistry).get('store-a')!.gauge();
    return total - idle;
  };

  // Fails if a connection is held until the receiver has read everything.
  it.each([
    ['legacy', LEGACY],
    ['v1', V1],
  ])('do not wait for receivers of %s that take nothing', async (_, body) => {
    const slow = await anExportingTenant(test);
    const calls = Array.from({ length: 600 }, () => anOldCall(slow.project, { summary: 'x'.repeat(20_000) }));
    for (let at = 0; at < 600; at += 200) await postCalls(test, slow.tenant, calls.slice(at, at + 200));
    const begun: IncomingMessage[] = [];
    for (let i = 0; i < POOL_MAX; i += 1) {
      const token = await aTokenOf(test, slow.tenant, 'client_admin');
      const sent = request(`${test.baseUrl}/v1/calls/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }).on('error', () => undefined);
      sent.end(JSON.stringify({ ...body, project_id: slow.project }));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      begun.push(response);
    }
    await eventually(() => expect(leased()).toBe(0));
    expect((await exportOnce(test, neighbour, body)).status).toBe(200);
    for (const response of begun) response.destroy();
    await eventually(async () => expect(await auditOf(test, slow.tenant)).toHaveLength(POOL_MAX));
  });

  // Fails if one tenant can take all slots, if nothing waits, or if a refusal counts. calls-export
  // 7.3, 7.4
  it('leave each tenant a slot; a caller who gets none in time is refused, and has used nothing up', async () => {
    const [first, second] = [
      await aTokenOf(test, own.tenant, 'client_admin'),
      await aTokenOf(test, own.tenant, 'client_admin'),
    ];
    const late = await aTokenOf(test, third.tenant, 'client_admin');
    const body = { ...V1, project_id: third.project };
    await whileCallsAreLocked(test, async (unlock) => {
      const reading = exportCalls(test, first, { ...V1, project_id: own.project });
      await untilWaiting(test, 1);
      const passedOver = exportCalls(test, second, { ...V1, project_id: own.project });
      const beside = exportOnce(test, neighbour, V1);
      await untilWaiting(test, 2);
      for (const refused of await Promise.all([exportCalls(test, late, body), passedOver])) {
        expect(refused.status).toBe(503);
        expect(refused.body).toEqual({
          error: 'service_unavailable',
          code: 'EXPORT_BUSY',
          message: expect.stringContaining('does not count') as unknown,
          messageKey: 'calls.export.messages.busy',
          retry_after_seconds: 5,
        });
        expect(refused.headers['retry-after']).toBe('5');
      }
      await unlock();
      expect([(await reading).status, (await beside).status]).toEqual([200, 200]);
    });
    for (const left of [2, 1, 0]) {
      const answer = await exportCalls(test, late, body);
      expect(answer.status).toBe(200);
      expect(answer.headers['ratelimit']).toContain(`"caller";r=${left};`);
    }
    expect((await auditOf(test, third.tenant))[0]).toMatchObject({
      outcome: 'failed',
      metadata: { code: 'EXPORT_BUSY', failure_reason: 'export_busy' },
    });
  });

  it('of one tenant in hundreds are one of each caller, and leave everything free', async () => {
    const many = await anExportingTenant(test);
    await postCalls(test, many.tenant, [anOldCall(many.project)]);
    const tokens = await Promise.all([1, 2, 3, 4].map(() => aTokenOf(test, many.tenant, 'client_admin')));
    const asked = tokens.flatMap((token) =>
      Array.from({ length: 40 }, () => exportCalls(test, token, { ...V1, project_id: many.project })),
    );
    expect((await exportOnce(test, neighbour, V1)).status).toBe(200);
    const answers = await Promise.all(asked);
    // On a busy machine, a late request may not get a slot in time; the first ones do.
    const codes = answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`);
    expect(codes.filter((it) => !/^(200|409|429) |^503 EXPORT_BUSY$/.test(it))).toEqual([]);
    expect(codes).toContain('200 ');
    expect(await auditOf(test, many.tenant)).toHaveLength(160);
    expect(leased()).toBe(0);
  });
});
