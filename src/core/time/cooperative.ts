// Other requests wait no longer than this for the loop, plus one item: well below the 25 ms that one stall may last.
const SLICE_MS = 8;

// One slice for everything that shares a turn of the event loop: six pieces of work that begin in the same turn hold it
// for as long as one.
let sliceEnds = 0;
let isSliceUnderWay = false;

function beginSlice(): void {
  sliceEnds = performance.now() + SLICE_MS;
  isSliceUnderWay = true;
  setImmediate(endSlice);
}

function endSlice(): void {
  isSliceUnderWay = false;
}

// Of all who wait for a turn one goes on in each: the loop is held for one slice, and not for one of each of them.
const waiting: (() => void)[] = [];

function letOneGoOn(): void {
  beginSlice();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });

/** Gives the event loop a turn every few milliseconds of work: to be awaited between two items. */
export class Cooperative {
  /** Null while there is time left, so that most items cost no promise. */
  yieldToEventLoop(): Promise<void> | null {
    if (!isSliceUnderWay) beginSlice();
    return performance.now() < sliceEnds ? null : nextTurn();
  }
}

/** `items.map(work)` that gives the event loop a turn every few milliseconds; order is kept. */
export async function mapCooperatively<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const slices = new Cooperative();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    results.push(work(item, index));
  }
  return results;
}
