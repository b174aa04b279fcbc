import { beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../../test/support/test-clock.js';
import { LookupCache } from './lookup-cache.js';
import type { Found } from './lookup-cache.js';

const LIMITS = { maxAgeMs: 800, refreshAfterMs: 500, maxEntries: 3 };

describe('LookupCache', () => {
  let clock: TestClock;
  let cache: LookupCache<string>;
  /** Questions that wait for their answer, oldest first. */
  let asked: { key: string; answer: (found: Found<string> | null) => void; fail: (error: Error) => void }[];

  const ask = (key: string) => () => {
    const { promise, resolve, reject } = Promise.withResolvers<Found<string> | null>();
    asked.push({ key, answer: resolve, fail: reject });
    return promise;
  };
  const find = (key: string) => cache.find(key, ask(key));
  const recall = (key: string) => cache.recall(key, ask(key));
  const remember = async (key: string, value = `value of ${key}`): Promise<void> => {
    const finding = find(key);
    asked.at(-1)!.answer({ value });
    await finding;
  };

  beforeEach(() => {
    clock = new TestClock();
    cache = new LookupCache(clock, LIMITS);
    asked = [];
  });

  it('asks once for two hundred who want the same at a time', async () => {
    const waiting = Array.from({ length: 200 }, () => find('a'));
    expect(asked).toHaveLength(1);
    asked[0]!.answer({ value: 'A' });
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['A']));
    expect(recall('a')).toBe('A');
  });

  it('asks for each key apart', () => {
    void find('a');
    void find('b');
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('refreshes behind a request, once, and serves the old answer meanwhile', async () => {
    await remember('a', 'old');
    clock.advance(499);
    expect(recall('a')).toBe('old');
    expect(asked).toHaveLength(1);
    clock.advance(1);
    expect([recall('a'), recall('a'), await find('a')]).toEqual(['old', 'old', 'old']);
    expect(asked).toHaveLength(2);
    asked[1]!.answer({ value: 'new' });
    await expect.poll(() => recall('a')).toBe('new');
    clock.advance(499);
    expect(asked).toHaveLength(2);
  });

  it('forgets at once what a refresh no longer finds', async () => {
    await remember('a');
    clock.advance(500);
    recall('a');
    asked[1]!.answer(null);
    await expect.poll(() => recall('a')).toBeNull();
  });

  it('keeps an answer until its age is reached when the refresh fails, and not longer', async () => {
    await remember('a', 'old');
    clock.advance(500);
    recall('a');
    asked[1]!.fail(new Error('gone'));
    clock.advance(299);
    expect(await find('a')).toBe('old');
    clock.advance(1);
    expect(recall('a')).toBeNull();
  });

  // Fails if the age counts from the arrival of a result: a slow one would then be trusted for
  // longer.
  it('counts the age from the moment of asking', async () => {
    const finding = find('a');
    clock.advance(700);
    asked[0]!.answer({ value: 'A' });
    expect(await finding).toBe('A');
    clock.advance(99);
    expect(recall('a')).toBe('A');
    clock.advance(1);
    expect(recall('a')).toBeNull();
  });

  it('lets nobody join a question that was asked too long ago', async () => {
    const early = find('a');
    clock.advance(800);
    const late = find('a');
    expect(asked).toHaveLength(2);
    asked[1]!.answer(null);
    expect(await late).toBeNull();
    asked[0]!.answer({ value: 'A' });
    expect(await early).toBe('A');
    expect(recall('a')).toBeNull();
  });

  it('does not let an answer that was overtaken replace a newer one', async () => {
    const early = find('a');
    clock.advance(800);
    const late = find('a');
    asked[1]!.answer({ value: 'new' });
    await late;
    asked[0]!.answer(null);
    await early;
    expect(recall('a')).toBe('new');
  });

  it('never outlives what it found', async () => {
    const finding = find('a');
    asked[0]!.answer({ value: 'A', endsAt: clock.now().getTime() + 100 });
    await finding;
    clock.advance(99);
    expect(recall('a')).toBe('A');
    clock.advance(1);
    expect(recall('a')).toBeNull();
  });

  it('remembers neither what is not there nor a failure', async () => {
    const missing = find('a');
    asked[0]!.answer(null);
    expect(await missing).toBeNull();
    const failing = find('a');
    asked[1]!.fail(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
    void find('a');
    expect(asked).toHaveLength(3);
  });

  it('keeps real answers through a flood of keys that are not there', async () => {
    await remember('a');
    for (let i = 0; i < 1_000; i += 1) {
      const missing = find(`made up ${i}`);
      asked.at(-1)!.answer(null);
      await missing;
    }
    expect(recall('a')).toBe('value of a');
  });

  it('drops the one asked for longest ago when it is full, and no other', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await remember(key);
    expect(['a', 'b', 'c', 'd'].map(recall)).toEqual([null, 'value of b', 'value of c', 'value of d']);
  });
});
