import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Webhook, Webhooks } from '../lookup/webhook-directory.service.js';
import type { DispatchRound } from './delivery-store.service.js';
import type { ClaimedDelivery, Pending, Result } from './delivery.types.js';
import { TenantDispatcher } from './tenant-dispatcher.js';

const WEBHOOK = { webhookId: 'w', activation: 1 } as Webhook;
const delivery = (id: string, activation = 1): ClaimedDelivery =>
  ({ delivery_id: id, webhook_id: 'w', activation }) as ClaimedDelivery;

let waits: { readonly until: number; readonly resolve: () => void }[] = [];

/** Advances time by `ms` in small steps, and runs what is due in each. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    await vi.advanceTimersByTimeAsync(10);
    const due = waits.filter(({ until }) => until <= performance.now());
    waits = waits.filter((it) => !due.includes(it));
    for (const { resolve } of due) resolve();
    await vi.advanceTimersByTimeAsync(0);
  }
}

/** Queues of the store, exchanges in progress, and settled deliveries. */
class Bench {
  due: ClaimedDelivery[] = [];
  webhooks: Webhooks | null = new Map([['w', WEBHOOK]]);
  isStoreDown = false;
  readonly rounds: DispatchRound[] = [];
  readonly slots: number[] = [];
  readonly underWay: (Pending & { answer: (isGone?: boolean) => Promise<unknown> })[] = [];
  readonly stopping = new AbortController();
  readonly dispatcher = new TenantDispatcher(
    { clientId: 'c', dataEnv: 'prod' },
    {
      directory: {
        now: () => (this.webhooks ? Promise.resolve(this.webhooks) : Promise.reject(new Error('down'))),
      },
      store: {
        round: (_, round) => {
          if (this.isStoreDown) return Promise.reject(new Error('down'));
          this.rounds.push(round);
          const open = round.webhooks ?? new Map<string, Webhook>();
          const [[, count] = ['', 0]] = round.slotsOf(open);
          this.slots.push(count);
          return Promise.resolve({ claimed: this.due.splice(0, count), open });
        },
      },
      snapshots: {
        of: (_, __, webhooks, readAt) => Promise.resolve({ readAt, webhooks, facts: new Map() }),
      },
      sender: {
        send: (_, pending) => {
          const { promise, resolve } = Promise.withResolvers<Result>();
          const answer = (isGone = false): Promise<unknown> => {
            const made = { outcome: { isGone }, durationMs: 1 } as Result['made'];
            resolve({ delivery: pending.delivery, webhook: pending.webhook, made, waitsFor: null });
            return pass(20);
          };
          this.underWay.push({ ...pending, answer });
          return promise;
        },
      },
      load: { claimed: 0 },
      logger: { warn: () => undefined },
      stopping: this.stopping.signal,
      wait: (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waits.push({ until: performance.now() + ms, resolve });
        return promise;
      },
    },
  );

  get settled(): string[] {
    return this.rounds.flatMap(({ ended }) => ended.map((it) => `${it.delivery.delivery_id} ${it.waitsFor}`));
  }
}

// webhooks 4.4, 7.6, 7.7, 7.8
describe('the dispatcher of a tenant', () => {
  let bench: Bench;
  beforeEach(() => {
    vi.useFakeTimers();
    waits = [];
    bench = new Bench();
  });
  afterEach(() => void vi.useRealTimers());
  const wake = async (...ids: string[]): Promise<void> => {
    bench.due.push(...ids.map((id) => delivery(id)));
    bench.dispatcher.wake().catch(() => undefined);
    await pass(20);
  };
  const sent = () => bench.underWay.map((it) => it.delivery.delivery_id);

  it('claims what there is room for, and the rest as soon as its receiver has answered', async () => {
    await wake('a', 'b', 'c');
    expect(sent()).toEqual(['a', 'b']);
    await bench.underWay[0]!.answer();
    expect(sent()).toEqual(['a', 'b', 'c']);
    expect(bench.settled).toEqual(['a null']);
  });

  it('settles what ends together in one round', async () => {
    await wake('a', 'b');
    await Promise.all(bench.underWay.map(({ answer }) => answer()));
    expect(bench.rounds.map(({ ended }) => ended.length)).toEqual([0, 2]);
  });

  it('reads how webhooks are configured at each claim', async () => {
    await wake('a');
    bench.webhooks = new Map([['w', { ...WEBHOOK, endpointUrl: 'https://moved' }]]);
    await wake('b');
    expect(bench.underWay.map(({ webhook }) => webhook.endpointUrl)).toEqual([undefined, 'https://moved']);
  });

  it('claims nothing while that cannot be read, and settles what has ended', async () => {
    await wake('a');
    bench.webhooks = null;
    await bench.underWay[0]!.answer();
    expect(bench.rounds.at(-1)).toMatchObject({
      webhooks: null,
      ended: [{ delivery: { delivery_id: 'a' } }],
    });
  });

  it('gives back what was made before its webhook was off', async () => {
    bench.webhooks = new Map([['w', { ...WEBHOOK, activation: 2 }]]);
    await wake('a');
    await pass(20);
    expect([sent(), bench.settled]).toEqual([[], ['a claim']]);
  });

  it('keeps results until the store answers', async () => {
    await wake('a');
    bench.isStoreDown = true;
    await bench.underWay[0]!.answer();
    bench.isStoreDown = false;
    expect(bench.settled).toEqual([]);
    await pass(2020);
    expect(bench.settled).toEqual(['a null']);
  });

  it('reports a store that does not answer to its waker', async () => {
    bench.isStoreDown = true;
    const woken = bench.dispatcher.wake();
    await Promise.all([expect(woken).rejects.toThrow('down'), pass(20)]);
    bench.isStoreDown = false;
    await wake('a');
    expect(sent()).toEqual(['a']);
  });

  it('releases deliveries of a receiver that answered 410', async () => {
    await wake('a');
    await bench.underWay[0]!.answer();
    await wake(...Array.from({ length: 10 }, (_, at) => `b${at}`));
    expect(sent()).toHaveLength(9);
    await bench.underWay[1]!.answer(true);
    expect(bench.settled.filter((it) => it.endsWith('claim'))).toEqual(['b8 claim', 'b9 claim']);
  });

  it('gives back what waits for longer than what was read for it counts', async () => {
    await wake('a');
    await bench.underWay[0]!.answer();
    await wake(...Array.from({ length: 10 }, (_, at) => `b${at}`));
    await pass(600);
    await wake();
    await pass(20);
    expect(bench.settled.filter((it) => it.endsWith('claim'))).toEqual(['b8 claim', 'b9 claim']);
  });

  it('claims nothing more while the process ends, and is settled when nothing is under way', async () => {
    await wake('a');
    bench.stopping.abort();
    bench.due.push(delivery('b'));
    let isSettled = false;
    void bench.dispatcher.settled().then(() => (isSettled = true));
    await pass(100);
    expect([sent(), isSettled]).toEqual([['a'], false]);
    await bench.underWay[0]!.answer();
    await pass(100);
    expect([bench.settled, isSettled]).toEqual([['a null'], true]);
  });

  it('asks for one work item for the leases of two seconds', async () => {
    await wake('a');
    await wake('b');
    await pass(2000);
    await wake();
    expect(bench.rounds.map(({ guard }) => guard)).toEqual([true, false, true]);
  });
});
