import { describe, expect, it } from 'vitest';
import { parseCallRecord } from './call-record.policy.js';

const MINIMAL = {
  call_id: 'room-1',
  revision: 1,
  project_id: 'acme-desk-abc123',
  direction: 'inbound',
  channel: 'phone',
  call_status: 'completed',
  started_at_utc: '2026-03-01T10:00:00.123Z',
};
const ATTEMPT = { kind: 'transfer', outcome: 'completed', at_utc: '2026-03-01T10:01:00Z' };

/** The fault of a record, or null if it is accepted. */
function faultOf(over: object): string | null {
  const result = parseCallRecord({ ...MINIMAL, ...over });
  return result.ok ? null : `${result.error.code} ${result.error.field}`;
}
const messageOf = (over: object): string => {
  const result = parseCallRecord({ ...MINIMAL, ...over });
  return result.ok ? '' : result.error.message;
};

// calls-ingest 2.8; requests 4.6
describe('characters of a record', () => {
  it('are counted as such, and not by the units that some take', () => {
    expect(faultOf({ agent_name: '😀'.repeat(200), end_reason: '😀'.repeat(64) })).toBeNull();
    expect(faultOf({ agent_name: '😀'.repeat(201) })).toBe('out_of_range agent_name');
  });

  it.each([
    ['project_id', { project_id: 'acme\tdesk' }],
    ['solution_id', { solution_id: 'intake\nthree' }],
  ])('control no terminal in %s', (field, over) => {
    expect(faultOf(over)).toBe(`invalid_value ${field}`);
  });

  it('may be in names and words, or the call would be lost with them', () => {
    const transfer = { attempts: [{ ...ATTEMPT, target_name: 'A\u0007' }] };
    const words = { status_detail: 'busy\u0085', agent_name: 'Ava\tLee', end_reason: '\u001b' };
    expect(faultOf({ ...words, caller_name: 'Jane\u0007', transfer })).toBeNull();
  });

  it('may be in what was said and in a summary of it', () => {
    const transcript = [{ role: 'caller', text: 'Good\u000bmorning\n', offset_ms: 0 }];
    expect(faultOf({ transcript, summary: 'Booked.\n\tTuesday.\u0007' })).toBeNull();
  });
});

// calls-ingest 1.5
describe('a message', () => {
  it.each([1e300, 10_000_000_000, 9_999_999_999.99996, -1])(
    'says what is allowed of a cost of %j',
    (cost) => {
      expect(messageOf({ cost_usd: cost })).toBe('Must be at least 0 and less than 10000000000.');
    },
  );

  it('says how an identifier is written', () => {
    expect(messageOf({ call_id: '' })).toMatch(/^Must be 1 to 128 letters/);
    expect(messageOf({ solution_id: ' a' })).toMatch(/^Must be 1 to 128 characters/);
  });
});
