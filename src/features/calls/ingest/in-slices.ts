import { setImmediate as nextTurn } from 'node:timers/promises';

// Other requests wait no longer than this for the loop, plus one item. Well below the 25 ms that one stall may
// last, because the next slice of another batch may follow at once.
const SLICE_MS = 8;

/** `items.map(work)` that gives the event loop a turn every few milliseconds; order is kept. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let until = performance.now() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
    results.push(work(item, index));
  }
  return results;
}
