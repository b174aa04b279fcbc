import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workKind } from '../../../src/core/shared/work-kind.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { handlerOf, WorkBench, useWorkBench } from './work-bench.js';
import type { Task } from './work-bench.js';

// Long enough for the neighbour's work on the busiest machine.
const STUCK = workKind<Task>('test.stuck', { leaseMs: 1500, retries: 1, firstDelayMs: 20 });
const PLAIN = workKind<Task>('test.plain-too', {});

describe('a worker', () => {
  let stuck: TestTenant;
  let neighbour: TestTenant;

  const bench = useWorkBench();
  beforeEach(async () => {
    stuck = await bench.test.world.aTenant();
    neighbour = await bench.test.world.aTenant();
  });
  afterEach(() => bench.stopWorkers());

  // Fails if a turn only ends with its handler: this kind has one.
  it('leaves a handler that never ends alone when its lease is over, and gives its work item up after its attempts', async () => {
    const never = new Promise<void>(() => undefined);
    const begun: number[] = [];
    await bench.startWorker(
      handlerOf(STUCK, async (lease) => {
        if (lease.auth.clientId === stuck.clientId) {
          begun.push(lease.items[0]!.attempt);
          await never;
        }
        await lease.finish((tx) => WorkBench.leaveEffects(tx, lease));
      }),
    );
    await bench.append(stuck, STUCK, [{ payload: { number: 1 } }]);
    await eventually(() => expect(begun).toEqual([1]));
    await bench.append(neighbour, STUCK, [{ payload: { number: 2 } }]);
    await eventually(async () => expect(await bench.effectsOf(neighbour)).toEqual([2]));
    await eventually(async () =>
      expect(
        await bench.inStore('SELECT reason FROM work_dead_letters WHERE client_id = $1', [stuck.clientId]),
      ).toEqual([{ reason: expect.stringContaining('had not finished') as string }]),
    );
    expect(begun).toEqual([1, 2]);
    expect(await bench.effectsOf(stuck)).toEqual([]);
  });

  it('does not mind notifications that are none of ours', async () => {
    await bench.startWorker(
      handlerOf(PLAIN, (lease) => lease.finish((tx) => WorkBench.leaveEffects(tx, lease))),
    );
    await bench.append(stuck, PLAIN, [{ payload: { number: 1 } }]);
    await eventually(async () => expect(await bench.effectsOf(stuck)).toEqual([1]));
    await withClient(bench.test.databases.storeUrls.get('store-a')!, async (client) => {
      for (const payload of [
        'not json',
        '',
        'null',
        '{}',
        '[1,2,3]',
        '[]',
        '["nobody","prod","test.plain-too"]',
      ])
        await client.query(`SELECT pg_notify('work_due', $1)`, [payload]);
    });
    await bench.append(neighbour, PLAIN, [{ payload: { number: 2 } }]);
    await eventually(async () => expect(await bench.effectsOf(neighbour)).toEqual([2]));
  });
});
