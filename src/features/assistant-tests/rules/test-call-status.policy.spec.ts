import { describe, expect, it } from 'vitest';
import { instantOfReport, evaluateReport } from './test-call-status.policy.js';
import type { ReportableCall, ReportedCall } from './test-call-status.policy.js';

const call = (status: ReportableCall['status'], others: Partial<ReportableCall> = {}): ReportableCall => ({
  status,
  lastSequence: 0,
  outcome: null,
  failureReason: null,
  ...others,
});
const inCall = (sequence: number): ReportedCall => ({
  sequence,
  state: 'in_call',
  outcome: null,
  failureReason: null,
});
const ended = (sequence: number, outcome = 'answered'): ReportedCall => ({
  ...inCall(sequence),
  state: 'ended',
  outcome,
});
const failed = (sequence: number, failureReason = 'busy'): ReportedCall => ({
  ...inCall(sequence),
  state: 'failed',
  failureReason,
});
const over = call('ended', { lastSequence: 2, outcome: 'answered' });

// workspace 9.15, 9.16
describe('a report of a test call', () => {
  it.each<[string, ReportableCall, ReportedCall, ReturnType<typeof evaluateReport>]>([
    ['of a call that waits', call('queued'), inCall(1), 'not_taken'],
    ['of a call that has expired', call('expired'), ended(1), 'not_taken'],
    ['of a call that failed before it was handed out', call('failed'), ended(1), 'not_taken'],
    ['of a call that was placed', call('placed'), inCall(1), 'apply'],
    ['of the end of a call that was placed', call('placed'), ended(1), 'apply'],
    ['of the failure of a call that was placed', call('placed'), failed(1), 'apply'],
    ['of the end of a call under way', call('in_call', { lastSequence: 1 }), ended(2), 'apply'],
    ['with the sequence of the last one', call('in_call', { lastSequence: 1 }), inCall(1), 'ignore'],
    ['of an end with an older sequence', call('in_call', { lastSequence: 3 }), ended(2), 'ignore'],
    ['that a call is under way, after its end', over, inCall(9), 'ignore'],
    ['of the same end, again', over, ended(2), 'ignore'],
    ['of the same end, under another sequence', over, ended(7), 'ignore'],
    ['of another outcome', over, ended(3, 'transferred'), 'contradiction'],
    ['of another outcome, with an older sequence', over, ended(1, 'transferred'), 'contradiction'],
    ['of a failure after the end', over, failed(3), 'contradiction'],
    [
      'of another failure',
      call('failed', { lastSequence: 1, failureReason: 'busy' }),
      failed(2, 'no_answer'),
      'contradiction',
    ],
    [
      'of an end after a failure',
      call('failed', { lastSequence: 1, failureReason: 'busy' }),
      ended(2),
      'contradiction',
    ],
  ])('%s', (_, stored, report, expected) => {
    expect(evaluateReport(stored, report)).toBe(expected);
  });
});

// workspace 9.14
describe('the stored instant of a report', () => {
  const now = '2026-10-31T04:20:00.000Z';
  const taken = '2026-10-31T04:12:00.000Z';
  it.each([
    ['as reported', '2026-10-31T04:15:00.000Z', taken, '2026-10-31T04:15:00.000Z'],
    ['now, for a time in the future', '2026-10-31T04:20:00.001Z', taken, now],
    ['no earlier than the previous event', '2026-10-31T04:11:59.999Z', taken, taken],
    ['no earlier than it, not even by two thousand years', '0000-01-01T00:00:00Z', taken, taken],
    [
      'the previous event if the clock went back',
      now,
      '2026-10-31T04:20:01.000Z',
      '2026-10-31T04:20:01.000Z',
    ],
    [
      'as reported if there is no previous event',
      '2020-01-01T00:00:00.000Z',
      null,
      '2020-01-01T00:00:00.000Z',
    ],
  ])('is %s', (_, reported, after, at) => {
    const stored = instantOfReport(
      new Date(reported),
      after === null ? null : new Date(after),
      new Date(now),
    );
    expect(stored.toISOString()).toBe(at);
  });
});
