/** The shares of calls that a rule may limit, and the calls that each counts. */
const STOP_COUNTS = {
  failed_share: 'failed',
  escalation_share: 'escalated',
  abandoned_share: 'abandoned',
} as const;
export type StopShare = keyof typeof STOP_COUNTS;
export const STOP_SHARES = Object.keys(STOP_COUNTS) as readonly StopShare[];

/**
 * With fewer calls, chance would stop a release, and the figures would describe individual people.
 */
export const MIN_STOP_CALLS = 20;
export const DEFAULT_STOP_CALLS = 50;
export const MAX_STOP_CALLS = 100_000;

/** The limits at which a staged release ends, in percent; null: this share has none. */
export type StopRule = Readonly<Record<StopShare, number | null>> & { readonly min_calls: number };

/** Calls of the staged version that have ended, and those of them that went wrong. */
export interface CallsSoFar {
  readonly calls: number;
  readonly failed: number;
  readonly escalated: number;
  readonly abandoned: number;
}

/** Why its rule ended a release. */
export interface StopEvidence {
  readonly rule: StopShare;
  readonly limit: number;
  /** In percent, cut to 2 decimals: rounding could show a limit that was not reached. */
  readonly share: number;
  readonly calls: number;
  readonly counted: number;
  readonly checked_at: string;
}

/**
 * The first limit that the calls have reached (workspace 15.12); null while none has, and while there
 * are fewer calls than the rule asks for.
 */
export function reachedLimit(rule: StopRule, so: CallsSoFar, now: Date): StopEvidence | null {
  if (so.calls < rule.min_calls) return null;
  for (const name of STOP_SHARES) {
    const limit = rule[name];
    const counted = so[STOP_COUNTS[name]];
    // Whole numbers: 29 of 100 as a binary fraction is below 29 percent.
    if (limit === null || counted * 100 < limit * so.calls) continue;
    const share = Math.floor((counted * 10_000) / so.calls) / 100;
    return { rule: name, limit, share, calls: so.calls, counted, checked_at: now.toISOString() };
  }
  return null;
}
