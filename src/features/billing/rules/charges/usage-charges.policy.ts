import { multiplyWhole } from './money.policy.js';

/** The meters of a client's usage, and the units that they are shown in. */
export const METERS = ['minutes', 'sms_segments'] as const;
export type MeterId = (typeof METERS)[number];

/** The price of a meter: whole units and minor units of the plan's currency. */
export interface MeterTerms {
  readonly meterId: MeterId;
  readonly includedUnits: number;
  /** Price of each unit above the included ones. */
  readonly unitRate: number;
}

/** Usage and its cost (billing 5.1). */
export interface UsageCharge {
  readonly overageUnits: number;
  readonly remainingUnits: number;
  /** Minor units; null if the product is too large to be exact. */
  readonly overageAmount: number | null;
}

/** @param totalUnits whole, not negative */
export function chargeUsage(totalUnits: number, { includedUnits, unitRate }: MeterTerms): UsageCharge {
  const overageUnits = Math.max(totalUnits - includedUnits, 0);
  return {
    overageUnits,
    remainingUnits: Math.max(includedUnits - totalUnits, 0),
    overageAmount: multiplyWhole(overageUnits, unitRate),
  };
}
