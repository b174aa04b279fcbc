import { describe, expect, it } from 'vitest';
import { ExchangeSlots } from './exchange-slots.js';
import { OutboundFailure } from './outbound-failure.js';

const LIMITS = { perOrigin: 2, inAll: 8, waiting: 3, waitMs: 60_000 };
const never = new AbortController().signal;

/** Takes slots and notes in which order they were had. */
function taker(slots: ExchangeSlots) {
  const had: string[] = [];
  const take = async (origin: string, signal = never): Promise<() => void> => {
    const release = await slots.acquire(origin, signal);
    had.push(origin);
    return release;
  };
  return { had, take };
}

/** Lets all that can go on go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the slots of exchanges', () => {
  it('give an origin so many and let others pass those that wait for one more', async () => {
    const { had, take } = taker(new ExchangeSlots(LIMITS));
    const [release] = [await take('a'), await take('a')];
    void take('a');
    await take('b');
    await settle();
    expect(had).toEqual(['a', 'a', 'b']);
    release();
    await settle();
    expect(had).toEqual(['a', 'a', 'b', 'a']);
  });

  it('give no second one to an origin while half of all are taken, and go on when they are not', async () => {
    const { had, take } = taker(new ExchangeSlots(LIMITS));
    const releases = [await take('a'), await take('a'), await take('b'), await take('b')];
    await take('c');
    const stop = new AbortController();
    const waiting = [take('c', stop.signal), take('c', stop.signal)];
    await take('d');
    await settle();
    expect(had).toEqual(['a', 'a', 'b', 'b', 'c', 'd']);
    for (const release of releases) release();
    await settle();
    expect(had).toEqual(['a', 'a', 'b', 'b', 'c', 'd', 'c']);
    stop.abort(new Error('over'));
    await Promise.allSettled(waiting);
  });

  it('give the next ones in order of arrival', async () => {
    const { had, take } = taker(new ExchangeSlots({ ...LIMITS, inAll: 1 }));
    let release = await take('a');
    const waiting = ['b', 'c', 'd'].map((origin) => take(origin));
    for (const next of waiting) {
      release();
      release = await next;
    }
    expect(had).toEqual(['a', 'b', 'c', 'd']);
  });

  it('say that they are busy at once where too many wait, or when the time is over', async () => {
    const slots = new ExchangeSlots({ ...LIMITS, inAll: 1, waiting: 1 });
    await slots.acquire('a', never);
    const stop = new AbortController();
    const waiting = slots.acquire('b', stop.signal);
    await expect(slots.acquire('c', never)).rejects.toEqual(new OutboundFailure('busy', 'queue_full'));
    stop.abort(new Error('over'));
    await expect(waiting).rejects.toThrow('over');
    const impatient = new ExchangeSlots({ ...LIMITS, inAll: 1, waitMs: 10 });
    await impatient.acquire('a', never);
    await expect(impatient.acquire('b', never)).rejects.toEqual(new OutboundFailure('busy', 'no_slot'));
  });

  it('lose none to those that give up', async () => {
    const { had, take } = taker(new ExchangeSlots({ ...LIMITS, inAll: 1 }));
    const release = await take('a');
    const stop = new AbortController();
    const given = take('b', stop.signal);
    const next = take('c');
    const reason = new Error('gave up');
    stop.abort(reason);
    await expect(given).rejects.toBe(reason);
    await expect(take('d', stop.signal)).rejects.toBe(reason);
    release();
    (await next)();
    await take('e');
    expect(had).toEqual(['a', 'c', 'e']);
  });
});
