import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SummaryMeasures, toSummary } from './summary.policy.js';

const EMPTY: SummaryMeasures = {
  total_calls: '0',
  completed_calls: '0',
  missed_calls: '0',
  failed_calls: '0',
  total_duration_seconds: null,
  duration_known: '0',
  total_cost_usd: null,
  cost_usd_known: '0',
  currency_count: '0',
  currency_min: null,
  currency_max: null,
  total_cost_local: null,
  cost_local_known: '0',
  human_escalation_count: '0',
  sentiment_positive: '0',
  sentiment_neutral: '0',
  sentiment_negative: '0',
  disconnect_caller_hangup: '0',
  disconnect_agent_or_system_end: '0',
  disconnect_transferred: '0',
  disconnect_missed: '0',
  disconnect_failed: '0',
  disconnect_unknown: '0',
  total_ai_response_seconds: null,
  ai_response_known: '0',
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
};

const FULL: SummaryMeasures = {
  ...EMPTY,
  total_calls: '7',
  completed_calls: '4',
  missed_calls: '2',
  failed_calls: '1',
  total_duration_seconds: '361.500',
  duration_known: '3',
  total_cost_usd: '1.0000',
  cost_usd_known: '3',
  currency_count: '7',
  currency_min: 'AUD',
  currency_max: 'AUD',
  total_cost_local: '10.5000',
  cost_local_known: '7',
  human_escalation_count: '2',
  sentiment_positive: '3',
  sentiment_neutral: '1',
  sentiment_negative: '2',
  disconnect_caller_hangup: '1',
  disconnect_agent_or_system_end: '2',
  disconnect_transferred: '1',
  disconnect_missed: '2',
  disconnect_failed: '1',
  total_ai_response_seconds: '2.5',
  ai_response_known: '3',
  cost_parts_known: '2',
  total_cost_model: '0.7500',
  total_cost_telephony: '0.0000',
  response_times_known: '2',
  response_turns: '30',
  weighted_response_p50_ms: '23995',
  worst_response_p95_ms: 1905,
};

describe('toSummary (calls 7.1)', () => {
  // calls 7.1, 7.5
  it('of no calls: zeros for counts and duration, null for what cannot be known', () => {
    const nothing = { positive: 0, neutral: 0, negative: 0 };
    expect(toSummary(EMPTY)).toEqual({
      total_calls: 0,
      completed_calls: 0,
      missed_calls: 0,
      failed_calls: 0,
      total_duration_seconds: 0,
      avg_duration_seconds: null,
      total_cost_usd: null,
      avg_cost_usd: null,
      currency: null,
      total_cost_local: null,
      avg_cost_local: null,
      human_escalation_count: 0,
      sentiment_distribution: nothing,
      caller_sentiment_distribution: nothing,
      disconnection_reason_distribution: {
        caller_hangup: 0,
        agent_or_system_end: 0,
        transferred: 0,
        missed: 0,
        failed: 0,
        unknown: 0,
      },
      avg_ai_response_seconds: null,
      cost_parts: null,
      response_times: null,
    });
  });

  it('of some calls', () => {
    expect(toSummary(FULL)).toEqual({
      total_calls: 7,
      completed_calls: 4,
      missed_calls: 2,
      failed_calls: 1,
      total_duration_seconds: 362,
      avg_duration_seconds: 120.5,
      total_cost_usd: 1,
      avg_cost_usd: 0.3333,
      currency: 'AUD',
      total_cost_local: 10.5,
      avg_cost_local: 1.5,
      human_escalation_count: 2,
      sentiment_distribution: { positive: 3, neutral: 1, negative: 2 },
      caller_sentiment_distribution: { positive: 3, neutral: 1, negative: 2 },
      disconnection_reason_distribution: {
        caller_hangup: 1,
        agent_or_system_end: 2,
        transferred: 1,
        missed: 2,
        failed: 1,
        unknown: 0,
      },
      avg_ai_response_seconds: 0.833,
      // calls 7.8
      cost_parts: {
        calls: 2,
        speech_to_text: null,
        model: 0.75,
        text_to_speech: null,
        telephony: 0,
        platform: null,
        other: null,
      },
      // calls 7.9
      response_times: { calls: 2, turns: 30, p50_ms: 800, worst_p95_ms: 1905 },
    });
  });

  it('distinguishes a cost of zero from an unknown cost', () => {
    const free = toSummary({ ...FULL, total_cost_usd: '0.0000', cost_usd_known: '2' });
    expect([free.total_cost_usd, free.avg_cost_usd]).toEqual([0, 0]);
  });

  // calls 7.3
  it.each<[string, Partial<SummaryMeasures>]>([
    ['two currencies', { currency_max: 'NZD' }],
    ['a call without a currency', { currency_count: '6' }],
    ['a call without a local cost', { cost_local_known: '6' }],
    ['no currency at all', { currency_count: '0', currency_min: null, currency_max: null }],
  ])('%s: no currency, no local money', (_, over) => {
    const summary = toSummary({ ...FULL, ...over });
    expect([summary.currency, summary.total_cost_local, summary.avg_cost_local]).toEqual([null, null, null]);
    expect(summary.total_cost_usd).toBe(1);
  });

  it('reads counts that arrive as numbers alike', () => {
    expect(toSummary({ ...FULL, total_calls: 7, currency_count: 7, cost_local_known: 7 })).toEqual(
      toSummary(FULL),
    );
  });

  // calls 7.4
  it('money never drifts, however many calls are added', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), (units) => {
        const digits = units.toString().padStart(5, '0');
        const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`;
        expect(toSummary({ ...FULL, total_cost_usd: text }).total_cost_usd?.toFixed(4)).toBe(text);
      }),
    );
  });
});
