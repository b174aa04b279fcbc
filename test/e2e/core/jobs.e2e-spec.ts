import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { plannerOf } from '../../../src/core/database/jobs/job-queue.js';
import { PRUNE_CALL_EVENTS } from '../../../src/features/calls/events/call-events.job.js';
import { WRITE_EXPORT } from '../../../src/features/account-exports/lookup/write-exports.js';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { IN_THIS_DATABASE, withClient, inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { startScheduledWorker, startWorker } from '../../support/worker.js';

const DAY_MS = 86_400_000;

describe('background work', () => {
  const test = useTestApp();
  let worker: INestApplicationContext;
  let tenant: TestTenant;

  const anEvent = (of: TestTenant, callId: string, ageDays: number): Promise<object[]> =>
    inStore(
      test,
      `INSERT INTO call_events (client_id, data_env, call_id, event_type, project_id, revision, occurred_at_utc, appended_at)
       VALUES ($1, $2, $3, 'call_ended', 'p', 1, $4, $4)`,
      [of.clientId, of.dataEnv, callId, new Date(Date.now() - ageDays * DAY_MS)],
    );
  const eventsOf = async ({ clientId, dataEnv }: TestTenant): Promise<string[]> =>
    (
      await inStore<{ call_id: string }>(
        test,
        `SELECT call_id FROM call_events WHERE client_id = $1 AND data_env = $2 ORDER BY call_id`,
        [clientId, dataEnv],
      )
    ).map((row) => row.call_id);
  const prune = (of: TestTenant): Promise<void> =>
    test.app
      .get(MetadataStore)
      .transaction(systemContext(of, 'test'), (tx) =>
        tx.enqueue(PRUNE_CALL_EVENTS, { clientId: of.clientId, dataEnv: of.dataEnv }),
      );
  const stateOf = async (of: TestTenant): Promise<string | undefined> =>
    (
      await test.world.sql<{ state: string }>(
        `SELECT state::text FROM jobs.job WHERE data->>'clientId' = $1`,
        [of.clientId],
      )
    )[0]?.state;

  beforeAll(async () => {
    worker = await startWorker(test);
  });
  afterAll(() => worker.close());
  beforeEach(async () => {
    tenant = await test.world.aTenant();
  });

  // calls-ingest 5.3
  it("removes the tenant's events that are past their 30 days, and no other's", async () => {
    const neighbour = await test.world.aTenant();
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    await anEvent(tenant, 'old', 31);
    await anEvent(tenant, 'young', 29);
    await anEvent(neighbour, 'old', 31);
    await anEvent(staging, 'old', 31);
    await prune(tenant);
    await eventually(async () => expect(await stateOf(tenant)).toBe('completed'));
    expect(await eventsOf(tenant)).toEqual(['young']);
    expect(await eventsOf(neighbour)).toEqual(['old']);
    expect(await eventsOf(staging)).toEqual(['old']);
  });

  // A queue that notifies is polled twice a minute, others every two seconds.
  it('begins when it is committed and not at the next poll', async () => {
    const queues = await test.world.sql('SELECT notify FROM jobs.queue WHERE name = $1', [
      PRUNE_CALL_EVENTS.name,
    ]);
    expect(queues).toEqual([{ notify: true }]);
    const waits: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const one = await test.world.aTenant();
      await prune(one);
      await eventually(async () => expect(await stateOf(one)).toBe('completed'), 5);
      const [times] = await test.world.sql<{ wait: string }>(
        `SELECT extract(epoch FROM started_on - created_on) * 1000 AS wait FROM jobs.job WHERE data->>'clientId' = $1`,
        [one.clientId],
      );
      waits.push(Number(times!.wait));
    }
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(5000);
  });

  it('in progress is finished by a worker that stops', async () => {
    await anEvent(tenant, 'old', 31);
    const stopping = await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query(`BEGIN; LOCK TABLE call_events IN SHARE MODE`);
      await prune(tenant);
      await eventually(async () => {
        const waiting = await inStore(
          test,
          `SELECT 1 FROM pg_locks WHERE relation = 'call_events'::regclass AND NOT granted AND ${IN_THIS_DATABASE}`,
        );
        expect(waiting).toHaveLength(1);
      });
      const closed = worker.close();
      await client.query('COMMIT');
      return closed;
    }).then(
      () => 'stopped',
      (error: unknown) => error,
    );
    expect(stopping).toBe('stopped');
    expect(await stateOf(tenant)).toBe('completed');
    expect(await eventsOf(tenant)).toEqual([]);
    worker = await startWorker(test);
  });
});

describe('a schedule of each minute', () => {
  const test = useTestApp();

  it('is run by the worker that takes it', async () => {
    // Puts the schedules into the queue, from which workers take them.
    await (await startWorker(test)).close();
    await test.world.sql('UPDATE jobs.version SET cron_on = NULL');
    const worker = await startScheduledWorker(test);
    try {
      await eventually(async () => {
        const planned = await test.world.sql('SELECT state::text FROM jobs.job WHERE name = $1', [
          plannerOf(WRITE_EXPORT),
        ]);
        expect(planned).toContainEqual({ state: 'completed' });
      });
    } finally {
      await worker.close();
    }
  });
});
