import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChainFacts } from './chain-facts.js';
import type { TakenDelivery } from './delivery.types.js';
import { ReceiverLane, Traffic, type Chain } from './receiver-lane.js';

const chainOf = (callId: string): Chain => ({
  deliveries: [{ call_id: callId } as TakenDelivery],
  reading: null,
  takenAt: performance.now(),
});
const chainsOf = (count: number): Chain[] => Array.from({ length: count }, (_, at) => chainOf(`call-${at}`));

describe('what bodies are made of', () => {
  let asked: (string | null)[][];
  let answers: (() => void)[];
  let facts: ChainFacts;

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, answers] = [[], []];
    facts = new ChainFacts((deliveries) => {
      asked.push(deliveries.map((it) => it.call_id));
      return new Promise((resolve) => answers.push(() => resolve(new Map())));
    });
  });
  afterEach(() => void vi.useRealTimers());

  const callsAsked = (): number[] => asked.map((calls) => calls.length);
  const nothing = (): Chain[] => [];

  it('is read ahead for many calls together, one statement after the other', async () => {
    facts.readAhead(chainsOf(130));
    await vi.advanceTimersByTimeAsync(0);
    expect(callsAsked()).toEqual([64]);
    for (const count of [2, 3]) {
      answers.at(-1)!();
      await vi.advanceTimersByTimeAsync(0);
      expect(asked).toHaveLength(count);
    }
    expect(callsAsked()).toEqual([64, 64, 2]);
  });

  it('is read with that of other receivers that waits for the same statement', async () => {
    for (let lane = 0; lane < 10; lane += 1) {
      facts.readAhead(chainsOf(4));
      await vi.advanceTimersByTimeAsync(0);
    }
    answers[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(callsAsked()).toEqual([4, 36]);
  });

  it('is told as it was read for a quarter of a second', async () => {
    const [chain] = chainsOf(1) as [Chain];
    facts.readAhead([chain]);
    await vi.advanceTimersByTimeAsync(250);
    expect(facts.freshOf(chain, nothing)).toBe(chain.reading);
    expect(callsAsked()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    const { reading } = chain;
    expect(facts.freshOf(chain, nothing)).not.toBe(reading);
    expect(callsAsked()).toEqual([1, 1]);
  });

  it('is not old while others are read before it', async () => {
    const chains = chainsOf(65);
    facts.readAhead(chains);
    await vi.advanceTimersByTimeAsync(1000);
    facts.freshOf(chains.at(-1)!, nothing);
    expect(callsAsked()).toEqual([64]);
  });

  // Turns red when each of those that are old is read for itself.
  it('is read anew for those that come soon as well, but for what is fresh', async () => {
    const [old, fresh, unread] = [chainsOf(3), chainsOf(2), chainsOf(4)];
    facts.readAhead(old);
    await vi.advanceTimersByTimeAsync(300);
    answers[0]!();
    facts.readAhead(fresh);
    await vi.advanceTimersByTimeAsync(0);
    const readings = old.map((chain) => facts.freshOf(chain, () => [...old.slice(1), ...fresh, ...unread]));
    expect(new Set(readings).size).toBe(1);
    expect(callsAsked()).toEqual([3, 2, 7]);
    expect(unread.every(({ reading }) => reading === readings[0])).toBe(true);
    expect(fresh.some(({ reading }) => reading === readings[0])).toBe(false);
  });

  it('is read where nothing was read ahead', () => {
    const [chain] = chainsOf(1) as [Chain];
    facts.freshOf(chain, nothing);
    expect(asked).toEqual([['call-0']]);
  });
});

describe('the calls of a lane that are read ahead', () => {
  const laneWith = (count: number, read = 0): ReceiverLane => {
    const lane = new ReceiverLane(new Traffic());
    lane.pace = 1;
    for (const [at, chain] of chainsOf(count).entries()) {
      if (at < read) chain.reading = { begunAt: null, facts: Promise.resolve(null) };
      lane.add(chain);
    }
    return lane;
  };

  it.each([
    ['none of none', 0, 0, 0],
    ['all of a few', 3, 0, 3],
    ['the next ones of many', 500, 0, 128],
    ['none as long as half of those are read', 500, 64, 0],
    ['the others from then on', 500, 63, 65],
    ['none where all are read', 3, 3, 0],
    ['the last ones where some are added', 5, 3, 2],
  ])('%s', (_, count, read, unread) => {
    expect(laneWith(count, read).unread).toHaveLength(unread);
  });
});
