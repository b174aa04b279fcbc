import { describe, expect, it } from 'vitest';
import {
  drawsStaged,
  mayHaveServed,
  publishedAt,
  stagedAt,
  type ServedVersion,
} from './served-version.policy.js';

const at = (time: string): Date => new Date(`2026-10-01T${time}Z`);
const published = (versionNumber: number, time: string): ServedVersion => ({
  versionNumber,
  contentHash: '',
  servedFrom: at(time),
  publishedFrom: at(time),
  staged: null,
});
const staged = (
  versionNumber: number,
  from: string,
  { until = null, publishedFrom = null }: { until?: string | null; publishedFrom?: string | null } = {},
): ServedVersion => ({
  versionNumber,
  contentHash: '',
  servedFrom: at(from),
  publishedFrom: publishedFrom === null ? null : at(publishedFrom),
  staged: { until: until === null ? null : at(until), percent: 50, numberHashes: [], keyId: 'k' },
});

/** 2 was taken back, 3 was finished, 5 is staged now. */
const VERSIONS = [
  published(1, '01:00:00'),
  staged(2, '02:00:00', { until: '03:00:00' }),
  staged(3, '04:00:00', { until: '05:00:00', publishedFrom: '05:00:00' }),
  published(4, '06:00:00'),
  staged(5, '07:00:00'),
];
const number = (version: ServedVersion | null): number | null => version?.versionNumber ?? null;

// calls-ingest 2.11
describe('the version in force', () => {
  it.each([
    ['00:59:59.999', null, null],
    ['01:00:00', 1, null],
    ['02:00:00', 1, 2],
    ['02:59:59.999', 1, 2],
    ['03:00:00', 1, null],
    ['04:30:00', 1, 3],
    ['05:00:00', 3, null],
    ['06:00:00', 4, null],
    ['07:00:00', 4, 5],
    ['23:00:00', 4, 5],
  ])('at %s is %s, and staged is %s', (time, all, some) => {
    expect([number(publishedAt(VERSIONS, at(time))), number(stagedAt(VERSIONS, at(time)))]).toEqual([
      all,
      some,
    ]);
  });

  it('is none of no versions', () => {
    expect([publishedAt([], at('01:00:00')), stagedAt([], at('01:00:00'))]).toEqual([null, null]);
  });
});

// calls-ingest 2.10
describe('a version may have served a call', () => {
  it.each([
    ['05:59:00', true],
    ['05:58:59.999', false],
    ['06:00:00', true],
    ['23:00:00', true],
  ])('that began at %s: %s', (time, expected) => {
    expect(mayHaveServed(VERSIONS[3]!, at(time))).toBe(expected);
  });
});

describe('a call is drawn', () => {
  const first = { callerHash: Buffer.alloc(32, 0), numberHashes: ['a'] };
  const last = { callerHash: Buffer.alloc(32, 255), numberHashes: ['a'] };
  const version = staged(5, '07:00:00');
  const toNumbers = { ...version, staged: { ...version.staged!, percent: null, numberHashes: ['a'] } };

  it('by its share or its number, for a staged version alone', () => {
    expect([drawsStaged(version, first), drawsStaged(version, last)]).toEqual([true, false]);
    expect(drawsStaged(toNumbers, last)).toBe(true);
    expect(drawsStaged(toNumbers, { ...last, numberHashes: [] })).toBe(false);
    expect(drawsStaged(published(1, '01:00:00'), first)).toBe(false);
  });
});
