import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCallRecord, RecordError } from './call-record.policy.js';
import type { CallRecord } from './call-record.js';

type Raw = Record<string, unknown>;

const MINIMAL: Raw = {
  call_id: 'room-1',
  revision: 1,
  project_id: 'acme-desk-abc123',
  direction: 'inbound',
  channel: 'phone',
  call_status: 'completed',
  started_at_utc: '2026-03-01T10:00:00.123Z',
};
const LINE: Raw = { role: 'caller', text: 'Good morning', offset_ms: 0 };
const ATTEMPT: Raw = { kind: 'transfer', outcome: 'completed', at_utc: '2026-03-01T10:01:00Z' };
const CONSENT: Raw = { status: 'obtained', method: 'express', obtained_at_utc: '2026-03-01T10:00:01Z' };

const OPTIONAL = (
  'solution_id campaign_id contact_id status_detail answered_at_utc ended_at_utc duration_seconds ' +
  'caller_number caller_name agent_name resolution_status end_reason sentiment caller_sentiment ' +
  'human_escalation transfer booking cost_usd cost_local currency ai_response_seconds provider_label ' +
  'summary transcript redacted_transcript consent recording_available version_number content_hash ' +
  'cost_parts response_times'
).split(' ');
/** Fields of a record that are null unless they are sent. */
const ABSENT = (
  'solutionId campaignId contactId statusDetail answeredAt endedAt durationSeconds callerNumber ' +
  'callerName agentName resolutionStatus endReason sentiment callerSentiment transfer costUsd ' +
  'costLocal currency aiResponseSeconds providerLabel summary transcript redactedTranscript consent ' +
  'versionNumber contentHash versionSource costParts responseTimes'
).split(' ');
const ALL_NULL: Raw = Object.fromEntries(OPTIONAL.map((name) => [name, null]));

function parsed(raw: Raw): CallRecord {
  const result = parseCallRecord(raw);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.record;
}
function errorOf(raw: unknown): RecordError {
  const result = parseCallRecord(raw);
  if (result.ok) throw new Error('the record was taken');
  return result.error;
}
const fault = (over: Raw, { code, field } = errorOf({ ...MINIMAL, ...over })): string => `${code} ${field}`;

// calls-ingest 2.1, 2.2, 2.3, 2.4, 2.5
describe('a record that is taken', () => {
  it('with nothing but what is required', () => {
    expect(parsed(MINIMAL)).toEqual({
      ...Object.fromEntries(ABSENT.map((name) => [name, null])),
      callId: 'room-1',
      revision: 1,
      projectId: 'acme-desk-abc123',
      direction: 'inbound',
      channel: 'phone',
      callStatus: 'completed',
      startedAt: new Date('2026-03-01T10:00:00.123Z'),
      humanEscalation: false,
      bookingCreated: false,
      recordingAvailable: false,
    });
  });

  // calls 3.1
  it.each(['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'])(
    'of the status %s, and the detail that says why',
    (status) => {
      const record = parsed({ ...MINIMAL, call_status: status, status_detail: 'busy' });
      expect(record).toMatchObject({ callStatus: status, statusDetail: 'busy' });
    },
  );

  it('with everything', () => {
    const lines = [LINE, { role: 'agent', text: '', offset_ms: 900 }];
    const record = parsed({
      ...MINIMAL,
      solution_id: 's1',
      campaign_id: 'c1',
      contact_id: 'k1',
      status_detail: 'busy',
      answered_at_utc: '2026-03-01T20:00:02+10:00',
      ended_at_utc: '2026-03-01T10:02:00Z',
      duration_seconds: 118.5,
      caller_number: '+61400000123',
      caller_name: 'Zoë 👋',
      agent_name: 'Ava',
      resolution_status: 'anything at all',
      end_reason: 'caller_hangup',
      sentiment: 'negative',
      caller_sentiment: 'neutral',
      human_escalation: true,
      transfer: { last_outcome: 'completed', attempts: [{ ...ATTEMPT, target_name: 'Desk' }] },
      booking: { created: true },
      cost_usd: 0.12345,
      cost_local: 1.00005,
      currency: 'AUD',
      ai_response_seconds: 0.8,
      provider_label: 'primary',
      summary: 'All good.',
      transcript: lines,
      redacted_transcript: { status: 'verified', lines },
      consent: { ...CONSENT, expires_at_utc: '2026-06-01T00:00:00Z', withdrawn_at_utc: null },
      recording_available: true,
    });
    expect(record).toMatchObject({
      answeredAt: new Date('2026-03-01T10:00:02.000Z'),
      costUsd: 0.1235,
      costLocal: 1.0001,
      bookingCreated: true,
      humanEscalation: true,
      transfer: {
        last_outcome: 'completed',
        attempts: [{ ...ATTEMPT, target_name: 'Desk', at_utc: '2026-03-01T10:01:00.000Z' }],
      },
      redactedTranscript: {
        status: 'verified',
        lines: [{ role: 'caller', text: 'Good morning', offsetMs: 0 }, {}],
      },
      consent: { expiresAt: new Date('2026-06-01T00:00:00Z'), withdrawnAt: null },
    });
    expect(record.transcript).toHaveLength(2);
  });

  it('takes an explicit null for an absent optional field', () => {
    expect(parsed({ ...MINIMAL, ...ALL_NULL })).toEqual(parsed(MINIMAL));
  });

  it.each<[string, Raw]>([
    ['the largest revision', { revision: 2_147_483_647 }],
    ['an end at the start', { ended_at_utc: MINIMAL['started_at_utc'] }],
    ['a call_id of 128 characters', { call_id: 'a.B_9:-x'.repeat(16) }],
    ['zero seconds', { duration_seconds: 0 }],
    ['the shortest number', { caller_number: '+2901234' }],
    ['a number with blanks', { caller_number: '+61 400 000 123' }],
    ['free texts of 64 characters', { resolution_status: 'x'.repeat(64), end_reason: '' }],
    ['a very small cost', { cost_usd: 1e-9 }],
    ['an empty transfer', { transfer: {} }],
    ['a transcript of 5000 lines', { transcript: Array.from({ length: 5000 }, () => LINE) }],
  ])('%s', (_, over) => {
    expect(parseCallRecord({ ...MINIMAL, ...over }).ok).toBe(true);
  });
});

// calls-ingest 1.6, 2.1, 2.2, 2.3, 2.4, 2.5
describe('a record that is refused', () => {
  it.each(Object.keys(MINIMAL))('without %s, absent or null', (name) => {
    const rest = Object.fromEntries(Object.entries(MINIMAL).filter(([key]) => key !== name));
    expect(errorOf(rest)).toMatchObject({ code: 'missing_field', field: name });
    expect(fault({ [name]: null })).toBe(`missing_field ${name}`);
  });

  it.each([null, undefined, 'text', 7, true, [], [MINIMAL]])('that is not an object: %j', (raw) => {
    expect(errorOf(raw)).toMatchObject({ call_id: null, code: 'invalid_type', field: 'record' });
  });

  // calls 3.1
  it.each<[string, Raw]>([
    ['invalid_type call_id', { call_id: 7 }],
    ['invalid_value call_id', { call_id: 'room 1' }],
    ['invalid_value call_id', { call_id: '' }],
    ['invalid_value call_id', { call_id: 'room-1\n' }],
    ['out_of_range call_id', { call_id: 'x'.repeat(129) }],
    ['invalid_type revision', { revision: '1' }],
    ['invalid_type revision', { revision: 1.5 }],
    ['out_of_range revision', { revision: 0 }],
    ['out_of_range revision', { revision: 2_147_483_648 }],
    ['invalid_value project_id', { project_id: '' }],
    ['invalid_value contact_id', { contact_id: ' k1' }],
    ['invalid_value direction', { direction: 'sideways' }],
    ['invalid_type channel', { channel: ['phone'] }],
    ['invalid_value channel', { channel: 'Phone' }],
    ...['busy', 'no_answer', 'cancelled', 'Missed'].map((status): [string, Raw] => [
      'invalid_value call_status',
      { call_status: status },
    ]),
    ['out_of_range status_detail', { status_detail: 'x'.repeat(65) }],
    ['out_of_range resolution_status', { resolution_status: 'x'.repeat(65) }],
    ['out_of_range end_reason', { end_reason: 'x'.repeat(65) }],
    ['out_of_range agent_name', { agent_name: 'x'.repeat(201) }],
    ['out_of_range summary', { summary: 'x'.repeat(20_001) }],
    ['invalid_value summary', { summary: 'a\0b' }],
    ['invalid_value caller_name', { caller_name: 'a\ud800b' }],
    ['invalid_type started_at_utc', { started_at_utc: 1_772_359_200 }],
    ['invalid_value started_at_utc', { started_at_utc: '2026-03-01T10:00:00' }],
    ['invalid_value started_at_utc', { started_at_utc: '2026-02-30T10:00:00Z' }],
    ['invalid_value started_at_utc', { started_at_utc: '2026-03-01' }],
    ['invalid_value answered_at_utc', { answered_at_utc: 'soon' }],
    ['invalid_value ended_at_utc', { ended_at_utc: '2026-03-01T10:00:00.122Z' }],
    ['out_of_range duration_seconds', { duration_seconds: -0.001 }],
    ['out_of_range duration_seconds', { duration_seconds: JSON.parse('1e999') as number }],
    ['out_of_range duration_seconds', { duration_seconds: Number.NaN }],
    ['out_of_range duration_seconds', { duration_seconds: 10_000_001 }],
    ['invalid_type duration_seconds', { duration_seconds: '12' }],
    ['invalid_value caller_number', { caller_number: '0400000123' }],
    ['invalid_value caller_number', { caller_number: '+0400000123' }],
    ['invalid_value caller_number', { caller_number: '+1202555012' }],
    ['invalid_value caller_number', { caller_number: '+1234567890123456' }],
    ['out_of_range caller_number', { caller_number: `+61400000123${' '.repeat(64)}` }],
    ['invalid_value sentiment', { sentiment: 'upset' }],
    ['invalid_value caller_sentiment', { caller_sentiment: '' }],
    ['invalid_type human_escalation', { human_escalation: 'true' }],
    ['invalid_type recording_available', { recording_available: 1 }],
    ['out_of_range cost_usd', { cost_usd: -1 }],
    ['out_of_range cost_usd', { cost_usd: 9_999_999_999.99996 }],
    ['out_of_range cost_local', { cost_local: 1e300 }],
    ['invalid_type cost_local', { cost_local: '1.5' }],
    ['invalid_value currency', { currency: 'aud' }],
    ['invalid_value currency', { currency: 'AU' }],
    ['out_of_range ai_response_seconds', { ai_response_seconds: -1 }],
    ['invalid_type transfer', { transfer: [] }],
    ['invalid_value transfer.last_outcome', { transfer: { last_outcome: 'lost' } }],
    ['invalid_type transfer.attempts', { transfer: { attempts: {} } }],
    ['invalid_type transfer.attempts.1', { transfer: { attempts: [ATTEMPT, 'completed'] } }],
    ['missing_field transfer.attempts.0.kind', { transfer: { attempts: [{ ...ATTEMPT, kind: null }] } }],
    ['invalid_value transfer.attempts.0.outcome', { transfer: { attempts: [{ ...ATTEMPT, outcome: 'x' }] } }],
    ['missing_field transfer.attempts.0.at_utc', { transfer: { attempts: [{ ...ATTEMPT, at_utc: null }] } }],
    [
      'out_of_range transfer.attempts',
      { transfer: { attempts: Array.from({ length: 101 }, () => ATTEMPT) } },
    ],
    ['missing_field booking.created', { booking: {} }],
    ['invalid_type booking', { booking: true }],
    ['invalid_type transcript', { transcript: 'hello' }],
    ['out_of_range transcript', { transcript: Array.from({ length: 5001 }, () => LINE) }],
    ['invalid_value transcript.1.role', { transcript: [LINE, { ...LINE, role: 'user' }] }],
    ['out_of_range transcript.0.text', { transcript: [{ ...LINE, text: 'x'.repeat(10_001) }] }],
    ['invalid_value transcript.0.text', { transcript: [{ ...LINE, text: '\udc00' }] }],
    ['out_of_range transcript.0.offset_ms', { transcript: [{ ...LINE, offset_ms: -1 }] }],
    ['invalid_type transcript.0.offset_ms', { transcript: [{ ...LINE, offset_ms: 0.5 }] }],
    ['missing_field redacted_transcript.lines', { redacted_transcript: { status: 'pending' } }],
    ['invalid_value redacted_transcript.status', { redacted_transcript: { status: 'ok', lines: [] } }],
    [
      'missing_field redacted_transcript.lines.0.text',
      {
        redacted_transcript: { status: 'verified', lines: [{ ...LINE, text: null }] },
      },
    ],
    ['missing_field consent.method', { consent: { ...CONSENT, method: undefined } }],
    ['invalid_value consent.status', { consent: { ...CONSENT, status: 'given' } }],
    [
      'invalid_value consent.expires_at_utc',
      {
        consent: { ...CONSENT, expires_at_utc: CONSENT['obtained_at_utc'] },
      },
    ],
    ['unknown_field recording_url', { recording_url: 'https://example.com' }],
    ['unknown_field constructor', { constructor: 1 }],
    ['unknown_field transfer.attempts.0.number', { transfer: { attempts: [{ ...ATTEMPT, number: '1' }] } }],
    ['unknown_field transcript.0.name', { transcript: [{ ...LINE, name: 'x' }] }],
    ['unknown_field (unnamed)', { '+61400000123': 1 }],
    ['unknown_field (unnamed)', { n0491570156: 1 }],
    ['unknown_field address2', { address2: 1 }],
    ['unknown_field (unnamed)', { ['x'.repeat(65)]: null }],
  ])('%s %#', (expected, over) => {
    expect(fault(over)).toBe(expected);
  });

  it('for prototype keys, which JSON can carry, and leaves every other object alone', () => {
    const text = JSON.stringify(MINIMAL).replace('{', '{"__proto__":{"polluted":true},');
    expect(errorOf(JSON.parse(text))).toMatchObject({ code: 'unknown_field', field: '__proto__' });
    expect(({} as Raw)['polluted']).toBeUndefined();
  });
});

describe('the error', () => {
  // calls-ingest 1.5
  it('carries the call_id only when that is itself valid', () => {
    expect(errorOf({ ...MINIMAL, direction: 'x' }).call_id).toBe('room-1');
    expect(errorOf({ ...MINIMAL, call_id: 'call +61400000123' }).call_id).toBeNull();
    expect(errorOf({ ...MINIMAL, call_id: 12 }).call_id).toBeNull();
  });

  // calls-ingest 2.7
  it('is about the first rule that is broken, in the order of the fields', () => {
    const broken = { ...MINIMAL, direction: 'x', call_status: 'x' };
    expect(errorOf({ ...broken, revision: 0 }).field).toBe('revision');
    expect(errorOf(broken).field).toBe('direction');
  });

  // calls-ingest 1.5
  it('never repeats a value, wherever it stood', () => {
    const CANARY = '+61400000999 Jane Canary';
    const names = Object.keys(MINIMAL).concat(OPTIONAL);
    for (const name of names) {
      for (const value of [CANARY, { [CANARY]: CANARY }, [CANARY], [{ text: CANARY, role: CANARY }]]) {
        const result = parseCallRecord({ ...MINIMAL, [name]: value });
        if (!result.ok) expect(JSON.stringify(result.error)).not.toContain('Canary');
      }
    }
  });
});

describe('whatever is sent', () => {
  it('is taken or refused, never thrown at', () => {
    const names = fc.constantFrom(...Object.keys(MINIMAL), ...OPTIONAL);
    fc.assert(
      fc.property(names, fc.anything(), fc.anything(), (name, value, whole) => {
        expect(typeof parseCallRecord({ ...MINIMAL, [name]: value }).ok).toBe('boolean');
        expect(typeof parseCallRecord(whole).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });
});
