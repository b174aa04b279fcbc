import type { UnlockDecision, UnlockState } from './words.js';

const HOUR_MS = 3_600_000;

/** A request waits this long for a decision, and an approval this long for the first view. */
export const WAIT_MS = 24 * HOUR_MS;

/** Counted from the first view (unlocks 2.1). */
export const ACTIVE_MS = HOUR_MS / 4;

/** The stored instants of an unlock. */
export interface UnlockFacts {
  readonly requestedAt: Date;
  readonly decision: UnlockDecision | null;
  readonly decidedAt: Date | null;
  readonly firstLookAt: Date | null;
  readonly endedAt: Date | null;
}

/** A person's action. */
export type UnlockAct = 'approve' | 'deny' | 'end' | 'look';

const POSSIBLE: Readonly<Record<UnlockState, readonly UnlockAct[]>> = {
  requested: ['approve', 'deny', 'end'],
  approved: ['end', 'look'],
  active: ['end', 'look'],
  expired: [],
  denied: [],
  ended: [],
};

export const isOver = (state: UnlockState): boolean => POSSIBLE[state].length === 0;

/** Whether an unlock in this state permits this action (unlocks 2.2). */
export const takes = (state: UnlockState, act: UnlockAct): boolean => POSSIBLE[state].includes(act);

/** The instant at which an unlock expires by itself; null once it was denied or ended. */
export function expiresAt({
  requestedAt,
  decision,
  decidedAt,
  firstLookAt,
  endedAt,
}: UnlockFacts): Date | null {
  if (endedAt !== null || decision === 'denied') return null;
  if (firstLookAt !== null) return new Date(firstLookAt.getTime() + ACTIVE_MS);
  return new Date((decidedAt ?? requestedAt).getTime() + WAIT_MS);
}

/** The state at an instant: an unlock expires without a write (unlocks 2.1). */
export function unlockState(facts: UnlockFacts, now: Date): UnlockState {
  const { decision, firstLookAt } = facts;
  const until = expiresAt(facts);
  if (until === null) return decision === 'denied' ? 'denied' : 'ended';
  if (now >= until) return 'expired';
  if (firstLookAt !== null) return 'active';
  return decision === 'approved' ? 'approved' : 'requested';
}
