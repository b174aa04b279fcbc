/** Whether the runtime works by what is published, as it says itself: by the whole of it, or by its compliance settings. */
export const APPLIED_STATES = ['confirmed', 'pending', 'failed'] as const;
export type AppliedState = (typeof APPLIED_STATES)[number];

interface AppliedConfiguration {
  readonly appliedHash: string;
  /** Content hash of the version that is published. */
  readonly currentHash: string;
  /** Whether an earlier version of the project has the applied hash, or one that was staged and taken back. */
  readonly isOfEarlierVersion: boolean;
  /** Whether the version that is staged has it. */
  readonly isStaged: boolean;
  /** Content hash of the version that the runtime says it has applied; null where it names none. */
  readonly namedHash: string | null;
}

/**
 * What a report of the runtime means: `confirmed` when it runs what is published or staged, `pending` when it has yet to follow,
 * `failed` when it runs what was never published, or not what it says it does.
 */
export function appliedState(applied: AppliedConfiguration): AppliedState {
  const { appliedHash, currentHash, isOfEarlierVersion, isStaged, namedHash } = applied;
  if (namedHash !== null && namedHash !== appliedHash) return 'failed';
  if (appliedHash === currentHash || isStaged) return 'confirmed';
  return isOfEarlierVersion ? 'pending' : 'failed';
}

/**
 * What the same report means for compliance. A runtime that has yet to follow confirms all the same, when the version it
 * runs says there what the published one says.
 */
export const complianceState = (state: AppliedState, saysTheSame: boolean): AppliedState =>
  state === 'pending' && saysTheSame ? 'confirmed' : state;
