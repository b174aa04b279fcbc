import { describe, expect, it } from 'vitest';
import { afterReport, standingOf } from './report.policy.js';
import type { SingleDispatch } from './reported-dispatch.js';

const NOW = new Date('2026-11-02T10:05:00Z');
const TAKEN = new Date('2026-11-02T10:00:00Z');

const DISPATCH: SingleDispatch = {
  dispatchId: 'd-1',
  campaignId: null,
  contactId: null,
  projectId: 'p-1',
  dispatchStatus: 'in_call',
  attemptNumber: 1,
  takenAt: TAKEN,
  endedAt: null,
  lastSequence: 2,
  disposition: null,
  callId: null,
  isCallLinked: false,
  leaseExpiresAt: new Date('2026-11-02T10:15:00Z'),
  isErased: false,
};

const ended = (dispatch: SingleDispatch, sequence: number, at_utc: string) =>
  afterReport(
    standingOf(dispatch),
    { sequence, state: 'ended', disposition: 'answered', at_utc },
    undefined,
    NOW,
  );

describe('the end that a report states', () => {
  // dispatch 3.8
  it.each([
    ['between take and now: as reported', '2026-11-02T10:03:00Z', '2026-11-02T10:03:00Z'],
    ['of a clock that is ahead now', '2026-11-02T11:00:00Z', '2026-11-02T10:05:00Z'],
    ['of a clock that is behind at the take', '2026-11-02T07:00:00Z', '2026-11-02T10:00:00Z'],
    ['in another zone as the instant it is', '2026-11-02T21:03:00+11:00', '2026-11-02T10:03:00Z'],
  ])('is %s', (_, told, endedAt) => {
    expect(ended(DISPATCH, 3, told).dispatch.endedAt).toEqual(new Date(endedAt));
  });

  const SILENT: SingleDispatch = {
    ...DISPATCH,
    dispatchStatus: 'ended',
    disposition: 'system_failed',
    endedAt: new Date('2026-11-02T10:15:01Z'),
  };
  const late = (dispatch: SingleDispatch, sequence: number, disposition: 'answered' | 'system_failed') => {
    const at = '2026-11-02T10:20:00Z';
    const report = { sequence, state: 'ended', disposition, at_utc: at } as const;
    return afterReport(standingOf(dispatch), report, undefined, new Date(at)).dispatch as SingleDispatch;
  };

  // Fails if a reported "system_failed" is taken for an end that no runtime reported.
  // dispatch 3.4, 3.5
  it.each([
    ['of a lease that was over', SILENT],
    ['that comes when the lease is over, and before that was seen', DISPATCH],
  ])('%s is not changed by another one', (_, before) => {
    for (const disposition of ['answered', 'system_failed'] as const) {
      const told = late(before, 3, disposition);
      expect(told).toMatchObject({ dispatchStatus: 'ended', disposition, lastSequence: 3 });
      expect(late(told, 4, 'answered')).toBe(told);
    }
  });

  // dispatch 3.3
  it.each([1, 2])('changes nothing with a sequence of %i, which is not higher', (sequence) => {
    const standing = standingOf(DISPATCH);
    const report = { sequence, state: 'ended', disposition: 'answered', at_utc: NOW.toISOString() } as const;
    expect(afterReport(standing, report, undefined, NOW)).toBe(standing);
  });
});
