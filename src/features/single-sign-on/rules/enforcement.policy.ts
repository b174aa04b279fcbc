/** How recently the caller's session must have come through the connection (single-sign-on 7.2). */
const PROVEN_WITHIN_MS = 10 * 60_000;

/** How many people must be able to enter without the directory. */
export const WAYS_BACK = 2;

/** Why single sign-on cannot be required now. */
export type EnforcementBlock = 'connection_not_proven' | 'no_way_back' | 'people_excluded';

interface EnforcementFacts {
  /** The connection through which the caller's session came; null: another way. */
  readonly callersConnectionId: string | null;
  /** When that session proved who the caller is. */
  readonly callersAuthTime: Date | null;
  readonly connectionId: string;
  /** Whether people sign in through the newest version of the connection. */
  readonly isActive: boolean;
  /** Holders of break-glass who have proved their key lately. */
  readonly waysBack: number;
  /** People whom it would shut out. */
  readonly excluded: number;
  /** How many the caller accepts to shut out; undefined: nobody. */
  readonly accepted: number | undefined;
  readonly now: Date;
}

/** The first reason why single sign-on cannot be required (single-sign-on 7.2); null: it can. */
export function enforcementBlock(facts: EnforcementFacts): EnforcementBlock | null {
  const { callersConnectionId, callersAuthTime, connectionId, isActive, now } = facts;
  const isProvenNow =
    isActive &&
    callersConnectionId === connectionId &&
    callersAuthTime !== null &&
    now.getTime() - callersAuthTime.getTime() <= PROVEN_WITHIN_MS;
  if (!isProvenNow) return 'connection_not_proven';
  if (facts.waysBack < WAYS_BACK) return 'no_way_back';
  return facts.excluded > 0 && facts.accepted !== facts.excluded ? 'people_excluded' : null;
}
