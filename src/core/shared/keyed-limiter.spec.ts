import { describe, expect, it } from 'vitest';
import { KeyedLimiter, NoSlotError, unavailableWithoutSlot, type SlotLimits } from './keyed-limiter.js';
import { PlatformError } from './platform-error.js';

/** Acquires slots and records who got one, in order. */
function taker(limits: SlotLimits) {
  const limiter = new KeyedLimiter(limits);
  const got: string[] = [];
  const take = async (key: string, signal?: AbortSignal): Promise<() => void> => {
    const release = await limiter.acquire(key, signal);
    got.push(key);
    return release;
  };
  return { limiter, got, take };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a keyed limiter', () => {
  it('gives a key its share and lets other keys pass its waiters', async () => {
    const { got, take } = taker({ perKey: 2, total: 8 });
    const [release] = [await take('a'), await take('a')];
    void take('a');
    await take('b');
    await settle();
    expect(got).toEqual(['a', 'a', 'b']);
    release();
    await settle();
    expect(got).toEqual(['a', 'a', 'b', 'a']);
  });

  it('gives no second slot to a key while too many are taken', async () => {
    const { got, take } = taker({ perKey: 2, total: 8, fairFrom: 4 });
    const releases = [await take('a'), await take('a'), await take('b'), await take('b')];
    await take('c');
    const stop = new AbortController();
    const waiting = [take('c', stop.signal), take('c', stop.signal)];
    await take('d');
    await settle();
    expect(got).toEqual(['a', 'a', 'b', 'b', 'c', 'd']);
    for (const release of releases) release();
    await settle();
    expect(got).toEqual(['a', 'a', 'b', 'b', 'c', 'd', 'c']);
    stop.abort(new Error('over'));
    await Promise.allSettled(waiting);
  });

  it('serves waiters in order of arrival', async () => {
    const { got, take } = taker({ perKey: 1, total: 1 });
    let release = await take('a');
    for (const next of ['b', 'c', 'd'].map((key) => take(key))) {
      release();
      release = await next;
    }
    expect(got).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses at once when too many wait, and a waiter when its time is over', async () => {
    const { take } = taker({ perKey: 1, total: 1, maxWaiting: 1, waitMs: 10 });
    await take('a');
    const waiting = take('b');
    await expect(take('c')).rejects.toEqual(new NoSlotError('queue_full'));
    await expect(waiting).rejects.toEqual(new NoSlotError('timeout'));
  });

  it('lets a waiter wait while slots are released, and no longer than `stallMs` while none is', async () => {
    const { limiter } = taker({ perKey: 1, waitMs: 60_000, stallMs: 150 });
    const first = await limiter.acquire('a');
    const waiting = ['b', 'c'].map(() => limiter.acquire('a'));
    first();
    (await waiting[0]!)();
    const last = await waiting[1]!;
    await expect(limiter.acquire('a')).rejects.toEqual(new NoSlotError('timeout'));
    last();
    await limiter.acquire('a');
  });

  it('loses no slot to a waiter that leaves', async () => {
    const { got, take } = taker({ perKey: 1, total: 1 });
    const release = await take('a');
    const stop = new AbortController();
    const left = take('b', stop.signal);
    const next = take('c');
    const reason = new Error('gone');
    stop.abort(reason);
    await expect(left).rejects.toBe(reason);
    await expect(take('d', stop.signal)).rejects.toBe(reason);
    release();
    (await next)();
    await take('e');
    expect(got).toEqual(['a', 'c', 'e']);
  });

  it('counts a release once', async () => {
    const { limiter, take } = taker({ perKey: 1, total: 1 });
    const release = await take('a');
    release();
    release();
    await take('b');
    expect(limiter.tryAcquire('c')).toBeNull();
  });

  it('gives a slot beyond the share of a key where the caller says so', async () => {
    const { limiter, take } = taker({ perKey: 1, total: 2 });
    await take('a');
    expect(limiter.tryAcquire('a')).toBeNull();
    expect(limiter.tryAcquire('a', 2)).not.toBeNull();
    expect(limiter.tryAcquire('b')).toBeNull();
  });

  it('passes the slot on when work fails', async () => {
    const { limiter } = taker({ perKey: 1 });
    const failing = limiter.run('a', () => Promise.reject(new Error('no')));
    const next = limiter.run('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('is a 503 with a time to come back where a caller asks for that', async () => {
    const { limiter } = taker({ perKey: 1, waitMs: 1 });
    await limiter.acquire('a');
    const refused = limiter.run('a', () => Promise.resolve()).catch(unavailableWithoutSlot(7));
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ entry: { status: 503 }, retryAfterSeconds: 7 });
    const other = new Error('other');
    await expect(Promise.reject(other).catch(unavailableWithoutSlot(7))).rejects.toBe(other);
  });
});
