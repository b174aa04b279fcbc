import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

export const RECONCILIATION_STATES = ['matched', 'mismatch', 'unverified', 'correction_pending'] as const;
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number];

/** Totals of one meter over the same hours; null if a total could not be read. */
export interface Totals {
  /** Counted again from calls or messages. */
  readonly source: number | null;
  /** The sum of the stored windows. */
  readonly stored: number;
  /** The provider's count. */
  readonly provider: number | null;
  /** Whether one of the windows awaits a correction. */
  readonly isCorrected: boolean;
}

/** How far back hours are compared: a month that is not invoiced yet (billing 15.1). */
const COMPARED_MS = 31 * DAY_MS;
/** One comparison a day; the job may run a few minutes early. */
const DUE_MS = DAY_MS - 30 * 60_000;

/** Zero tolerance: all three totals must be equal (billing 15.2). */
export function reconciliationState({ source, stored, provider, isCorrected }: Totals): ReconciliationState {
  if (source === null || provider === null) return 'unverified';
  if (isCorrected) return 'correction_pending';
  return source === stored && stored === provider ? 'matched' : 'mismatch';
}

export const comparedFrom = (now: Date): Date => new Date(now.getTime() - COMPARED_MS);

/** Tenants that were last compared before this instant are due. */
export const dueBefore = (now: Date): Date => new Date(now.getTime() - DUE_MS);
