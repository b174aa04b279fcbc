import { isForegroundAtWork } from './foreground.js';

// A request takes some six turns of the loop, and waits in a turn for no more than this, plus one item.
const SLICE_MS = 2;

// While requests are in the foreground, exports rest as long as they work. Resting for three times as long made
// neighbours no faster when measured (S19), and several large exports at once would run into their wall time.
const REST_MS = 2;

interface Waiting {
  readonly rests: boolean;
  readonly goOn: () => void;
}

// One slice for everything that shares a turn of the event loop: six pieces of work that begin in the same turn hold it
// for as long as one.
let sliceEnds = 0;
let isSliceUnderWay = false;
let isResting = false;

// What the turns with slices in them took since the last rest: pieces shorter than a slice add up.
let workedMs = 0;

// Of all that wait for a turn one goes on in each: the loop is held for one slice, and not for one of each of them.
const waiting: Waiting[] = [];

function beginSlice(): void {
  const began = performance.now();
  sliceEnds = began + SLICE_MS;
  isSliceUnderWay = true;
  setImmediate(() => endSlice(performance.now() - began));
}

function endSlice(tookMs: number): void {
  isSliceUnderWay = false;
  workedMs += tookMs;
  if (workedMs >= SLICE_MS && !isResting && isForegroundAtWork()) {
    workedMs = 0;
    isResting = true;
    setTimeout(endRest, REST_MS);
  }
  letOneGoOn();
}

function endRest(): void {
  isResting = false;
  if (!isSliceUnderWay) letOneGoOn();
}

function letOneGoOn(): void {
  const index = waiting.findIndex(({ rests }) => !(rests && isResting));
  if (index === -1) return;
  const [next] = waiting.splice(index, 1);
  beginSlice();
  next?.goOn();
}

/** Gives the event loop a turn every few milliseconds of work: to be awaited between two items. */
export class Cooperative {
  private readonly rests: boolean;

  /** @param rests whether the work rests while requests are in the foreground, as what takes long anyway may */
  constructor({ rests = false }: { readonly rests?: boolean } = {}) {
    this.rests = rests;
  }

  /** Null while there is time left, so that most items cost no promise. */
  yieldToEventLoop(): Promise<void> | null {
    const hasToRest = this.rests && isResting;
    if (!hasToRest && !isSliceUnderWay) beginSlice();
    if (!hasToRest && performance.now() < sliceEnds) return null;
    return new Promise((goOn) => waiting.push({ rests: this.rests, goOn }));
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
