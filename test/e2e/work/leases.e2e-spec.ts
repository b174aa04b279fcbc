import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { workKind } from '../../../src/core/shared/work-kind.js';
import { enqueueMissingWork, enqueueWork } from '../../../src/core/database/outbox/enqueue-work.js';
import { DUE_CHANNEL, ENQUEUE_MISSING_WORK } from '../../../src/core/database/outbox/enqueue-work.queries.js';
import { LeaseVoidError } from '../../../src/core/work/work-lease.js';
import type { WorkLease } from '../../../src/core/work/work-lease.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { handlerOf, WorkBench, useWorkBench } from './work-bench.js';
import type { Task } from './work-bench.js';

const PLAIN = workKind<Task>('test.plain', { batch: 10 });
const IN_ORDER = workKind<Task>('test.in-order', { batch: 3, ordered: true, firstDelayMs: 20 });
const FAILING = workKind<Task>('test.failing', { batch: 10, retries: 1, firstDelayMs: 20 });

const finish = (lease: WorkLease<Task>): Promise<void> =>
  lease.finish((tx) => WorkBench.leaveEffects(tx, lease));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, it) => it);
const tasks = (...numbers: number[]): { payload: Task }[] =>
  numbers.map((number) => ({ payload: { number } }));
const tasksOf = (key: string, ...numbers: number[]): { key: string; payload: Task }[] =>
  numbers.map((number) => ({ key, payload: { number } }));
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);

describe('work with leases', () => {
  let tenant: TestTenant;

  const allDone = (): Promise<void> =>
    eventually(async () => expect(await bench.itemsOf(tenant)).toEqual([]));
  /** Ends the leases of the tenant, by the store's clock, which decides. */
  const endLeases = (): Promise<object[]> =>
    bench.inStore('UPDATE work_items SET ready_at = now() WHERE client_id = $1 AND lease_token IS NOT NULL', [
      tenant.clientId,
    ]);
  const deadLetters = (): Promise<{ number: number; attempts: number; reason: string }[]> =>
    bench.inStore(
      `SELECT (payload->>'number')::integer AS number, attempts, reason FROM work_dead_letters WHERE client_id = $1`,
      [tenant.clientId],
    );

  const bench = useWorkBench();
  beforeEach(async () => {
    tenant = await bench.test.world.aTenant();
  });
  afterEach(() => bench.stopWorkers());

  it('is done once for each work item, which is gone with the commit of its effect', async () => {
    await bench.startWorker(handlerOf(PLAIN, finish));
    await bench.append(tenant, PLAIN, tasks(...upTo(25)));
    await allDone();
    expect(sorted(await bench.effectsOf(tenant))).toEqual(upTo(25));
  });

  it('does not exist when the transaction that asks for it is rolled back', async () => {
    const asking = bench.stores.transaction(systemContext(tenant, 'test'), async (tx) => {
      await enqueueWork(tx, PLAIN, tasks(1));
      throw new Error('changed its mind');
    });
    await expect(asking).rejects.toThrow('changed its mind');
    expect(await bench.itemsOf(tenant)).toEqual([]);
  });

  it('of the other kind of store is refused where it is asked for', async () => {
    const asking = bench.append(tenant, { ...PLAIN, store: 'metadata' }, tasks(1));
    await expect(asking).rejects.toThrow('cannot wait in the tenant store');
  });

  // Fails if a relay remembers how far it has come instead of looking at the work items.
  it('is found when its writer commits after later ones', async () => {
    await bench.startWorker(handlerOf(PLAIN, finish));
    const appended = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const late = bench.stores.transaction(systemContext(tenant, 'test'), async (tx) => {
      await enqueueWork(tx, PLAIN, tasks(1));
      appended.resolve();
      await commit.promise;
    });
    await appended.promise;
    await bench.append(tenant, PLAIN, tasks(2));
    await eventually(async () => expect(await bench.effectsOf(tenant)).toEqual([2]));
    commit.resolve();
    await late;
    await allDone();
    expect(await bench.effectsOf(tenant)).toEqual([2, 1]);
  });

  it('waits until its time', async () => {
    await bench.startWorker(handlerOf(PLAIN, finish));
    await bench.stores.transaction(systemContext(tenant, 'test'), (tx) =>
      enqueueWork(tx, PLAIN, tasks(1), new Date(Date.now() + 3_600_000)),
    );
    await bench.append(tenant, PLAIN, tasks(2));
    await eventually(async () => expect(await bench.effectsOf(tenant)).toEqual([2]));
    expect(await bench.itemsOf(tenant)).toEqual([{ number: 1, attempts: 0 }]);
    // No notification announces that a work item has become due.
    await bench.inStore('UPDATE work_items SET ready_at = now() WHERE client_id = $1', [tenant.clientId]);
    await allDone();
    expect(await bench.effectsOf(tenant)).toEqual([2, 1]);
  });

  it('is told of at the commit to those who listen, once for a transaction, and not before its time', async () => {
    const url = bench.test.databases.superuser.storeUrls.get('store-a')!;
    await withClient(url, async (client) => {
      const heard: unknown[] = [];
      client.on('notification', ({ payload }) => {
        if (payload?.includes(tenant.clientId)) heard.push(JSON.parse(payload));
      });
      await client.query(`LISTEN ${DUE_CHANNEL}`);
      await bench.stores.transaction(systemContext(tenant, 'test'), (tx) =>
        enqueueWork(tx, PLAIN, tasks(1), new Date(Date.now() + 3_600_000)),
      );
      await bench.append(tenant, PLAIN, tasks(2, 3));
      // Notifications from before this statement's answer arrive with it.
      await client.query('SELECT 1');
      expect(heard).toEqual([[tenant.clientId, tenant.dataEnv, PLAIN.name]]);
    });
  });

  // Fails if an existing work item may begin, and read the data, before this commit.
  it.each([PLAIN, IN_ORDER])(
    'that is already enqueued begins after the commit that relies on it: $name',
    async (kind) => {
      await bench.append(tenant, kind, tasksOf('shared', 1));
      const url = bench.test.databases.superuser.storeUrls.get('store-a')!;
      // A transaction of the service would end at its deadline before a worker has started.
      await withClient(url, async (client) => {
        await client.query('BEGIN');
        const { clientId, dataEnv } = tenant;
        const item = [['shared'], [{ number: 2 }], null, null, null];
        await client.query(ENQUEUE_MISSING_WORK.text, [clientId, dataEnv, kind.name, ...item]);
        await bench.startWorker(handlerOf(kind, finish));
        await bench.append(tenant, kind, tasksOf('other', 3));
        await eventually(async () => expect(await bench.effectsOf(tenant)).toEqual([3]));
        await client.query('COMMIT');
      });
      await allDone();
      expect(await bench.effectsOf(tenant)).toEqual([3, 1]);
    },
  );

  it('is enqueued again while a worker is taking the existing work item', async () => {
    await bench.append(tenant, PLAIN, tasksOf('shared', 1));
    const url = bench.test.databases.superuser.storeUrls.get('store-a')!;
    await withClient(url, async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE work_items SET lease_token = 1 WHERE client_id = $1', [tenant.clientId]);
      await bench.stores.transaction(systemContext(tenant, 'test'), (tx) =>
        enqueueMissingWork(tx, PLAIN, tasksOf('shared', 2)),
      );
      await client.query('ROLLBACK');
    });
    await bench.startWorker(handlerOf(PLAIN, finish));
    await allDone();
    expect(await bench.effectsOf(tenant)).toEqual([1, 2]);
  });

  // Fails without SKIP LOCKED: everything that a worker could claim would wait for one item that is
  // being completed.
  it('goes on beside a work item that another one has in its hands', async () => {
    await bench.append(tenant, PLAIN, tasks(1, 2, 3));
    const url = bench.test.databases.superuser.storeUrls.get('store-a')!;
    await withClient(url, async (client) => {
      await client.query('BEGIN');
      await client.query(
        `SELECT FROM work_items WHERE client_id = $1 AND kind = $2 AND payload->>'number' = '1' FOR UPDATE`,
        [tenant.clientId, PLAIN.name],
      );
      await bench.startWorker(handlerOf(PLAIN, finish));
      await eventually(async () => expect(await bench.effectsOf(tenant)).toEqual([2, 3]));
      await client.query('ROLLBACK');
    });
    await allDone();
    expect(await bench.effectsOf(tenant)).toEqual([2, 3, 1]);
  });

  // Fails if a transaction of a handler does not check its lease first.
  it('of a holder that wakes after the end of its lease is refused, and stays as another one did it', async () => {
    const awake = Promise.withResolvers<void>();
    const attempts: string[] = [];
    const handler = handlerOf(PLAIN, async (lease) => {
      const isFirst = attempts.push(lease.token) === 1;
      if (isFirst) {
        await endLeases();
        await awake.promise;
        await expect(lease.transaction(() => Promise.resolve())).rejects.toThrow(LeaseVoidError);
      }
      await finish(lease).catch((error: unknown) => {
        attempts.push((error as Error).name);
        throw error;
      });
    });
    await bench.startWorker(handler);
    await bench.startWorker(handler);
    await bench.append(tenant, PLAIN, tasks(1));
    await allDone();
    expect(await bench.effectsOf(tenant)).toEqual([1]);
    awake.resolve();
    await eventually(() => expect(attempts).toHaveLength(3));
    expect(Number(attempts[1])).toBeGreaterThan(Number(attempts[0]));
    expect(attempts[2]).toBe('LeaseVoidError');
    expect(await bench.effectsOf(tenant)).toEqual([1]);
  });

  it('of a holder that wakes late is refused also where no other one has come, and done again', async () => {
    const attempts: number[] = [];
    await bench.startWorker(
      handlerOf(PLAIN, async (lease) => {
        attempts.push(lease.items[0]!.attempt);
        if (attempts.length === 1) {
          await endLeases();
          await expect(finish(lease)).rejects.toThrow(LeaseVoidError);
          throw new LeaseVoidError();
        }
        await finish(lease);
      }),
    );
    await bench.append(tenant, PLAIN, tasks(1));
    await allDone();
    expect(attempts).toEqual([1, 2]);
    expect(await bench.effectsOf(tenant)).toEqual([1]);
  });

  // Fails if a work item may be leased while an earlier one of its key is leased, rescheduled, or
  // being leased.
  it('of one key is done in order and never twice at once, however many workers there are and whatever fails', async () => {
    const busy = new Set<string>();
    const failed = new Set<number>();
    const handler = handlerOf(IN_ORDER, async (lease) => {
      const keys = new Set(lease.items.map(({ key }) => key!));
      for (const key of keys) {
        if (busy.has(key)) throw new Error(`two holders of ${key}`);
        busy.add(key);
      }
      try {
        // Every fifth task fails at its first attempt, together with those of its batch.
        const failing = lease.items.find(
          ({ payload }) => payload.number % 5 === 4 && !failed.has(payload.number),
        );
        if (failing) {
          failed.add(failing.payload.number);
          throw new Error('fails at first');
        }
        await finish(lease);
      } finally {
        for (const key of keys) busy.delete(key);
      }
    });
    await Promise.all([bench.startWorker(handler), bench.startWorker(handler), bench.startWorker(handler)]);
    for (const round of upTo(10)) {
      await bench.append(tenant, IN_ORDER, [
        ...tasksOf('a', round * 2, round * 2 + 1),
        ...tasksOf('b', 100 + round * 2, 101 + round * 2),
        ...tasksOf('c', 200 + round * 2, 201 + round * 2),
      ]);
    }
    await allDone();
    expect(await deadLetters()).toEqual([]);
    const effects = await bench.effectsOf(tenant);
    for (const first of [0, 100, 200]) {
      const ofKey = effects.filter((it) => it >= first && it < first + 100);
      expect(ofKey).toEqual(upTo(20).map((it) => first + it));
    }
  });

  it('that cannot be done rests among the dead letters, and holds up none of those it was taken with', async () => {
    await bench.startWorker(
      handlerOf(FAILING, async (lease) => {
        if (lease.items.some(({ payload }) => payload.number === 3))
          throw new Error('+61 2 5550 1234 is not told');
        await finish(lease);
      }),
    );
    await bench.append(tenant, FAILING, tasks(...upTo(8)));
    await allDone();
    expect(sorted(await bench.effectsOf(tenant))).toEqual(upTo(8).filter((it) => it !== 3));
    expect(await deadLetters()).toEqual([{ number: 3, attempts: 2, reason: 'Error' }]);
  });

  it('whose holders always die is given up too', async () => {
    await bench.append(tenant, FAILING, tasks(1));
    await bench.inStore('UPDATE work_items SET attempts = 2 WHERE client_id = $1', [tenant.clientId]);
    await bench.startWorker(handlerOf(FAILING, finish));
    await allDone();
    expect(await bench.effectsOf(tenant)).toEqual([]);
    expect(await deadLetters()).toMatchObject([{ number: 1, attempts: 3 }]);
  });
});
