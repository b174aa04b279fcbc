import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { createTestDatabases } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, storeABehind } from '../../support/fault-proxy.js';
import { postCalls } from '../../support/post-calls.js';
import { onStore } from '../../support/sealed-calls.js';
import { TestClock } from '../../support/test-clock.js';
import { watchForCrashes } from '../faults/probing.js';
import {
  anExportingTenant,
  anOldCall,
  aTokenOf,
  auditOf,
  exportCalls,
  exportOnce,
  untilWaiting,
  V1,
  V2,
  V3,
  whileCallsAreLocked,
} from './exporting.js';
import type { Exporting } from './exporting.js';

const NO_CALLS = { ...V1, start_date: '2025-01-01', end_date: '2025-01-02' };

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: unknown;
}

// More than the sockets of both sides can buffer without a reader: about 20 MB.
const CALLS = 1000;
const SUMMARY = 'x'.repeat(20_000);
const V3_WHOLE = { ...V3, columns: ['summary'] };

describe('an export that is cut short', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const crashes = watchForCrashes();
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let own: Exporting;
  let token: string;

  /** Sends an export, and reads the response only on demand. */
  const send = (body: object): ClientRequest => {
    const sent = request(`${test.baseUrl}/v1/calls/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify({ ...body, project_id: own.project }));
    return sent;
  };
  /** Starts an export that is accepted; while a busy machine answers 503, it tries again. */
  const begun = (body: object): Promise<{ sent: ClientRequest; response: IncomingMessage }> =>
    eventually(async () => {
      const sent = send(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      if (response.statusCode === 503) response.resume();
      expect(response.statusCode).not.toBe(503);
      return { sent, response };
    });
  /** Reads until the response ends or is cut off. */
  const rest = async (response: IncomingMessage): Promise<{ text: string; isWhole: boolean }> => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of response) chunks.push(chunk as Buffer);
    } catch {
      // The audited outcome is what this test checks.
    }
    return { text: Buffer.concat(chunks).toString('utf8'), isWhole: response.complete };
  };
  const untilAudited = (metadata: object): Promise<void> =>
    eventually(async () =>
      expect((await auditOf(test, own.tenant)).at(-1)).toMatchObject({ outcome: 'failed', metadata }),
    );
  /** The export leaves nothing behind: no connection, statement, transaction or lease. */
  const untilNothingIsLeft = async (): Promise<void> => {
    await eventually(async () => {
      const { total, idle } = test.app.get(StoreRegistry).get('store-a')!.gauge();
      expect(total - idle).toBe(0);
      const { rows } = (await onStore(
        test,
        `SELECT state, query FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'telephony-platform' AND state <> 'idle'`,
      )) as { rows: unknown[] };
      expect(rows).toEqual([]);
    });
    clock.advance(600_000);
    // A 503 from a busy machine does not count.
    await eventually(async () =>
      expect((await exportCalls(test, token, { ...NO_CALLS, project_id: own.project })).status).toBe(200),
    );
  };

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.storeUrls.get('store-a')!);
    test = await startTestApp({
      clock,
      databases,
      settings: storeABehind(proxy, databases),
    });
    own = await anExportingTenant(test);
    const calls = Array.from({ length: CALLS }, () => anOldCall(own.project, { summary: SUMMARY }));
    for (let at = 0; at < CALLS; at += 250) await postCalls(test, own.tenant, calls.slice(at, at + 250));
  });
  beforeEach(async () => {
    token = await aTokenOf(test, own.tenant, 'client_admin');
    clock.advance(600_000);
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
    crashes.stop();
    expect(crashes.seen).toEqual([]);
  });

  describe('by the wall time', () => {
    // errors 1.12; calls-export 7.7, 7.9
    it('ends broken in v1 when it has begun, and says so in the audit row', async () => {
      const { response } = await begun(V1);
      clock.advance(30_001);
      const { text, isWhole } = await rest(response);
      expect(response.statusCode).toBe(200);
      expect(text.length).toBeLessThan(CALLS * SUMMARY.length);
      expect(isWhole).toBe(false);
      await untilAudited({ code: 'EXPORT_TOO_LARGE', failure_reason: 'wall_time_exceeded' });
      await untilNothingIsLeft();
    });

    // calls-export 7.6
    it.each([
      ['v1', V1],
      ['v2', V2],
      ['v3', V3],
    ])('is 413 in %s as long as nothing has been sent', async (_, body) => {
      await whileCallsAreLocked(test, async (unlock) => {
        const running = exportCalls(test, token, { ...body, project_id: own.project });
        await untilWaiting(test, 1);
        clock.advance(30_001);
        await unlock();
        const answer: Answer = await running;
        expect(answer.status).toBe(413);
        expect(answer.body).toMatchObject({ error: 'content_too_large', code: 'EXPORT_TOO_LARGE' });
        expect(answer.headers).not.toHaveProperty('content-disposition');
      });
      await untilAudited({ code: 'EXPORT_TOO_LARGE', failure_reason: 'wall_time_exceeded' });
      await untilNothingIsLeft();
    });

    // calls-export 7.8
    it('does not count what a complete v3 file takes to be received', async () => {
      const { response } = await begun(V3_WHOLE);
      clock.advance(120_000);
      const { isWhole } = await rest(response);
      expect(isWhole).toBe(true);
      // The row is written, and the slot released, after the last byte.
      await eventually(async () =>
        expect((await auditOf(test, own.tenant)).at(-1)).toMatchObject({ outcome: 'success' }),
      );
      await untilNothingIsLeft();
    });

    // calls-export 7.8
    it('breaks a complete v3 file off that is not taken in five minutes', async () => {
      const { response } = await begun(V3_WHOLE);
      clock.advance(300_001);
      expect((await rest(response)).isWhole).toBe(false);
      await untilAudited({ code: 'CLIENT_TOO_SLOW', failure_reason: 'client_too_slow' });
      await untilNothingIsLeft();
    });
  });

  // Fails if a file is ended before its row is written: it would pass for whole, and be in no
  // record. calls-export 9.5
  it.each([
    ['v1', V1],
    ['v3', V3_WHOLE],
  ])('by a metadata store that takes no row of it ends broken in %s', async (_, body) => {
    const { response } = await begun(body);
    await test.world.sql('REVOKE INSERT ON audit_events FROM telephony_requests');
    try {
      expect(response.statusCode).toBe(200);
      expect((await rest(response)).isWhole).toBe(false);
    } finally {
      await test.world.sql('GRANT INSERT ON audit_events TO telephony_requests');
    }
    await untilNothingIsLeft();
  });

  describe('by a receiver that hangs up', () => {
    // calls-export 7.10
    it.each([
      ['v1, while it reads nothing', V1],
      ['v3, while the complete file is sent', V3_WHOLE],
    ])('of %s leaves nothing running', async (_, body) => {
      const { sent } = await begun(body);
      sent.destroy();
      await untilAudited({ code: 'CLIENT_DISCONNECTED', failure_reason: 'client_disconnected' });
      await untilNothingIsLeft();
    });

    it.each([
      ['v1', V1],
      ['v2', V2],
    ])(
      'of %s, while the store has yet to answer, frees its connection and its lease at once',
      async (_, body) => {
        await whileCallsAreLocked(test, async (unlock) => {
          const sent = send(body);
          await untilWaiting(test, 1);
          sent.destroy();
          await untilAudited({ code: 'CLIENT_DISCONNECTED', failure_reason: 'client_disconnected' });
          await eventually(() => {
            const { total, idle } = test.app.get(StoreRegistry).get('store-a')!.gauge();
            expect(total - idle).toBe(0);
          });
          await unlock();
        });
        await untilNothingIsLeft();
      },
    );
  });

  describe('by its store', () => {
    // calls-export 7.9
    it.each(['reset', 'freeze'] as const)(
      'that goes away (%s) ends broken in v1, and says so',
      async (mode) => {
        // In the middle of reading, which does not wait for the receiver.
        proxy.becomeAfter(CALLS * SUMMARY.length, mode);
        try {
          const { response } = await begun(V1);
          const { isWhole } = await rest(response);
          expect(isWhole).toBe(false);
          await untilAudited({ code: 'dependency_unavailable', failure_reason: 'dependency_unavailable' });
        } finally {
          await proxy.heal();
        }
        await eventually(async () => expect((await exportOnce(test, own, NO_CALLS)).status).toBe(200), 200);
      },
    );

    // calls-export 8.4
    it.each([
      ['v2', 'reset', V2],
      ['v3', 'freeze', V3],
    ] as const)('that goes away under %s (%s) is 503 and no file', async (_, mode, body) => {
      await whileCallsAreLocked(test, async (unlock) => {
        const running = exportCalls(test, token, { ...body, project_id: own.project });
        await untilWaiting(test, 1);
        await proxy.become(mode);
        const answer: Answer = await running;
        expect(answer.status).toBe(503);
        expect(answer.body).toMatchObject({ error: 'service_unavailable' });
        expect(answer.headers).not.toHaveProperty('content-disposition');
        await unlock();
      });
      await untilAudited({ code: 'dependency_unavailable' });
      await proxy.heal();
      await eventually(async () => expect((await exportOnce(test, own, NO_CALLS)).status).toBe(200), 200);
    });
  });
});
