import { Decimal, divideDecimal, multiplyDecimals } from '../../../core/http/fields/numbers.policy.js';

export const BILLING_MODELS = ['per_minute', 'per_call', 'tiered'] as const;
export type BillingModel = (typeof BILLING_MODELS)[number];

/** The largest rate that 12 digits with 4 decimals hold. */
export const MAX_RATE = 99_999_999.9999;

/** Up to 4 decimals, without the exponents of very small and very large numbers. */
const RATE = /^\d{1,8}(\.\d{1,4})?$/;

/**
 * Whether this is a price of the legacy project model: a non-negative number with at most 4
 * decimals.
 */
export const isRate = (value: unknown): value is number =>
  typeof value === 'number' && RATE.test(String(value));

/** The sums of a range's calls; numeric and bigint arrive as text, sums of no calls as null. */
export interface BillableCalls {
  readonly total_calls: Decimal;
  readonly billable_calls: Decimal;
  readonly total_duration_seconds: Decimal | null;
  readonly billable_seconds: Decimal | null;
}

export interface BillingTerms {
  readonly billing_model: string;
  /** A decimal with at most 4 places. */
  readonly rate_per_minute: Decimal;
}

export interface BillingFigures {
  readonly total_calls: number;
  readonly billable_calls: number;
  readonly total_duration_seconds: number;
  readonly billable_seconds: number;
  readonly billable_minutes: number;
  readonly estimated_amount: number;
}

/**
 * Prices the calls of a range (projects 7.6, 7.7). `per_call` charges the rate for each billable
 * call, every other model the rate for each minute of billable time. Tiers are not part of the
 * project model, so `tiered` is estimated at the single rate. Figures are exact until the end, then
 * rounded half away from zero: the whole duration to seconds as in the call summary, billable
 * seconds to 3 decimals, minutes and the amount to 4.
 */
export function priceCalls(calls: BillableCalls, terms: BillingTerms): BillingFigures {
  const seconds = calls.billable_seconds ?? 0;
  const amount =
    terms.billing_model === 'per_call'
      ? divideDecimal(multiplyDecimals(terms.rate_per_minute, calls.billable_calls), 1, 4)
      : divideDecimal(multiplyDecimals(terms.rate_per_minute, seconds), 60, 4);
  return {
    total_calls: Number(calls.total_calls),
    billable_calls: Number(calls.billable_calls),
    total_duration_seconds: divideDecimal(calls.total_duration_seconds ?? 0, 1, 0),
    billable_seconds: divideDecimal(seconds, 1, 3),
    billable_minutes: divideDecimal(seconds, 60, 4),
    estimated_amount: amount,
  };
}
