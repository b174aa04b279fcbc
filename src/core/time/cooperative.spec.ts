import { describe, expect, it } from 'vitest';
import { mapCooperatively, Cooperative } from './cooperative.js';

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
    const turns = await turnsDuring(() => mapCooperatively([1, 2, 3, 4], () => busyFor(9)));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  // Turns red when everybody who waits goes on in the same turn: five slices of 8 ms are a stall of 40.
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

  // Turns red when each piece of work brings a slice of its own: six that begin in one turn hold it for 48 ms.
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

  it('keep the order of what is mapped', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect(await mapCooperatively(items, (item, index) => item + index)).toEqual(
      items.map((item) => item * 2),
    );
  });
});
