export const ENFORCEMENT_MODES = ['off', 'required'] as const;
export type EnforcementMode = (typeof ENFORCEMENT_MODES)[number];

/** The longest time since the caller signed in through the connection (single-sign-on 7.2). */
const PROVEN_WITHIN_MS = 10 * 60_000;

/** Why single sign-on cannot be required now. */
export type EnforcementBlock = 'connection_not_proven' | 'no_way_back' | 'people_excluded';

interface EnforcementFacts {
  /** The connection through which the caller signed in; null: another way. */
  readonly callersConnectionId: string | null;
  /**
   * When that session began; a step-up changes auth_time, and proves nothing about the connection.
   */
  readonly callersSessionBegan: Date | null;
  readonly connectionId: string;
  /**
   * Whether people sign in with the newest version of the connection, and it has a verified domain.
   */
  readonly isActive: boolean;
  /** Whether enough holders of break-glass count (break-glass 2.5). */
  readonly hasWayBack: boolean;
  /** How many people the requirement would lock out. */
  readonly excluded: number;
  /** The number of locked-out people that the caller accepts; undefined: none. */
  readonly accepted: number | undefined;
  readonly now: Date;
}

/** The first reason why single sign-on cannot be required (single-sign-on 7.2); null: it can. */
export function enforcementBlock(facts: EnforcementFacts): EnforcementBlock | null {
  const { callersConnectionId, callersSessionBegan, connectionId, isActive, now } = facts;
  const isProvenNow =
    isActive &&
    callersConnectionId === connectionId &&
    callersSessionBegan !== null &&
    now.getTime() - callersSessionBegan.getTime() <= PROVEN_WITHIN_MS;
  if (!isProvenNow) return 'connection_not_proven';
  if (!facts.hasWayBack) return 'no_way_back';
  return facts.excluded > 0 && facts.accepted !== facts.excluded ? 'people_excluded' : null;
}
