import { describe, expect, it } from 'vitest';
import type { StoredTransfer, StoredTransferAttempt } from '../../call-records/rules/transfer.policy.js';
import { shownTransfer } from '../../call-records/rules/shown-transfer.policy.js';
import { permittedKinds } from '../../../core/privacy/pii/pii-permission.policy.js';
import { timelineOf } from './detail.policy.js';

const at = (second: number): string => new Date(Date.UTC(2026, 9, 10, 1, 0, second)).toISOString();

const attempt = (fields: Partial<StoredTransferAttempt> = {}): StoredTransferAttempt => ({
  kind: 'transfer',
  target_name: 'Front desk',
  outcome: 'completed',
  at_utc: at(30),
  ...fields,
});
const passedOn = (...attempts: StoredTransferAttempt[]): StoredTransfer => ({
  last_outcome: 'completed',
  attempts,
});

const whole = {
  status: 'completed',
  startedAt: at(0),
  answeredAt: at(5),
  endedAt: at(60),
  transfer: null,
} as const;

const written = (course: Parameters<typeof timelineOf>[0]): string[] =>
  timelineOf(course).map(
    ({ event, at_utc }) => `${event} ${(Date.parse(at_utc) - Date.parse(at(0))) / 1000}`,
  );

// calls 14.3
describe('timelineOf', () => {
  it.each([
    ['a call from start to end', whole, ['call_started 0', 'call_answered 5', 'call_ended 60']],
    [
      'an unanswered call',
      { ...whole, status: 'missed', answeredAt: null },
      ['call_started 0', 'call_ended 60'],
    ],
    [
      'a call under way',
      { ...whole, status: 'in_progress', endedAt: null },
      ['call_started 0', 'call_answered 5'],
    ],
    [
      'a call that is ringing',
      { ...whole, status: 'ringing', answeredAt: null, endedAt: null },
      ['call_started 0'],
    ],
    ['a call that is due', { ...whole, status: 'queued', answeredAt: null, endedAt: null }, []],
    ['an end nobody noted', { ...whole, endedAt: null }, ['call_started 0', 'call_answered 5']],
    [
      'each attempt to pass it on',
      { ...whole, transfer: passedOn(attempt({ at_utc: at(20) }), attempt({ at_utc: at(40) })) },
      [
        'call_started 0',
        'call_answered 5',
        'transfer_initiated 20',
        'transfer_initiated 40',
        'call_ended 60',
      ],
    ],
    [
      'attempts that were noted in another order',
      { ...whole, transfer: passedOn(attempt({ at_utc: at(40) }), attempt({ at_utc: at(20) })) },
      [
        'call_started 0',
        'call_answered 5',
        'transfer_initiated 20',
        'transfer_initiated 40',
        'call_ended 60',
      ],
    ],
    [
      'an attempt by a clock that was behind',
      { ...whole, transfer: passedOn(attempt({ at_utc: at(-3) })) },
      ['transfer_initiated -3', 'call_started 0', 'call_answered 5', 'call_ended 60'],
    ],
    [
      'everything at one instant',
      { ...whole, answeredAt: at(0), endedAt: at(0), transfer: passedOn(attempt({ at_utc: at(0) })) },
      ['call_started 0', 'call_answered 0', 'transfer_initiated 0', 'call_ended 0'],
    ],
  ] as const)('reports %s', (_, course, expected) => {
    expect(written(course)).toEqual(expected);
  });

  it('does not reveal to whom a call was transferred', () => {
    const events = timelineOf({ ...whole, transfer: passedOn(attempt({ target_name: 'Ward 7' })) });
    expect(JSON.stringify(events)).not.toContain('Ward');
    for (const event of events) expect(Object.keys(event)).toEqual(['event', 'at_utc']);
  });
});

describe('shownTransfer', () => {
  it('shows a target by its name', () => {
    expect(shownTransfer(passedOn(attempt()))).toEqual({
      last_outcome: 'completed',
      attempts: [{ kind: 'transfer', outcome: 'completed', at_utc: at(30), target_name: 'Front desk' }],
    });
  });

  // calls 14.4
  it.each(['+61 491 570 006', 'Robin 0491570006', 'robin@example.com', '０４９１ ５７０ ００６'])(
    'shows of the target "%s" that there was one, and not its name',
    (name) => {
      const { attempts } = shownTransfer(passedOn(attempt(), attempt({ target_name: name })));
      expect(attempts.map((it) => it.target_name)).toEqual(['Front desk', null]);
    },
  );

  it('shows a transfer without attempts', () => {
    expect(shownTransfer({ last_outcome: null, attempts: [] })).toEqual({ last_outcome: null, attempts: [] });
  });
});

// calls 14.8
it.each([
  [{ rawCaller: false, summary: false, transcript: false }, []],
  [{ rawCaller: true, summary: true, transcript: true }, ['raw_caller', 'summary', 'transcript']],
  [{ rawCaller: false, summary: true, transcript: false }, ['summary']],
  [{ rawCaller: true, summary: false, transcript: true }, ['raw_caller', 'transcript']],
])('names of %j the kinds that are permitted', (permission, kinds) => {
  expect(permittedKinds(permission)).toEqual(kinds);
});
