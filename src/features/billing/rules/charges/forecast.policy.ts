import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import type { BillingPeriod } from '../billing-period.policy.js';
import { chargeUsage, type MeterTerms } from './usage-charges.policy.js';

/** A meter's usage between two instants of a period. */
export interface MeteredSoFar {
  readonly terms: MeterTerms;
  readonly total: number;
  readonly from: Date;
  /** The end of the newest closed hour. */
  readonly until: Date;
}

/** The costs of a period so far, and at its end; minor units. */
export interface Forecast {
  readonly so_far_cents: number;
  readonly at_period_end_cents: number;
}

/** Less than a day is not representative: usage differs between day and night. */
const LEAST_MS = DAY_MS;

/**
 * Forecasts a period: the fee, and each meter's usage if it continues at the rate of the closed
 * hours (billing 7.8).
 * @param fee for the whole period; null if unknown
 * @returns null if a meter has been counted for less than a day, or an amount would not be exact
 */
export function forecastCharges(
  fee: number | null,
  meters: readonly MeteredSoFar[],
  { end }: BillingPeriod,
): Forecast | null {
  if (fee === null || meters.some(({ from, until }) => until.getTime() - from.getTime() < LEAST_MS))
    return null;
  const amounts = meters.map(({ terms, total, from, until }) => {
    const share = (end.getTime() - from.getTime()) / (until.getTime() - from.getTime());
    return [
      chargeUsage(total, terms).overageAmount,
      chargeUsage(Math.round(total * Math.max(1, share)), terms).overageAmount,
    ] as const;
  });
  if (amounts.flat().some((amount) => amount === null)) return null;
  const sum = (place: 0 | 1): number => amounts.reduce((all, it) => all + it[place]!, fee);
  return { so_far_cents: sum(0), at_period_end_cents: sum(1) };
}
