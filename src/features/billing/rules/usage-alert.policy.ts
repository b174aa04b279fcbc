import { chargeUsage, type MeterId, type MeterTerms } from './charges/usage-charges.policy.js';

/** The units of a threshold (billing 16.2). */
export const THRESHOLD_TYPES = ['units', 'included_percent', 'amount_cents'] as const;
export type ThresholdType = (typeof THRESHOLD_TYPES)[number];

/** The effect of a reached threshold other than the notification (billing 16.6). */
export const ALERT_ACTIONS = ['notify', 'pause_campaigns'] as const;
export type AlertAction = (typeof ALERT_ACTIONS)[number];

/** The highest threshold of each type: more than is used in a period, and exact as a number. */
const HIGHEST: Readonly<Record<ThresholdType, number>> = {
  units: 1_000_000_000,
  included_percent: 10_000,
  amount_cents: 1_000_000_000_000,
};

export interface Threshold {
  readonly meterId: MeterId;
  /** Null: the combined usage of all projects. */
  readonly projectId: string | null;
  readonly thresholdType: ThresholdType;
  /** Whole, above 0. */
  readonly thresholdValue: number;
}

/** The fault of a threshold: the field and the allowed values. Null if there is none. */
export function thresholdProblem({
  projectId,
  thresholdType,
  thresholdValue,
}: Omit<Threshold, 'meterId'>): { readonly field: string; readonly message: string } | null {
  // Included units and their price are the client's as a whole.
  if (thresholdType === 'amount_cents' && projectId !== null)
    return { field: 'project_id', message: 'must be omitted if threshold_type is amount_cents' };
  if (thresholdValue > HIGHEST[thresholdType])
    return {
      field: 'threshold_value',
      message: `must be 1 to ${HIGHEST[thresholdType]} if threshold_type is ${thresholdType}`,
    };
  return null;
}

/**
 * Whether this many units reach a threshold (billing 16.2).
 * @param used whole units, of the project if the threshold is for one
 */
export function isReached(
  { thresholdType, thresholdValue }: Pick<Threshold, 'thresholdType' | 'thresholdValue'>,
  used: number,
  terms: MeterTerms,
): boolean {
  switch (thresholdType) {
    case 'units':
      return used >= thresholdValue;
    case 'included_percent':
      // Without included units, a percentage is undefined.
      return (
        terms.includedUnits > 0 && BigInt(used) * 100n >= BigInt(terms.includedUnits) * BigInt(thresholdValue)
      );
    case 'amount_cents': {
      const { overageAmount } = chargeUsage(used, terms);
      // An amount that is too large to be exact exceeds every threshold.
      return overageAmount === null || overageAmount >= thresholdValue;
    }
  }
}
