import { describe, expect, it } from 'vitest';
import { samplePace } from './body-pace.policy.js';

const KIB = 1024;
const WINDOW_MS = 5_000;
const MARK = { atMs: 1_000, bytes: 100 };

// requests 3.8
describe('a body that is received', () => {
  it.each([
    ['goes on while its window is open, whatever has come', 4_999, 0, 'the same mark'],
    ['begins a new window when it has come at 16 KiB a second', 5_000, 80 * KIB, 'a new mark'],
    ['is too slow a byte below that', 5_000, 80 * KIB - 1, 'too slow'],
    ['is too slow when nothing more comes, however much came before the window', 5_000, 0, 'too slow'],
    ['is held to the window and not to the time until somebody looked', 9_000, 80 * KIB, 'a new mark'],
  ] as const)('%s', (_, elapsedMs, bytes, expected) => {
    const now = { atMs: MARK.atMs + elapsedMs, bytes: MARK.bytes + bytes };
    const next = samplePace(MARK, now, WINDOW_MS);
    expect(next === null ? 'too slow' : next === MARK ? 'the same mark' : 'a new mark').toBe(expected);
  });

  it('of ten megabytes may take the minute that a request has', () => {
    const bytesPerSecond = (10 * KIB * KIB) / 60;
    let mark = { atMs: 0, bytes: 0 };
    for (let second = 1; second <= 60; second += 1) {
      const next = samplePace(mark, { atMs: second * 1000, bytes: second * bytesPerSecond }, WINDOW_MS);
      expect(next).not.toBeNull();
      mark = next!;
    }
  });
});
