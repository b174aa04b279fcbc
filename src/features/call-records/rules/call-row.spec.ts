import { describe, expect, it } from 'vitest';
import { CALL_ROW_COLUMNS, toCallRow } from './call-row.js';
import type { CallRowRecord } from './call-row.js';

const CALL: CallRowRecord = {
  call_id: 'room-1',
  project_id: 'project-1',
  campaign_id: 'campaign-1',
  contact_id: 'contact-1',
  direction: 'outbound',
  channel: 'sip',
  call_status: 'completed',
  status_detail: 'answered',
  started_at_utc: '2026-10-10T01:00:00.007Z',
  ended_at_utc: '2026-10-10T01:02:22.000Z',
  duration_seconds: '142.5',
  caller_masked: '+61 *** *** 006',
  agent_name: 'Ava',
  version_number: 7,
  version_source: 'reported',
  outcome: 'transferred',
  disconnection_reason: 'transferred',
  sentiment: 'negative',
  human_escalation: true,
  transfer_last_outcome: 'completed',
  cost_usd: '0.1834',
  cost_local: '0.2800',
  currency: 'AUD',
  transcript_available: true,
  recording_available: false,
};
const context = { projectName: 'Front desk', keepsTranscript: true, detailAvailable: true };

describe('a call in a list', () => {
  it('shows these fields in this order', () => {
    expect(Object.entries(toCallRow(CALL, context))).toEqual(
      Object.entries({
        call_id: 'room-1',
        project_id: 'project-1',
        project_name: 'Front desk',
        campaign_id: 'campaign-1',
        contact_id: 'contact-1',
        direction: 'outbound',
        channel: 'sip',
        call_status: 'completed',
        status_detail: 'answered',
        started_at_utc: '2026-10-10T01:00:00.007Z',
        ended_at_utc: '2026-10-10T01:02:22.000Z',
        duration_seconds: 143,
        caller_display: '+61 *** *** 006',
        agent_name: 'Ava',
        version_number: 7,
        version_source: 'reported',
        primary_outcome: {
          id: 'transferred',
          label: 'Transferred',
          label_key: 'calls.outcomes.transferred',
          state: 'classified',
        },
        disconnection_reason: 'transferred',
        sentiment: 'upset',
        human_escalation: true,
        transfer_outcome: 'completed',
        cost_usd: 0.1834,
        cost_local: 0.28,
        currency: 'AUD',
        transcript_available: true,
        recording_available: false,
        detail_available: true,
      }),
    );
  });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('whose transcript is stored: %s, kept: %s has one: %s', (stored, keepsTranscript, shown) => {
    const row = toCallRow({ ...CALL, transcript_available: stored }, { ...context, keepsTranscript });
    expect(row.transcript_available).toBe(shown);
  });

  it.each<[keyof CallRowRecord, string]>([
    ['campaign_id', 'campaign_id'],
    ['contact_id', 'contact_id'],
    ['status_detail', 'status_detail'],
    ['ended_at_utc', 'ended_at_utc'],
    ['duration_seconds', 'duration_seconds'],
    ['caller_masked', 'caller_display'],
    ['agent_name', 'agent_name'],
    ['transfer_last_outcome', 'transfer_outcome'],
    ['cost_usd', 'cost_usd'],
    ['cost_local', 'cost_local'],
    ['currency', 'currency'],
  ])('says null for a missing %s', (column, field) => {
    expect(toCallRow({ ...CALL, [column]: null }, context)).toHaveProperty(field, null);
  });

  it.each([
    ['0', 0],
    ['0.4', 0],
    ['0.5', 1],
    ['59.499', 59],
    ['10000000', 10_000_000],
  ])('rounds a duration of %s s to %i', (stored, shown) => {
    expect(toCallRow({ ...CALL, duration_seconds: stored }, context).duration_seconds).toBe(shown);
  });

  it.each([
    ['0.0000', 0],
    ['0.0001', 0.0001],
    ['9999999999.9999', 9_999_999_999.9999],
  ])('keeps money of %s to the last digit', (stored, shown) => {
    expect(toCallRow({ ...CALL, cost_usd: stored }, context).cost_usd).toBe(shown);
  });

  it('is read without what must not be in it', () => {
    expect(CALL_ROW_COLUMNS).not.toMatch(/hash|encrypted|call_contents|summary/);
  });
});
