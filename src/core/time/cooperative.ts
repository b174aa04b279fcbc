import { leaveForeground } from '../http/request-context.js';
import { isForegroundAtWork } from './foreground.js';

// A request takes some six turns of the loop and may meet bulk work in each: six slices are what it takes anyway.
const SLICE_MS = 2;

// While requests are in the foreground, bulk work has the loop for half of the time: that leaves the other half for
// answers that come in meanwhile, and an export at least half of its speed.
const REST_MS = SLICE_MS;

// One slice for everything that shares a turn of the event loop: six pieces of work that begin in the same turn hold it
// for as long as one.
let sliceEnds = 0;
let state: 'idle' | 'slice' | 'rest' = 'idle';

// What the turns with bulk work in them took since it last rested: pieces shorter than a slice add up.
let workedMs = 0;

// Of all that wait for a turn one goes on in each: the loop is held for one slice, and not for one of each of them.
const waiting: (() => void)[] = [];

function beginSlice(): void {
  const began = performance.now();
  sliceEnds = began + SLICE_MS;
  state = 'slice';
  setImmediate(() => endSlice(performance.now() - began));
}

function endSlice(tookMs: number): void {
  workedMs += tookMs;
  if (workedMs < SLICE_MS || !isForegroundAtWork()) return letOneGoOn();
  workedMs = 0;
  state = 'rest';
  setTimeout(letOneGoOn, REST_MS);
}

function letOneGoOn(): void {
  const next = waiting.shift();
  if (!next) {
    state = 'idle';
    return;
  }
  beginSlice();
  next();
}

/** Gives the event loop a turn every few milliseconds of work: to be awaited between two items. */
export class Cooperative {
  /**
   * Null while there is time left, so that most items cost no promise. A request that has to wait here is bulk work from
   * then on: others make no room for it.
   */
  yieldToEventLoop(): Promise<void> | null {
    if (state === 'idle') beginSlice();
    if (state === 'slice' && performance.now() < sliceEnds) return null;
    leaveForeground();
    return new Promise((resolve) => waiting.push(resolve));
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
