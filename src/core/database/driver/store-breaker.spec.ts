import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventLoopLagMonitor } from './event-loop-lag.js';
import { StoreBreaker } from './store-breaker.js';
import { StoreDeadlineError } from '../../shared/deadline.js';

const PROBE_EVERY_MS = 1000;

const refused = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
const deadlinePassed = (): Error => new StoreDeadlineError(true);
const notConnected = (): Error => new Error('Connection terminated due to connection timeout');
const neverConnected = (): Error => new Error('timeout expired');
const poolIsFull = (): Error => new Error('timeout exceeded when trying to connect');

describe('the breaker before a store', () => {
  let nowMs: number;
  let pulse: EventLoopLagMonitor;
  let breaker: StoreBreaker;
  /** The error of a probe; null: the store answers. */
  let probe: (() => Error) | null;
  let probes: number;

  const client = { query: () => Promise.resolve(), release: () => undefined } as unknown as PoolClient;
  const lease = (): Promise<PoolClient> => {
    probes += 1;
    return probe === null ? Promise.resolve(client) : Promise.reject(probe());
  };
  const stall = (): void => {
    nowMs += 1300;
  };
  /** Lets this many beats pass on time. */
  const runSteadily = (): void => {
    for (let beat = 0; beat < 30; beat += 1) {
      nowMs += 50;
      expect(typeof pulse.isSteady).toBe('boolean');
    }
  };
  const fail = async (times: number, error: () => Error): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await breaker.execute(() => Promise.reject(error())).catch(() => undefined);
    }
  };
  const untilProbed = (): Promise<unknown> => vi.advanceTimersByTimeAsync(PROBE_EVERY_MS);

  beforeEach(() => {
    vi.useFakeTimers();
    [nowMs, probe, probes] = [0, null, 0];
    pulse = new EventLoopLagMonitor(() => nowMs);
    breaker = new StoreBreaker('store-a', new Pool(), lease, pulse);
  });
  afterEach(() => {
    breaker.close();
    pulse.stop();
    vi.useRealTimers();
  });

  const deadlines = [
    ['a statement', deadlinePassed],
    ['a connection', notConnected],
    ['a handshake', neverConnected],
  ] as const;

  it.each(deadlines)('opens after three deadlines of %s', async (_, error) => {
    await fail(2, error);
    expect(breaker.isOpen).toBe(false);
    await fail(1, error);
    expect(breaker.isOpen).toBe(true);
  });

  // Fails if a deadline counts that passed while the process was blocked.
  it.each(deadlines)('does not count deadlines of %s that passed in a stall', async (_, error) => {
    for (let round = 0; round < 3; round += 1) {
      stall();
      await fail(3, error);
    }
    expect(breaker.isOpen).toBe(false);
    runSteadily();
    await fail(3, error);
    expect(breaker.isOpen).toBe(true);
  });

  it('counts in a stall what the store or its host says itself', async () => {
    stall();
    await fail(3, refused);
    expect(breaker.isOpen).toBe(true);
  });

  // Fails if an error that does not count closes the breaker, which is cockatiel's default.
  it.each([
    ['in a stall', stall, deadlinePassed],
    ['to connect in a stall', stall, notConnected],
    ['to find a connection free', runSteadily, poolIsFull],
  ])('stays open when its probe fails %s, and asks again', async (_, before, error) => {
    await fail(3, refused);
    probe = error;
    before();
    await untilProbed();
    expect({ isOpen: breaker.isOpen, probes }).toEqual({ isOpen: true, probes: 1 });
    before();
    await untilProbed();
    expect({ isOpen: breaker.isOpen, probes }).toEqual({ isOpen: true, probes: 2 });
    probe = null;
    await untilProbed();
    expect({ isOpen: breaker.isOpen, probes }).toEqual({ isOpen: false, probes: 3 });
  });
});
