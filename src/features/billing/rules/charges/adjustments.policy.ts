import type { MonthlyFee } from './discounts.policy.js';
import { isEffectiveOn, type EffectiveDates } from '../effective-dates.policy.js';
import { isWhole } from './money.policy.js';

export const ADJUSTMENT_TYPES = ['override', 'credit', 'surcharge', 'promotion'] as const;
export const PROMOTION_SUB_TYPES = ['replacement_fee', 'recurring_credit'] as const;

export interface Adjustment extends EffectiveDates {
  readonly id: number;
  readonly adjustmentType: string;
  readonly promotionSubType: string | null;
  /** Minor units, never negative: the type says whether they are added or subtracted. */
  readonly amount: number;
  readonly currency: string;
}

/** An adjustment of the day with its effect; null if the effect is unknown. */
interface AdjustmentEffect<A> {
  readonly adjustment: A;
  readonly netEffect: number | null;
}

/** The effects by adjustment id, and the resulting fee; null if it is uncertain. */
export interface AdjustedFee<A> {
  readonly active: readonly AdjustmentEffect<A>[];
  readonly amount: number | null;
}

type Step = 'replace' | 'add' | 'deduct';

/** How each kind changes the fee (billing 3.2). */
const STEPS: Readonly<Record<string, Step>> = {
  override: 'replace',
  'promotion/replacement_fee': 'replace',
  surcharge: 'add',
  credit: 'deduct',
  'promotion/recurring_credit': 'deduct',
};
/** First the fee is set, then added to, then reduced (billing 3.3). */
const ORDER: readonly Step[] = ['replace', 'add', 'deduct'];

/**
 * The fee after the adjustments of a day (billing section 3).
 * @param fee the fee after discounts; its amount is null if unknown
 * @param day YYYY-MM-DD in the client's zone
 */
export function adjustFee<A extends Adjustment>(
  { amount: base, currency }: MonthlyFee | { readonly amount: null; readonly currency: string },
  adjustments: readonly A[],
  day: string,
): AdjustedFee<A> {
  const active = adjustments
    .filter((adjustment) => isEffectiveOn(adjustment, day))
    .toSorted((a, b) => a.id - b.id);
  const steps = active.map((adjustment) => ({ adjustment, step: stepOf(adjustment, currency) }));
  const replacing = steps.filter(({ step }) => step === 'replace').length;
  const isCertain = base !== null && replacing <= 1 && steps.every(({ step }) => step !== null);
  if (!isCertain)
    return { active: active.map((adjustment) => ({ adjustment, netEffect: null })), amount: null };
  let amount = base;
  const effects = new Map<number, number>();
  for (const wanted of ORDER) {
    for (const { adjustment } of steps.filter(({ step }) => step === wanted)) {
      const next = take(amount, wanted, adjustment.amount);
      effects.set(adjustment.id, next - amount);
      amount = next;
    }
  }
  return {
    active: active.map((adjustment) => ({ adjustment, netEffect: effects.get(adjustment.id)! })),
    amount,
  };
}

const take = (fee: number, step: Step, amount: number): number =>
  step === 'replace' ? amount : step === 'add' ? fee + amount : Math.max(fee - amount, 0);

/** Null for an adjustment that is not applied (billing 3.4). */
function stepOf(
  { adjustmentType, promotionSubType, amount, currency: own }: Adjustment,
  currency: string,
): Step | null {
  const kind = promotionSubType === null ? adjustmentType : `${adjustmentType}/${promotionSubType}`;
  if (own !== currency || !isWhole(amount) || !Object.hasOwn(STEPS, kind)) return null;
  return STEPS[kind]!;
}
