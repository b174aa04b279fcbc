import { isForegroundAtWork } from './foreground.js';

// A request takes some six turns of the loop, and waits in a turn for no more than this, plus one item.
const SLICE_MS = 2;

// Exports beside requests in the foreground work for so long, and then rest until there are none, which is looked at as
// often. A client that asks one thing after another leaves them some gaps.
const SHORT_SLICE_MS = 1;
const LOOK_MS = 1;

// However busy the foreground is, they work for a fifth of the time: ten of 10,000 transcripts, the places of two stores, take
// half a second each, and still end within their wall time.
const MOST_LOOKS = 4;

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

function beginSlice(rests: boolean): void {
  const began = performance.now();
  sliceEnds = began + (rests && isForegroundAtWork() ? SHORT_SLICE_MS : SLICE_MS);
  isSliceUnderWay = true;
  setImmediate(() => endSlice(performance.now() - began));
}

function endSlice(tookMs: number): void {
  isSliceUnderWay = false;
  workedMs += tookMs;
  if (workedMs >= SHORT_SLICE_MS && !isResting && isForegroundAtWork()) {
    workedMs = 0;
    isResting = true;
    rest(MOST_LOOKS);
  }
  letOneGoOn();
}

function rest(looks: number): void {
  setTimeout(() => (looks > 1 && isForegroundAtWork() ? rest(looks - 1) : endRest()), LOOK_MS);
}

function endRest(): void {
  isResting = false;
  if (!isSliceUnderWay) letOneGoOn();
}

function letOneGoOn(): void {
  const index = waiting.findIndex(({ rests }) => !(rests && isResting));
  const next = index === -1 ? undefined : waiting.splice(index, 1)[0];
  if (next === undefined) return;
  beginSlice(next.rests);
  next.goOn();
}

/** Whether work in slices shares this turn of the event loop, or waits for one: the end of a turn may then be a slice away. */
export const isSlicedWorkAround = (): boolean => isSliceUnderWay || waiting.length > 0;

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
    if (!hasToRest && !isSliceUnderWay) beginSlice(this.rests);
    if (!hasToRest && performance.now() < sliceEnds) return null;
    return new Promise((goOn) => waiting.push({ rests: this.rests, goOn }));
  }
}

/**
 * `items.map(work)` that gives the event loop a turn every few milliseconds; order is kept.
 * @param slices others than those of work that does not rest
 */
export async function mapCooperatively<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  slices = new Cooperative(),
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    results.push(work(item, index));
  }
  return results;
}
