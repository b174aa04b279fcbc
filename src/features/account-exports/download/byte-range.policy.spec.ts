import { describe, expect, it } from 'vitest';
import { servedRange } from './byte-range.policy.js';

const ETAG = '"abc"';

// account-exports 4.2
describe('the bytes of a download', () => {
  const whole = { kind: 'whole', start: 0, end: 100 };
  it.each([
    ['no range', undefined, undefined, whole],
    ['a malformed range', -2, undefined, whole],
    ['a range beyond the end', -1, undefined, { kind: 'unsatisfiable', start: 0, end: 0 }],
    ['a range beyond the end of another file', -1, '"old"', whole],
    ['the first byte', [{ start: 0, end: 0 }], undefined, { kind: 'partial', start: 0, end: 1 }],
    ['the last byte', [{ start: 99, end: 99 }], undefined, { kind: 'partial', start: 99, end: 100 }],
    ['a range of this file', [{ start: 7, end: 99 }], ETAG, { kind: 'partial', start: 7, end: 100 }],
    ['a range of another file', [{ start: 7, end: 99 }], '"old"', whole],
    ['a range since a date', [{ start: 7, end: 99 }], 'Sun, 29 Nov 2026 04:00:00 GMT', whole],
    [
      'two ranges',
      [
        { start: 0, end: 1 },
        { start: 9, end: 9 },
      ],
      undefined,
      whole,
    ],
  ] as const)('follow from %s', (_case, ranges, ifRange, served) => {
    expect(servedRange(ranges, ifRange, ETAG, 100)).toEqual(served);
  });
});
