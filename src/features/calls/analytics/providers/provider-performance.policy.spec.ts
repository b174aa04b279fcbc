import { describe, expect, it } from 'vitest';
import { toProviderPerformance } from './provider-performance.policy.js';
import type { ProviderRow } from './provider-performance.policy.js';

const row = (provider_label: string | null, over: Partial<ProviderRow> = {}): ProviderRow => ({
  provider_label,
  is_rest: false,
  labels: '1',
  calls: '10',
  failed_calls: '1',
  total_ai_response_seconds: '7.5',
  ai_response_known: '8',
  p50_ai_response_seconds: '0.9',
  p95_ai_response_seconds: '1.2345',
  cost_parts_known: '0',
  total_cost_speech_to_text: null,
  total_cost_model: null,
  total_cost_text_to_speech: null,
  total_cost_telephony: null,
  total_cost_platform: null,
  total_cost_other: null,
  response_times_known: '0',
  response_turns: null,
  weighted_response_p50_ms: null,
  worst_response_p95_ms: null,
  ...over,
});

describe('toProviderPerformance', () => {
  it('of no calls has no items', () => {
    expect(toProviderPerformance([])).toEqual({ items: [], other: null });
  });

  it('gives each label its calls, failures and response times', () => {
    expect(toProviderPerformance([row('primary')]).items).toEqual([
      {
        provider_label: 'primary',
        calls: 10,
        failed_calls: 1,
        failure_rate: 10,
        avg_ai_response_seconds: 0.938,
        cost_parts: null,
        response_times: null,
        p50_ai_response_seconds: 0.9,
        p95_ai_response_seconds: 1.235,
      },
    ]);
  });

  // calls 7.8, 7.9, 11.1
  it('gives each label the parts of costs and the times of turns', () => {
    const known = row('primary', {
      cost_parts_known: '3',
      total_cost_model: '1.5000',
      response_times_known: '3',
      response_turns: '10',
      weighted_response_p50_ms: '7000',
      worst_response_p95_ms: 1500,
    });
    expect(toProviderPerformance([known]).items[0]).toMatchObject({
      cost_parts: { calls: 3, model: 1.5, telephony: null },
      response_times: { calls: 3, turns: 10, p50_ms: 700, worst_p95_ms: 1500 },
    });
  });

  // calls 11.2
  it('knows no times where no call has one', () => {
    const without = row('primary', {
      total_ai_response_seconds: null,
      ai_response_known: '0',
      p50_ai_response_seconds: null,
      p95_ai_response_seconds: null,
    });
    expect(toProviderPerformance([without]).items[0]).toMatchObject({
      calls: 10,
      avg_ai_response_seconds: null,
      p50_ai_response_seconds: null,
      p95_ai_response_seconds: null,
    });
  });

  it('distinguishes a time of zero from an unknown one', () => {
    const instant = row('primary', { total_ai_response_seconds: '0', p50_ai_response_seconds: '0' });
    expect(toProviderPerformance([instant]).items[0]).toMatchObject({
      avg_ai_response_seconds: 0,
      p50_ai_response_seconds: 0,
    });
  });

  it.each([
    ['0', '10', 0],
    ['1', '3', 33.33],
    ['2', '3', 66.67],
    ['7', '7', 100],
  ])('%s failures of %s calls are %d percent', (failed_calls, calls, expected) => {
    expect(toProviderPerformance([row('a', { failed_calls, calls })]).items[0]?.failure_rate).toBe(expected);
  });

  // calls 11.3
  it('sorts by calls, then by label, and puts the calls without a label last', () => {
    const rows = [
      row(null, { calls: '99' }),
      row('b', { calls: '9' }),
      row('B', { calls: '9' }),
      row('z', { calls: '10' }),
      row('a', { calls: '9' }),
    ];
    expect(toProviderPerformance(rows).items.map((item) => item.provider_label)).toEqual([
      'z',
      'B',
      'a',
      'b',
      null,
    ]);
  });

  // calls 11.4
  it('keeps what lies beyond the limit apart, also from a provider that is called other', () => {
    const rest = row(null, {
      is_rest: true,
      labels: '12',
      p50_ai_response_seconds: null,
      p95_ai_response_seconds: null,
    });
    expect(toProviderPerformance([rest, row('other'), row(null)])).toMatchObject({
      items: [{ provider_label: 'other' }, { provider_label: null }],
      other: {
        labels: 12,
        calls: 10,
        failed_calls: 1,
        failure_rate: 10,
        avg_ai_response_seconds: 0.938,
      },
    });
  });
});
