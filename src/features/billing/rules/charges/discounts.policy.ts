import { isEffectiveOn, type EffectiveDates } from '../effective-dates.policy.js';
import { isWhole, percentOf } from './money.policy.js';

export const DISCOUNT_TYPES = ['percentage_monthly_fee', 'fixed_monthly_fee'] as const;
type DiscountType = (typeof DISCOUNT_TYPES)[number];

/** The fee that discounts and adjustments change: minor units of its currency. */
export interface MonthlyFee {
  readonly amount: number;
  readonly currency: string;
}

export interface Discount extends EffectiveDates {
  readonly discountType: string;
  /** Whole percentages, or minor units. */
  readonly discountValue: number;
  readonly currency: string;
}

/** The discounts of the day and the discounted fee; null if that is uncertain. */
export interface DiscountedFee<D> {
  readonly active: readonly D[];
  readonly amount: number | null;
}

/** Each type applies to the full fee, so their order makes no difference (billing 2.3). */
const PARTS: Readonly<Record<DiscountType, (fee: number, value: number) => number | null>> = {
  percentage_monthly_fee: (fee, percent) => (percent <= 100 ? percentOf(fee, percent) : null),
  fixed_monthly_fee: (_, amount) => amount,
};

/**
 * The monthly fee less the discounts of a day, never below 0 (billing section 2). A discount with
 * another currency, an unknown type or an invalid value makes the amount null instead of a guess
 * (billing 2.4).
 * @param day YYYY-MM-DD in the zone of the client
 */
export function discountFee<D extends Discount>(
  fee: MonthlyFee,
  discounts: readonly D[],
  day: string,
): DiscountedFee<D> {
  const active = discounts.filter((discount) => isEffectiveOn(discount, day));
  const parts = active.map((discount) => partOf(fee, discount));
  if (!parts.every((part) => part !== null)) return { active, amount: null };
  return { active, amount: parts.reduce((left, part) => Math.max(left - part, 0), fee.amount) };
}

function partOf(fee: MonthlyFee, { discountType, discountValue, currency }: Discount): number | null {
  if (!Object.hasOwn(PARTS, discountType) || currency !== fee.currency || !isWhole(discountValue))
    return null;
  return PARTS[discountType as DiscountType](fee.amount, discountValue);
}
