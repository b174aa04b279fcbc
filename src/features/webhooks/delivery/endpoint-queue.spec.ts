import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pending } from './delivery.types.js';
import { EndpointQueue, type Load } from './endpoint-queue.js';

const pending = { claimedAt: 0 } as Pending;

// webhooks 7.7
describe('the queue of an endpoint', () => {
  let load: Load;
  let queue: EndpointQueue;
  beforeEach(() => {
    vi.useFakeTimers();
    load = { claimed: 0 };
    queue = new EndpointQueue(load);
  });
  afterEach(() => void vi.useRealTimers());

  const begin = (count: number): number => {
    for (let added = 0; added < count; added += 1) queue.add(pending);
    let begun = 0;
    while (queue.begin()) begun += 1;
    return begun;
  };
  const known = (durationMs: number): void => {
    begin(1);
    queue.end(durationMs);
  };

  it.each([
    ['not known', null, 2, 2],
    ['quick', 1, 8, 264],
    ['of some ten milliseconds', 10, 8, 208],
    ['of half a second', 500, 8, 12],
    ['slow', 1001, 1, 1],
  ])('of a receiver that is %s', (_, durationMs, atOnce, count) => {
    if (durationMs !== null) known(durationMs);
    expect([queue.availableSlots(), begin(10)]).toEqual([count, atOnce]);
  });

  it('sends one at a time to a receiver that does not answer', () => {
    known(1);
    expect(begin(4)).toBe(4);
    vi.advanceTimersByTime(1001);
    expect([queue.availableSlots(), begin(1)]).toEqual([0, 0]);
    queue.end(1);
    expect(begin(0)).toBe(1);
  });

  it('has room for one while this process has claimed half of what it may, and for none at the end', () => {
    load.claimed = 1024;
    expect(queue.availableSlots()).toBe(1);
    queue.add(pending);
    expect(queue.availableSlots()).toBe(0);
    load.claimed = 2048;
    expect(new EndpointQueue(load).availableSlots()).toBe(0);
  });

  it('gives back those that were claimed before', () => {
    for (const claimedAt of [1, 2, 3]) queue.add({ claimedAt } as Pending);
    expect(queue.giveBack(3).map(({ claimedAt }) => claimedAt)).toEqual([1, 2]);
    expect([queue.size, load.claimed]).toEqual([1, 1]);
  });
});
