import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { unavailable } from '../../../src/core/shared/platform-error.js';
import { workKind } from '../../../src/core/shared/work-kind.js';
import { DeadLetters } from '../../../src/core/work/dead-letters.service.js';
import type { WorkLease } from '../../../src/core/work/work-lease.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { handlerOf, WorkBench, useWorkBench } from './work-bench.js';
import type { Task } from './work-bench.js';

const MANY = workKind<Task>('test.many', { batch: 100, concurrency: 1 });
const ONE = workKind<Task>('test.one', { retries: 0 });

const finish = (lease: WorkLease<Task>): Promise<void> =>
  lease.finish((tx) => WorkBench.leaveEffects(tx, lease));
const tasks = (count: number): { payload: Task }[] =>
  Array.from({ length: count }, (_, number) => ({ payload: { number } }));

describe('the relay', () => {
  let tenant: TestTenant;
  let neighbour: TestTenant;

  const allDone = (of: TestTenant): Promise<void> =>
    eventually(async () => expect(await bench.itemsOf(of)).toEqual([]));

  const bench = useWorkBench();
  beforeEach(async () => {
    tenant = await bench.test.world.aTenant();
    neighbour = await bench.test.world.aTenant();
  });
  afterEach(() => bench.stopWorkers());

  // Fails if a tenant keeps its turn for as long as it has work.
  it('lets a neighbour by after one piece of work, whatever a tenant has waiting', async () => {
    const items = atDepth({ ordinary: 2_000, full: 10_000 });
    // The store names those who have work in the order of their ids, and the first of them has its
    // turn first.
    const [first, second] = tenant.clientId < neighbour.clientId ? [tenant, neighbour] : [neighbour, tenant];
    await bench.append(first, MANY, tasks(items));
    await bench.append(second, MANY, tasks(1));
    let before: number | null = null;
    let done = 0;
    await bench.startWorker(
      handlerOf(MANY, async (lease) => {
        if (lease.auth.clientId === first.clientId) done += lease.items.length;
        else before = done;
        await finish(lease);
      }),
    );
    await allDone(second);
    expect(before).toBe(MANY.batch);
    await allDone(first);
    expect(await bench.effectsOf(first)).toHaveLength(items);
  });

  it('works on for the other stores while one of them is down, and for that one when it is back', async () => {
    const inB = await bench.test.world.aTenant({ storeId: 'store-b' });
    await bench.startWorker(handlerOf(ONE, finish));
    await bench.append(inB, ONE, tasks(1));
    await eventually(async () => expect(await bench.effectsIn('store-b')).toBe(1));

    await shut('store-b', true);
    await bench.append(tenant, ONE, tasks(1));
    await allDone(tenant);
    expect(await bench.effectsOf(tenant)).toEqual([0]);

    await bench.inStore(
      `INSERT INTO work_items (client_id, data_env, kind, payload) VALUES ($1, $2, 'test.one', '{"number": 2}')`,
      [inB.clientId, inB.dataEnv],
      'store-b',
    );
    await shut('store-b', false);
    await eventually(async () => expect(await bench.effectsIn('store-b')).toBe(2));
  });

  /** Closes every connection of the service to a store, and admits no new ones. */
  async function shut(storeId: string, isDown: boolean): Promise<void> {
    const url = bench.test.databases.superuser.storeUrls.get(storeId)!;
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
      // A superuser is admitted nevertheless.
      await client.query(`ALTER DATABASE ${rows[0]!.name} CONNECTION LIMIT ${isDown ? 0 : -1}`);
      if (isDown) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user`,
        );
      }
    });
  }

  it('says in the metrics how much work there is and how old it is', async () => {
    await bench.append(tenant, { ...ONE, name: 'test.nobody' }, tasks(3));
    await bench.inStore(
      `UPDATE work_items SET ready_at = now() - interval '1 hour' WHERE kind = 'test.nobody'`,
    );
    const worker = await bench.startWorker();
    await eventually(async () => {
      const text = await bench.metricsOf(worker);
      expect(text).toContain('work_items{store="store-a",kind="test.nobody",state="due"} 3');
      const [, age] = /work_oldest_due_seconds\{store="store-a",kind="test.nobody"\} (\d+)/.exec(text) ?? [];
      expect(Number(age)).toBeGreaterThanOrEqual(3600);
    });
  });

  // operations 4.8
  describe('with dead letters', () => {
    const audited = (): Promise<object[]> =>
      bench.test.world.sql(
        `SELECT action, actor_id, metadata FROM audit_events WHERE client_id = $1 AND action LIKE 'work.%' ORDER BY occurred_at, event_id`,
        [tenant.clientId],
      );
    const letters = (): DeadLetters => new DeadLetters(bench.stores);
    const auth = () => systemContext(tenant, 'admin');

    beforeEach(async () => {
      let isBroken = true;
      await bench.startWorker(
        handlerOf(ONE, async (lease) => {
          if (isBroken && lease.auth.clientId === tenant.clientId) throw unavailable(new Error('broken'));
          await finish(lease);
        }),
      );
      await bench.append(tenant, ONE, tasks(3));
      await allDone(tenant);
      isBroken = false;
    });

    it('shows them to an operator, of this tenant alone', async () => {
      expect(await letters().list(auth(), null)).toMatchObject([
        {
          kind: 'test.one',
          key: null,
          payload: { number: 0 },
          attempts: 1,
          reason: 'dependency_unavailable',
        },
        { payload: { number: 1 } },
        { payload: { number: 2 } },
      ]);
      expect(await letters().list(auth(), 'test.many')).toEqual([]);
      expect(await letters().list(systemContext(neighbour, 'admin'), null)).toEqual([]);
    });

    it('works them again on his word, one or all of a kind, and audits that', async () => {
      const [first] = await letters().list(auth(), null);
      expect(await letters().retry(auth(), { kind: 'test.one', itemId: first!.item_id })).toBe(1);
      await eventually(async () => expect(await bench.effectsOf(tenant)).toEqual([0]));
      expect(await letters().retry(auth(), { kind: 'test.one', itemId: null })).toBe(2);
      await eventually(async () => expect(await bench.effectsOf(tenant)).toEqual([0, 1, 2]));
      expect(await letters().retry(auth(), { kind: 'test.one', itemId: null })).toBe(0);
      await eventually(async () =>
        expect(await audited()).toEqual([
          {
            action: 'work.retried',
            actor_id: 'admin',
            metadata: { kind: 'test.one', itemId: first!.item_id, items: 1 },
          },
          {
            action: 'work.retried',
            actor_id: 'admin',
            metadata: { kind: 'test.one', itemId: null, items: 2 },
          },
        ]),
      );
    });

    it('forgets them on his word, and audits that', async () => {
      expect(await letters().drop(auth(), { kind: 'test.one', itemId: null })).toBe(3);
      expect(await letters().list(auth(), null)).toEqual([]);
      expect(await bench.itemsOf(tenant)).toEqual([]);
      await eventually(async () => expect(await audited()).toMatchObject([{ action: 'work.dropped' }]));
    });
  });
});
