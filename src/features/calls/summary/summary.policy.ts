import { Decimal, decimal4, divideDecimal } from '../../../core/http/numbers.policy.js';

/**
 * What the aggregate query answers, as PostgreSQL writes it (bigint and numeric arrive as text). It holds sums
 * and counts and no average, so rows of neighbouring ranges may be added up field by field (currency_min and
 * currency_max by their minimum and maximum). A sum over no row may be null.
 */
export interface SummaryRow {
  readonly total_calls: Decimal;
  readonly completed_calls: Decimal;
  readonly missed_calls: Decimal;
  readonly failed_calls: Decimal;
  readonly total_duration_seconds: Decimal | null;
  /** Calls whose duration is known. */
  readonly duration_known: Decimal;
  readonly total_cost_usd: Decimal | null;
  readonly cost_usd_known: Decimal;
  /** Calls with a currency. */
  readonly currency_count: Decimal;
  readonly currency_min: string | null;
  readonly currency_max: string | null;
  readonly total_cost_local: Decimal | null;
  readonly cost_local_known: Decimal;
  readonly human_escalation_count: Decimal;
  /** Calls by effective sentiment; the unclassified rest is not counted. */
  readonly sentiment_positive: Decimal;
  readonly sentiment_neutral: Decimal;
  readonly sentiment_negative: Decimal;
  readonly disconnect_caller_hangup: Decimal;
  readonly disconnect_agent_or_system_end: Decimal;
  readonly disconnect_transferred: Decimal;
  readonly disconnect_missed: Decimal;
  readonly disconnect_failed: Decimal;
  readonly disconnect_unknown: Decimal;
  readonly total_ai_response_seconds: Decimal | null;
  readonly ai_response_known: Decimal;
}

interface SentimentDistribution {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** The call summary aggregate as it goes out (contract, "Call summary aggregate"). */
export interface CallSummary {
  readonly total_calls: number;
  readonly completed_calls: number;
  readonly missed_calls: number;
  readonly failed_calls: number;
  readonly total_duration_seconds: number;
  readonly avg_duration_seconds: number | null;
  readonly total_cost_usd: number | null;
  readonly avg_cost_usd: number | null;
  readonly currency: string | null;
  readonly total_cost_local: number | null;
  readonly avg_cost_local: number | null;
  readonly human_escalation_count: number;
  readonly sentiment_distribution: SentimentDistribution;
  readonly caller_sentiment_distribution: SentimentDistribution;
  readonly disconnection_reason_distribution: {
    readonly caller_hangup: number;
    readonly agent_or_system_end: number;
    readonly transferred: number;
    readonly missed: number;
    readonly failed: number;
    readonly unknown: number;
  };
  readonly avg_ai_response_seconds: number | null;
}

/**
 * Turns the aggregate row into the answer. Averages are over the calls whose value is known (seconds 2
 * decimals, AI response 3, money 4) and null when there is none; a money total is null when no cost is known.
 * The currency is named only when every call has it and has its local cost.
 */
export function toSummary(row: SummaryRow): CallSummary {
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
  };
}

function sharedCurrency(row: SummaryRow): string | null {
  const calls = Number(row.total_calls);
  const complete = Number(row.currency_count) === calls && Number(row.cost_local_known) === calls;
  return calls > 0 && complete && row.currency_min === row.currency_max ? row.currency_min : null;
}

const total = (sum: Decimal | null, known: Decimal): number | null =>
  Number(known) === 0 ? null : decimal4(sum ?? 0);

const average = (sum: Decimal | null, known: Decimal, places: number): number | null =>
  Number(known) === 0 ? null : divideDecimal(sum ?? 0, Number(known), places);
