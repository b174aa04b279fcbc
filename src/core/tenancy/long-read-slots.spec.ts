import { describe, expect, it } from 'vitest';
import type { Tenant } from '../kernel/auth-context.js';
import { LongReadSlots, NoSlotError } from './long-read-slots.js';

const tenant = (clientId: string): Tenant => ({ clientId, dataEnv: 'prod' });
const [ONE, TWO, THREE] = [tenant('one'), tenant('two'), tenant('three')];
const LONG_MS = 60_000;
const STAYING = new AbortController().signal;

describe('the places of a store for long reads', () => {
  it('leave a tenant its share and its neighbours the rest', async () => {
    const reads = new LongReadSlots(3, 2);
    const first = await reads.acquireSlot(ONE, LONG_MS, STAYING);
    await reads.acquireSlot(ONE, LONG_MS, STAYING);
    await expect(reads.acquireSlot(ONE, 1, STAYING)).rejects.toThrow(NoSlotError);
    await reads.acquireSlot(TWO, 1, STAYING);
    await expect(reads.acquireSlot(THREE, 1, STAYING)).rejects.toThrow(NoSlotError);
    first();
    await reads.acquireSlot(THREE, 1, STAYING);
  });

  it('go in order of arrival, past those who have their share', async () => {
    const reads = new LongReadSlots(2, 1);
    const order: string[] = [];
    const wait = (name: string, who: Tenant) =>
      reads.acquireSlot(who, LONG_MS, STAYING).then((leave) => {
        order.push(name);
        return leave;
      });
    const ones = await reads.acquireSlot(ONE, LONG_MS, STAYING);
    const twos = await reads.acquireSlot(TWO, LONG_MS, STAYING);
    const [, third] = [wait('one again', ONE), wait('three', THREE)];
    twos();
    await third;
    expect(order).toEqual(['three']);
    ones();
    await expect.poll(() => order).toEqual(['three', 'one again']);
  });

  it('are left once, however often that is said', async () => {
    const reads = new LongReadSlots(1, 1);
    const leave = await reads.acquireSlot(ONE, LONG_MS, STAYING);
    leave();
    leave();
    await reads.acquireSlot(TWO, LONG_MS, STAYING);
    await expect(reads.acquireSlot(THREE, 1, STAYING)).rejects.toThrow(NoSlotError);
  });

  it('are not kept for those who have gone', async () => {
    const reads = new LongReadSlots(1, 1);
    const leave = await reads.acquireSlot(ONE, LONG_MS, STAYING);
    const going = new AbortController();
    const waiting = reads.acquireSlot(TWO, LONG_MS, going.signal);
    going.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    await reads.acquireSlot(THREE, 1, STAYING);
  });

  it('are for those who wait before they are for reads that can do without', async () => {
    const reads = new LongReadSlots(2, 1);
    const leave = await reads.acquireSlot(ONE, LONG_MS, STAYING);
    const sum = reads.tryAcquireSlot(ONE);
    expect(sum).not.toBeNull();
    const waiting = reads.acquireSlot(TWO, LONG_MS, STAYING);
    leave();
    await waiting;
    expect(reads.tryAcquireSlot(THREE)).toBeNull();
  });
});
