import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mapCooperatively, Cooperative } from './cooperative.js';
import { Foreground } from './foreground.js';

/** Counts the turns of the event loop while some work is under way. */
async function turnsDuring(work: (turn: () => number) => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work(() => turns);
  isDone = true;
  return turns;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('Slices', () => {
  it('cost no promise while there is time left', async () => {
    await nextTurn();
    expect(new Cooperative().yieldToEventLoop()).toBeNull();
  });

  it('give others a turn between two slices', async () => {
    await nextTurn();
    const turns = await turnsDuring(() => mapCooperatively([1, 2, 3, 4], () => busyFor(9)));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  // Turns red when everybody who waits goes on in the same turn: five slices are then one stall.
  it('let one of many pieces of work go on in each turn', async () => {
    const resumedAt: number[] = [];
    await turnsDuring((turn) => {
      const piece = async (): Promise<void> => {
        const slices = new Cooperative();
        for (let step = 0; step < 3; step += 1) {
          busyFor(9);
          await slices.yieldToEventLoop();
          resumedAt.push(turn());
        }
      };
      return Promise.all(Array.from({ length: 5 }, piece));
    });
    expect(resumedAt).toHaveLength(15);
    expect(new Set(resumedAt).size).toBe(15);
  });

  // Turns red when each piece of work brings a slice of its own: six that begin in one turn then hold it for 120 ms.
  it('hold one turn for one slice, however many pieces of work begin in it', async () => {
    await nextTurn();
    const began = performance.now();
    const works = Array.from({ length: 6 }, () =>
      mapCooperatively(Array.from({ length: 40 }), () => busyFor(0.5)),
    );
    const firstTurn = performance.now() - began;
    await Promise.all(works);
    expect(firstTurn).toBeLessThan(40);
  });

  describe('beside a request in the foreground', () => {
    const patient = new Cooperative({ rests: true });
    const STEPS = 4;
    /** Far more than a request takes. */
    const MANY_TURNS = 20;
    const LOOK_MS = 1;
    const LONGEST_REST_MS = 4;
    let request: Foreground;

    beforeEach(async () => {
      await nextTurn();
      // How long a rest is, is told by moving the time; turns pass by themselves.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      request = new Foreground();
    });
    afterEach(async () => {
      request.leave();
      for (let turn = 0; turn < MANY_TURNS; turn += 1) {
        vi.advanceTimersByTime(LOOK_MS);
        await nextTurn();
      }
      vi.useRealTimers();
    });

    const turnsPass = async (): Promise<void> => {
      for (let turn = 0; turn < MANY_TURNS; turn += 1) await nextTurn();
    };
    /** Work of a few steps, each longer than a slice; tells how many are done. */
    const work = (slices = patient): (() => number) => {
      let done = 0;
      const steps = async (): Promise<void> => {
        for (let step = 0; step < STEPS; step += 1) {
          await slices.yieldToEventLoop();
          busyFor(3);
          done += 1;
        }
      };
      void steps();
      return () => done;
    };

    // Turns red when bulk work takes every turn: a request needs some six of them, and waits for a slice in each.
    it('leave the loop to others for four times as long, and for one turn once there are none', async () => {
      const done = work();
      await turnsPass();
      expect(done()).toBe(1);
      vi.advanceTimersByTime(LONGEST_REST_MS - 1);
      await turnsPass();
      expect(done()).toBe(1);
      vi.advanceTimersByTime(1);
      await turnsPass();
      expect(done()).toBe(2);
      request.leave();
      vi.advanceTimersByTime(LOOK_MS);
      await turnsPass();
      expect(done()).toBe(STEPS);
    });

    // Turns red when only a slice that is used up leads to a rest: work in short pieces would never have one.
    it('rest as well when each piece of the work ends before its slice', async () => {
      let pieces = 0;
      while (patient.yieldToEventLoop() === null) {
        busyFor(0.5);
        pieces += 1;
        await nextTurn();
      }
      expect(pieces).toBeLessThanOrEqual(4);
    });

    // Turns red when a batch rests, whose caller waits for it.
    it('do not rest in work that has not said that it may', async () => {
      const done = work(new Cooperative());
      const doneLater = work();
      await turnsPass();
      expect([done(), doneLater()]).toEqual([STEPS, expect.any(Number)]);
      expect(doneLater()).toBeLessThan(STEPS);
    });
  });

  it('keep the order of what is mapped', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect(await mapCooperatively(items, (item, index) => item + index)).toEqual(
      items.map((item) => item * 2),
    );
  });
});
