// A request waits about six turns of the event loop, each limited to this time and one item.
const SLICE_MS = 2;

/** When the slice of this turn of the event loop ends; all cooperative work shares the slice. */
let sliceEndsAt: number | null = null;

function sliceEnd(): number {
  if (sliceEndsAt === null) {
    sliceEndsAt = performance.now() + SLICE_MS;
    setImmediate(() => (sliceEndsAt = null));
  }
  return sliceEndsAt;
}

const nextSlice = (): Promise<void> =>
  new Promise((resolve) =>
    setImmediate(() => {
      sliceEnd();
      resolve();
    }),
  );

/** Long CPU work that yields to the event loop every few milliseconds. */
export class Cooperative {
  /**
   * Await the result between two items. Null until the slice ends, so most items cost no promise.
   */
  yieldToEventLoop(): Promise<void> | null {
    return performance.now() < sliceEnd() ? null : nextSlice();
  }
}

/** `items.map(work)` that yields to the event loop every few milliseconds. Keeps the order. */
export async function mapCooperatively<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const cooperative = new Cooperative();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    const pause = cooperative.yieldToEventLoop();
    if (pause) await pause;
    results.push(work(item, index));
  }
  return results;
}
