import { describe, expect, it } from 'vitest';
import { mayReadLines } from './shown-lines.policy.js';

const AT = new Date('2026-10-31T04:12:09.000Z');
const EVER = new Date(-8.64e15);
const reader = (mayRead: boolean, keptFrom = EVER) => ({ mayRead, keptFrom });

// workspace 9.18
describe('the transcript of a test', () => {
  it.each([
    ['is shown with permission', reader(true), 'verified', true, 'available'],
    ['is not shown without it', reader(false), 'verified', true, 'not_permitted'],
    ['is shown at the border of its retention', reader(true, AT), 'verified', true, 'available'],
    ['has expired after it', reader(true, new Date(AT.getTime() + 1)), 'verified', true, 'none'],
    [
      'has expired after it for those who may read none',
      reader(false, new Date(AT.getTime() + 1)),
      'verified',
      true,
      'none',
    ],
    ['is awaited while its redaction is', reader(true), 'pending', true, 'pending'],
    ['is not shown of a redaction that failed', reader(true), 'failed', true, 'failed'],
    ['is not shown of a redaction in another spelling', reader(true), 'Verified', true, 'failed'],
    ['is none without lines', reader(true), 'verified', false, 'none'],
    ['is none where none was reported', reader(true), null, false, 'none'],
  ] as const)('%s', (_, who, redaction, isStored, expected) => {
    expect(mayReadLines(who, AT, redaction, isStored)).toBe(expected);
  });
});
