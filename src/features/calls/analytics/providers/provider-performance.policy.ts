import {
  average,
  divideDecimal,
  percentage,
  type Decimal,
} from '../../../../core/http/fields/numbers.policy.js';
import { costPartsOf, responseTimesOf, type FIGURE_MEASURES } from '../../rollup/call-figures.policy.js';
import type { CallMeasures } from '../../rollup/measures.js';
import type {
  ProviderFiguresResponse,
  ProviderItemResponse,
  ProviderPerformanceResponse,
} from './provider-performance.response.js';

/** The query's row for a label; `is_rest` marks the row for all labels beyond the first hundred. */
export interface ProviderRow extends Pick<CallMeasures, (typeof FIGURE_MEASURES)[number]> {
  /** Null: calls without a label, or all other labels. */
  readonly provider_label: string | null;
  readonly is_rest: boolean;
  /** The number of labels in the row. */
  readonly labels: Decimal;
  readonly calls: Decimal;
  readonly failed_calls: Decimal;
  readonly total_ai_response_seconds: Decimal | null;
  readonly ai_response_known: Decimal;
  /** Set for a single label; null for the rest, and if no value is known. */
  readonly p50_ai_response_seconds: Decimal | null;
  readonly p95_ai_response_seconds: Decimal | null;
}

/**
 * Items by number of calls, most first, then by label; calls without a label come last. Seconds
 * have 3 decimals and are null if no response time is known.
 */
export function toProviderPerformance(rows: readonly ProviderRow[]): ProviderPerformanceResponse {
  const rest = rows.find((row) => row.is_rest);
  const items = rows.filter((row) => !row.is_rest).map(itemOf);
  return {
    items: items.sort(inOrder),
    other: rest ? { labels: Number(rest.labels), ...figuresOf(rest) } : null,
  };
}

const figuresOf = (row: ProviderRow): ProviderFiguresResponse => ({
  calls: Number(row.calls),
  failed_calls: Number(row.failed_calls),
  failure_rate: percentage(Number(row.failed_calls), Number(row.calls)),
  avg_ai_response_seconds: average(row.total_ai_response_seconds, row.ai_response_known, 3),
  cost_parts: costPartsOf(row),
  response_times: responseTimesOf(row),
});

const itemOf = (row: ProviderRow): ProviderItemResponse => ({
  provider_label: row.provider_label,
  ...figuresOf(row),
  p50_ai_response_seconds: seconds(row.p50_ai_response_seconds),
  p95_ai_response_seconds: seconds(row.p95_ai_response_seconds),
});

const seconds = (value: Decimal | null): number | null =>
  value === null ? null : divideDecimal(value, 1, 3);

function inOrder(one: ProviderItemResponse, other: ProviderItemResponse): number {
  if (one.provider_label === null) return 1;
  if (other.provider_label === null) return -1;
  return other.calls - one.calls || (one.provider_label < other.provider_label ? -1 : 1);
}
