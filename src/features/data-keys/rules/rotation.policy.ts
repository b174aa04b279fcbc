import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';

/**
 * How long an old key outlives the last value under it. Processes forget an unwrapped key within
 * five minutes (privacy 6.3), and no request reads for longer.
 */
const REST_MS = HOUR_MS;

/** A pass over all sealed columns of a tenant. */
export interface Pass {
  readonly startedAt: Date;
  /** Values under an old key; values that cannot be opened stay. */
  readonly found: number;
  readonly unopened: number;
  /** Files that still need an old key. */
  readonly waiting: number;
}

/** When the next pass begins; null: nothing can still be under an old key. */
export function nextPassAt(
  pass: Pass,
  { madeAt, lastFoundAt }: { readonly madeAt: Date; readonly lastFoundAt: Date | null },
  now: Date,
): Date | null {
  if (pass.found > pass.unopened) return now;
  const quietSince = Math.max(madeAt.getTime(), lastFoundAt?.getTime() ?? 0);
  const isHeld = pass.unopened > 0 || pass.waiting > 0;
  if (!isHeld && pass.startedAt.getTime() >= quietSince + REST_MS) return null;
  return new Date(Math.max(quietSince + REST_MS, now.getTime() + (isHeld ? REST_MS : 0)));
}
