import { describe, expect, it } from 'vitest';
import { CALL_EVENT_TYPES } from '../../call-records/rules/call-vocabulary.js';
import { eventsOf } from './call-events.policy.js';
import { parseCallRecord } from './call-record.policy.js';

function eventList(over: Record<string, unknown>): ReturnType<typeof eventsOf> {
  const result = parseCallRecord({
    call_id: 'room-1',
    revision: 1,
    project_id: 'p1',
    direction: 'inbound',
    channel: 'phone',
    call_status: 'completed',
    started_at_utc: '2026-03-01T10:00:00Z',
    ...over,
  });
  if (!result.ok) throw new Error(result.error.message);
  return eventsOf(result.record);
}

const events = (over: Record<string, unknown>): string =>
  eventList(over)
    .map((event) => event.type)
    .join(' ');
const ATTEMPT = { kind: 'transfer', outcome: 'in_progress', at_utc: '2026-03-01T10:01:00Z' };

// calls-ingest 5.1, 5.2
describe('eventsOf', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ call_status: 'queued' }, ''],
    [{ call_status: 'ringing' }, 'call_started'],
    [{ call_status: 'in_progress' }, 'call_started'],
    [{ call_status: 'in_progress', summary: 'so far' }, 'call_started'],
    [{ call_status: 'completed' }, 'call_started call_ended'],
    [{ call_status: 'missed' }, 'call_started call_ended'],
    [{ call_status: 'failed' }, 'call_started call_ended'],
    [{ resolution_status: 'resolved' }, 'call_started call_ended call_analyzed'],
    [{ summary: 'Asked for a time.' }, 'call_started call_ended call_analyzed'],
    [{ sentiment: 'neutral' }, 'call_started call_ended call_analyzed'],
    [{ caller_sentiment: 'neutral' }, 'call_started call_ended call_analyzed'],
    [{ resolution_status: 'pending', summary: ' ' }, 'call_started call_ended'],
    [{ transfer: { attempts: [] } }, 'call_started call_ended'],
    [{ transfer: { last_outcome: 'completed' } }, 'call_started call_ended'],
    [{ call_status: 'in_progress', transfer: { attempts: [ATTEMPT] } }, 'call_started transfer_initiated'],
  ])('%j', (over, expected) => {
    expect(events(over)).toBe(expected);
  });

  it('can assert all four', () => {
    const all = events({ summary: 'Passed on.', transfer: { attempts: [ATTEMPT] } }).split(' ');
    expect([...all].sort()).toEqual([...CALL_EVENT_TYPES].sort());
  });

  it('dates each by what the record says of it', () => {
    const later = { ...ATTEMPT, at_utc: '2026-03-01T10:03:00Z' };
    const record = {
      ended_at_utc: '2026-03-01T10:05:00Z',
      summary: 'x',
      transfer: { attempts: [later, ATTEMPT] },
    };
    expect(Object.fromEntries(eventList(record).map((it) => [it.type, it.occurredAt.toISOString()]))).toEqual(
      {
        call_started: '2026-03-01T10:00:00.000Z',
        transfer_initiated: '2026-03-01T10:01:00.000Z',
        call_ended: '2026-03-01T10:05:00.000Z',
        call_analyzed: '2026-03-01T10:05:00.000Z',
      },
    );
  });

  it('dates an end that was not reported by the start', () => {
    const times = eventList({ summary: 'x' }).map((it) => it.occurredAt.toISOString());
    expect(new Set(times)).toEqual(new Set(['2026-03-01T10:00:00.000Z']));
  });
});
