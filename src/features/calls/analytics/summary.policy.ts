import { average, Decimal, decimal4, divideDecimal } from '../../../core/http/fields/numbers.policy.js';
import { measureSet, type CallMeasures } from '../rollup/measures.js';
import { costPartsOf, FIGURE_MEASURES, responseTimesOf } from '../rollup/call-figures.policy.js';
import type { CallSummaryResponse } from './summary.response.js';

/** The sums from which the response is computed. */
export const SUMMARY_MEASURES = measureSet(
  'summary',
  'total_calls',
  'completed_calls',
  'missed_calls',
  'failed_calls',
  'total_duration_seconds',
  'duration_known',
  'total_cost_usd',
  'cost_usd_known',
  'currency_count',
  'currency_min',
  'currency_max',
  'total_cost_local',
  'cost_local_known',
  'human_escalation_count',
  'sentiment_positive',
  'sentiment_neutral',
  'sentiment_negative',
  'disconnect_caller_hangup',
  'disconnect_agent_or_system_end',
  'disconnect_transferred',
  'disconnect_missed',
  'disconnect_failed',
  'disconnect_unknown',
  'total_ai_response_seconds',
  'ai_response_known',
  ...FIGURE_MEASURES,
);
export type SummaryMeasures = Pick<CallMeasures, (typeof SUMMARY_MEASURES)['fields'][number]>;

/**
 * Converts the aggregate row into the response. Averages cover the calls whose value is known
 * (seconds 2 decimals, AI response 3, money 4), and are null without any. A money total is null if
 * no cost is known. The currency is stated only if every call has it and has a local cost.
 */
export function toSummary(row: SummaryMeasures): CallSummaryResponse {
  const currency = sharedCurrency(row);
  const sentiment = {
    positive: Number(row.sentiment_positive),
    neutral: Number(row.sentiment_neutral),
    negative: Number(row.sentiment_negative),
  };
  return {
    total_calls: Number(row.total_calls),
    completed_calls: Number(row.completed_calls),
    missed_calls: Number(row.missed_calls),
    failed_calls: Number(row.failed_calls),
    total_duration_seconds: divideDecimal(row.total_duration_seconds ?? 0, 1, 0),
    avg_duration_seconds: average(row.total_duration_seconds, row.duration_known, 2),
    total_cost_usd: total(row.total_cost_usd, row.cost_usd_known),
    avg_cost_usd: average(row.total_cost_usd, row.cost_usd_known, 4),
    currency,
    total_cost_local: currency === null ? null : total(row.total_cost_local, row.cost_local_known),
    avg_cost_local: currency === null ? null : average(row.total_cost_local, row.cost_local_known, 4),
    human_escalation_count: Number(row.human_escalation_count),
    sentiment_distribution: sentiment,
    caller_sentiment_distribution: { ...sentiment },
    disconnection_reason_distribution: {
      caller_hangup: Number(row.disconnect_caller_hangup),
      agent_or_system_end: Number(row.disconnect_agent_or_system_end),
      transferred: Number(row.disconnect_transferred),
      missed: Number(row.disconnect_missed),
      failed: Number(row.disconnect_failed),
      unknown: Number(row.disconnect_unknown),
    },
    avg_ai_response_seconds: average(row.total_ai_response_seconds, row.ai_response_known, 3),
    cost_parts: costPartsOf(row),
    response_times: responseTimesOf(row),
  };
}

function sharedCurrency(row: SummaryMeasures): string | null {
  const calls = Number(row.total_calls);
  const complete = Number(row.currency_count) === calls && Number(row.cost_local_known) === calls;
  return calls > 0 && complete && row.currency_min === row.currency_max ? row.currency_min : null;
}

const total = (sum: Decimal | null, known: Decimal): number | null =>
  Number(known) === 0 ? null : decimal4(sum ?? 0);
