import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workKind } from '../../../src/core/shared/work-kind.js';
import { CallEventRelay } from '../../../src/features/calls/events/call-event-relay.js';
import type { CallEventsDue } from '../../../src/features/calls/events/call-event-relay.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { workerSettings } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { IN_THIS_DATABASE } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { WorkBench } from './work-bench.js';

// Like the declaration in test/support/relaying-worker.mjs.
const PASS_ON = workKind<CallEventsDue>('test.call-events', { ordered: true });

const WORKERS = atDepth({ ordinary: 3, full: 4 });
const CALLS = atDepth({ ordinary: 30, full: 600 });
// Locks that workers wait for: under a lease, and in the transaction that ends the work. The third
// is for late writers.
const UNDER_LEASE = 1;
const AT_THE_END = 2;
const LATE = 3;

// A writer of a call whose id begins with "late" has done all of its work and does not get to
// commit.
const HOLD_LATE_WRITERS = `
  CREATE FUNCTION hold_late_writer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock_shared(${LATE}); RETURN NULL; END $$;
  CREATE TRIGGER late AFTER INSERT ON work_items FOR EACH ROW WHEN (NEW.key LIKE 'late%')
    EXECUTE FUNCTION hold_late_writer()`;

type Call = ReturnType<typeof aCall>;

// Fails if work items are deleted or read on by an order of time or number, when the effect and the
// deletion of its work item do not commit together, and when a key may be worked by two.
describe('a relay of call events with many workers', () => {
  let bench: WorkBench;
  let service: BuiltService;
  let locks: Client;
  const workers: BuiltProcess[] = [];
  let tenants: { tenant: TestTenant; projectId: string; key: string }[];

  const startWorker = async (): Promise<void> => {
    const worker = service.startScript('relaying-worker.mjs', environmentOf(workerSettings(bench.test)));
    await worker.line('working');
    workers.push(worker);
  };
  const close = (lock: number): Promise<unknown> => locks.query('SELECT pg_advisory_lock($1)', [lock]);
  const open = (lock: number): Promise<unknown> => locks.query('SELECT pg_advisory_unlock($1)', [lock]);
  /** How many transactions wait for a closed lock. */
  const waitingAt = async (lock: number): Promise<number> => {
    const { rows } = await locks.query<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM pg_locks
        WHERE locktype = 'advisory' AND objid = $1 AND NOT granted AND ${IN_THIS_DATABASE}`,
      [lock],
    );
    return rows[0]!.waiting;
  };
  const post = async (index: number, records: readonly Call[]): Promise<void> => {
    const response = await bench.test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', tenants[index]!.key)
      .send(records);
    expect(response.body).toMatchObject({ rejected: 0 });
  };
  const versions = (index: number, prefix: string, count: number): Call[][] => {
    const first = Array.from({ length: count }, (_, it) =>
      aCall(tenants[index]!.projectId, {
        call_id: `${prefix}-${index}-${it}`,
        call_status: 'in_progress',
        ended_at_utc: null,
      }),
    );
    const ended = first.map((call) => ({ ...call, revision: 2, call_status: 'completed' }));
    return [first, ended, ended.map((call) => ({ ...call, revision: 3, summary: 'Done.' }))];
  };
  const waitingItems = async (): Promise<string[]> =>
    (await bench.inStore<{ key: string }>(`SELECT key FROM work_items WHERE kind = $1`, [PASS_ON.name])).map(
      ({ key }) => key,
    );
  /** Ends a worker that waits for a lock, like a crash. */
  const killOneAt = async (lock: number): Promise<void> => {
    const pid = await eventually(async () => {
      const { rows } = await locks.query<{ pid: string }>(
        `SELECT substring(a.query FROM 'worker ([0-9]+)') AS pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
          WHERE l.locktype = 'advisory' AND l.objid = $1 AND NOT l.granted AND a.datname = current_database()`,
        [lock],
      );
      // A connection that reached the lock during this read may still show its previous statement.
      const waiting = Number(rows[0]?.pid);
      expect(waiting).toBeGreaterThan(0);
      return waiting;
    });
    const worker = workers.find((it) => it.pid === pid)!;
    worker.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
  };

  /** For each tenant; failures are reported where the promise is awaited. */
  const atOnce = (work: (tenant: TestTenant, index: number) => Promise<void>): Promise<unknown> => {
    const all = Promise.all(tenants.map(({ tenant }, index) => work(tenant, index)));
    all.catch(() => undefined);
    return all;
  };

  beforeAll(async () => {
    bench = await WorkBench.open();
    bench.test.app.get(CallEventRelay).relayTo(PASS_ON);
    await bench.inStore(HOLD_LATE_WRITERS);
    locks = new Client({ connectionString: bench.test.databases.superuser.storeUrls.get('store-a')! });
    await locks.connect();
    tenants = await Promise.all(
      [0, 1, 2].map(async () => {
        const tenant = await bench.test.world.aTenant();
        const projectId = await bench.test.world.aProject(tenant);
        return { tenant, projectId, key: await bench.test.world.aKey(tenant, 'runtime-ingest') };
      }),
    );
    service = new BuiltService().compile();
  });
  afterAll(async () => {
    service.stop();
    await locks.end();
    await bench.close();
  });

  it('passes each event on once and in order per call, with writers that commit late and two workers killed', async () => {
    await Promise.all(Array.from({ length: WORKERS }, startWorker));
    // The first writer of a month creates its tables, and all others of that month wait for its
    // commit.
    await post(0, versions(0, 'first', 1)[0]!);
    await close(LATE);
    const late = atOnce(async (_tenant, index) => {
      for (const batch of versions(index, 'late', 5)) await post(index, batch);
    });
    await eventually(async () => expect(await waitingAt(LATE)).toBe(tenants.length));

    await close(UNDER_LEASE);
    const early = atOnce(async (_tenant, index) => {
      for (const batch of versions(index, 'call', CALLS)) await post(index, batch);
    });
    await killOneAt(UNDER_LEASE);
    await close(AT_THE_END);
    await open(UNDER_LEASE);
    await killOneAt(AT_THE_END);
    await open(AT_THE_END);
    await early;
    await eventually(async () => expect(await waitingItems()).toEqual([]));

    // Everything committed has been passed on; events with lower numbers commit only now.
    await open(LATE);
    await late;
    await eventually(async () => expect(await waitingItems()).toEqual([]));

    const events = await bench.inStore<{ key: string; numbers: number[] }>(
      `SELECT call_id AS key, array_agg(sequence ORDER BY sequence) AS numbers FROM call_events GROUP BY 1 ORDER BY 1`,
    );
    expect(events).toHaveLength(tenants.length * (CALLS + 5) + 1);
    expect(events.filter(({ numbers }) => numbers.join() !== '1,2,3')).toEqual([
      { key: 'first-0-0', numbers: [1] },
    ]);
    const effects = await bench.inStore(
      `SELECT key, array_agg(number ORDER BY place) AS numbers FROM effects GROUP BY 1 ORDER BY 1`,
    );
    expect(effects).toEqual(events);
    expect(await bench.inStore('SELECT * FROM work_dead_letters')).toEqual([]);
  });
});
