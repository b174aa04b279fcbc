import { describe, expect, it } from 'vitest';
import { mapCooperatively, Cooperative } from './cooperative.js';

/** Counts the turns of the event loop during the work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('cooperative work', () => {
  it('costs no promise while its slice lasts', async () => {
    await nextTurn();
    expect(new Cooperative().yieldToEventLoop()).toBeNull();
  });

  it('gives the event loop a turn after each slice', async () => {
    await nextTurn();
    const turns = await turnsDuring(() => mapCooperatively([1, 2, 3, 4], () => busyFor(9)));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  // Fails if each piece of work has its own slice: six that begin in one turn then block the loop
  // for 120 ms.
  it('shares one slice among all work of a turn', async () => {
    await nextTurn();
    let items = 0;
    const works = Array.from({ length: 6 }, () =>
      mapCooperatively(Array.from({ length: 40 }), () => {
        items += 1;
        busyFor(0.5);
      }),
    );
    const inFirstTurn = items;
    await Promise.all(works);
    // A busy machine completes fewer of them.
    expect(inFirstTurn).toBeLessThan(80);
  });

  it('keeps the order of the items', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect(await mapCooperatively(items, (item, index) => item + index)).toEqual(
      items.map((item) => item * 2),
    );
  });
});
