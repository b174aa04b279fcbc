import { describe, expect, it } from 'vitest';
import { nextPassAt } from './rotation.policy.js';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const EMPTY = { found: 0, unopened: 0, waiting: 0 };

// privacy 6.9
describe('after a pass over the sealed columns', () => {
  it.each([
    ['that sealed something anew, the next one begins at once', { found: 3 }, 0, 2, 2, 2],
    ['that found nothing, the next one waits for an hour after the last value', {}, 0, 2, 3, 62],
    ['and for an hour after the key was made, where nothing was ever found', {}, 0, null, 1, 60],
    ['that began a moment too early, the next one begins when the hour is over', {}, 59.9, null, 63, 63],
    ['that began when the hour was over, the old key ends', {}, 60, null, 61, null],
    ['an hour after the last value, too', {}, 62, 2, 63, null],
    ['that began within an hour of the last value, it does not', {}, 61, 2, 62, 62],
    ['with a value that does not open, it is looked at hourly', { found: 1, unopened: 1 }, 90, 2, 91, 151],
    [
      'with one that does not open and one that did, the next one begins at once',
      { found: 2, unopened: 1 },
      90,
      90,
      91,
      91,
    ],
    ['with a file that needs the old key, it is looked at hourly', { waiting: 1 }, 90, 2, 91, 151],
  ])('%s', (_, met, startedAt, lastFoundAt, now, next) => {
    const times = { madeAt: at(0), lastFoundAt: lastFoundAt === null ? null : at(lastFoundAt) };
    const found = nextPassAt({ ...EMPTY, ...met, startedAt: at(startedAt) }, times, at(now));
    expect(found).toEqual(next === null ? null : at(next));
  });
});
