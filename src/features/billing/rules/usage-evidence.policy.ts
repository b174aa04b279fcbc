import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { OpenUsage } from './charges/chargeability.policy.js';
import type { ReconciliationState } from './reconciliation.policy.js';
import { frozenUntil } from './usage-window.policy.js';
import type { MeterId } from './charges/usage-charges.policy.js';

/** The state of a meter in a period. */
export interface MeterEvidence {
  readonly meterId: MeterId;
  /** The hour from which it counts; null if it does not count yet. */
  readonly meteredFrom: Date | null;
  readonly total: number;
  readonly failed: number;
  readonly corrections: number;
  /** The end of its newest window; null if it has none. */
  readonly closedUntil: Date | null;
  /** When the oldest unreported window was frozen; null: all windows have been reported. */
  readonly unreportedSince: Date | null;
  readonly comparison: { readonly state: ReconciliationState; readonly checkedAt: Date } | null;
}

export const STALE_REASONS = ['provider_webhook_lag', 'aggregation_pending', 'none'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

/**
 * Three metering runs: a window that stays open longer does not resolve by itself (billing 4.5).
 */
const SETTLING_MS = 15 * 60_000;
/** Totals are compared once a day; after two days without a comparison they are unknown. */
const COMPARED_MS = 2 * DAY_MS;
/** The provider reports changes within seconds. */
const LAG_MS = 5 * 60_000;
/**
 * A late notice no longer makes facts stale once the provider has been queried again for an hour.
 */
const LAG_SHOWN_MS = 60 * 60_000;

/** The unsettled usage of a tenant (billing 4.2, 4.5). */
export function openUsage(meters: readonly MeterEvidence[], now: Date): OpenUsage {
  const settled = new Date(now.getTime() - SETTLING_MS);
  const count = (of: (meter: MeterEvidence) => boolean | number): number =>
    meters.reduce((sum, meter) => sum + Number(of(meter)), 0);
  return {
    pending: count(
      (it) =>
        lacksHours(it, frozenUntil(settled)) ||
        (it.unreportedSince !== null && it.unreportedSince.getTime() <= settled.getTime()),
    ),
    flagged: count((it) => it.failed + Number(it.comparison?.state === 'mismatch')),
    unverified: count((it) => !isCompared(it, now) || it.comparison?.state === 'unverified'),
    correctionPending: count((it) => it.corrections + Number(it.comparison?.state === 'correction_pending')),
  };
}

/**
 * Why the shown figures of a meter may be out of date (billing 7.7).
 * @param change how late the newest change was reported, and when
 */
export function staleReason(
  meter: MeterEvidence,
  change: { readonly happenedAt: Date; readonly heardAt: Date } | null,
  now: Date,
): StaleReason {
  if (meter.unreportedSince !== null || lacksHours(meter, frozenUntil(now))) return 'aggregation_pending';
  const isLate =
    change !== null &&
    change.heardAt.getTime() - change.happenedAt.getTime() > LAG_MS &&
    now.getTime() - change.heardAt.getTime() < LAG_SHOWN_MS;
  return isLate ? 'provider_webhook_lag' : 'none';
}

/** Whether hours that should be frozen by then are missing. */
const lacksHours = ({ meteredFrom, closedUntil }: MeterEvidence, until: Date): boolean =>
  meteredFrom !== null && Math.max(meteredFrom.getTime(), closedUntil?.getTime() ?? 0) < until.getTime();

const isCompared = ({ comparison }: MeterEvidence, now: Date): boolean =>
  comparison !== null && now.getTime() - comparison.checkedAt.getTime() <= COMPARED_MS;
