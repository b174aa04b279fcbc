import { describe, expect, it } from 'vitest';
import { parseCallRecord } from '../call-record.policy.js';

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
const HASH = '0123456789abcdef'.repeat(4);
const PARTS: Raw = { speech_to_text: 0.0121, model: 0.0903, text_to_speech: 0.0344 };
const TIMES: Raw = { turns: 14, p50_ms: 780.4, p95_ms: 1_460, max_ms: 1_905 };

// calls-ingest 2.1, 2.9, 2.10
describe('version, parts of a cost and times of turns', () => {
  it.each<[string, Raw]>([
    ['the first version with its hash', { version_number: 1, content_hash: HASH }],
    ['no part of a cost', { cost_usd: 1, cost_parts: {} }],
    ['all parts of a cost', { cost_parts: { ...PARTS, telephony: 0, platform: 1e-9, other: null } }],
    ['one turn without a wait', { response_times: { turns: 1, p50_ms: 0, p95_ms: 0, max_ms: 0 } }],
    ['a turn a second', { response_times: { turns: 100_000, p50_ms: 1, p95_ms: 2, max_ms: 3_600_000 } }],
  ])('are taken: %s', (_, over) => {
    expect(parseCallRecord({ ...MINIMAL, ...over }).ok).toBe(true);
  });

  it.each<[string, Raw]>([
    ['out_of_range version_number', { version_number: 0 }],
    ['out_of_range version_number', { version_number: -3 }],
    ['out_of_range version_number', { version_number: 2_147_483_648 }],
    ['invalid_type version_number', { version_number: 1.5 }],
    ['invalid_type version_number', { version_number: '7' }],
    ['invalid_value content_hash', { version_number: 7, content_hash: 'a'.repeat(63) }],
    ['invalid_value content_hash', { version_number: 7, content_hash: 'A'.repeat(64) }],
    ['missing_field version_number', { content_hash: HASH }],
    ['invalid_type cost_parts', { cost_parts: [0.1] }],
    ['invalid_type cost_parts.model', { cost_parts: { model: '0.1' } }],
    ['out_of_range cost_parts.model', { cost_parts: { model: -0.0001 } }],
    ['out_of_range cost_parts.telephony', { cost_parts: { telephony: 1e10 } }],
    ['out_of_range cost_parts', { cost_parts: { model: 6e9, telephony: 6e9 } }],
    ['unknown_field cost_parts.gpu', { cost_parts: { gpu: 0.1 } }],
    ['missing_field response_times.turns', { response_times: {} }],
    ['missing_field response_times.p95_ms', { response_times: { ...TIMES, p95_ms: null } }],
    ['out_of_range response_times.turns', { response_times: { ...TIMES, turns: 0 } }],
    ['out_of_range response_times.turns', { response_times: { ...TIMES, turns: 100_001 } }],
    ['invalid_type response_times.turns', { response_times: { ...TIMES, turns: 1.5 } }],
    ['out_of_range response_times.p50_ms', { response_times: { ...TIMES, p50_ms: -1 } }],
    ['out_of_range response_times.max_ms', { response_times: { ...TIMES, max_ms: 3_600_001 } }],
    ['invalid_value response_times.p95_ms', { response_times: { ...TIMES, p50_ms: 1_500 } }],
    ['invalid_value response_times.max_ms', { response_times: { ...TIMES, max_ms: 1_459 } }],
    ['unknown_field response_times.p99_ms', { response_times: { ...TIMES, p99_ms: 1_500 } }],
  ])('are refused: %s %#', (expected, over) => {
    const result = parseCallRecord({ ...MINIMAL, ...over });
    expect(result.ok ? null : `${result.error.code} ${result.error.field}`).toBe(expected);
  });
});

// calls-ingest 2.9
describe('the parts of a cost and the times of turns', () => {
  const withCost = (over: Raw): string => {
    const result = parseCallRecord({ ...MINIMAL, ...over });
    if (!result.ok) throw new Error(result.error.message);
    const { costUsd, costParts } = result.record;
    return `${costUsd} ${costParts?.model ?? null} ${result.warnings.map(({ code, field }) => `${code} ${field}`).join()}`;
  };

  it.each<[string, Raw, string]>([
    ['are the whole cost', { cost_usd: 0.1368, cost_parts: PARTS }, '0.1368 0.0903 '],
    ['are the cost without another', { cost_parts: PARTS }, '0.1368 0.0903 '],
    ['may be off by rounding', { cost_usd: 0.1371, cost_parts: PARTS }, '0.1371 0.0903 '],
    [
      'lose to another sum',
      { cost_usd: 0.1372, cost_parts: PARTS },
      '0.1372 null cost_parts_mismatch cost_parts',
    ],
    [
      'lose to a smaller sum',
      { cost_usd: 0.1, cost_parts: PARTS },
      '0.1 null cost_parts_mismatch cost_parts',
    ],
    ['lose to no cost', { cost_usd: 0, cost_parts: PARTS }, '0 null cost_parts_mismatch cost_parts'],
    ['may be free', { cost_usd: 0, cost_parts: { model: 0 } }, '0 0 '],
    ['are nothing without a part', { cost_usd: 0.2, cost_parts: { model: null } }, '0.2 null '],
    ['count below a unit', { cost_parts: { model: 0.00004, other: 0.00005 } }, '0.0001 0 '],
  ])('%s: %j', (_, over, expected) => {
    expect(withCost(over)).toBe(expected);
  });

  it('rounds milliseconds', () => {
    const result = parseCallRecord({ ...MINIMAL, response_times: TIMES });
    expect(result.ok && result.record.responseTimes).toEqual({
      turns: 14,
      p50Ms: 780,
      p95Ms: 1_460,
      maxMs: 1_905,
    });
  });
});
