import { contentHash } from '../../../core/shared/json/canonical-json.policy.js';

/**
 * Whether the runtime uses the published version, according to its own report: the whole version,
 * or its compliance settings.
 */
export const APPLIED_STATES = ['confirmed', 'pending', 'failed'] as const;
export type AppliedState = (typeof APPLIED_STATES)[number];

interface AppliedConfiguration {
  readonly appliedHash: string;
  /** Content hash of the version that is published. */
  readonly currentHash: string;
  /** Whether an earlier version, or one that was staged and withdrawn, has the applied hash. */
  readonly isOfEarlierVersion: boolean;
  readonly isStaged: boolean;
  /** Content hash of the version that the runtime reports as applied; null if it reports none. */
  readonly namedHash: string | null;
}

/**
 * Evaluates a report of the runtime: `confirmed` when it runs a published or staged version,
 * `pending` when it still runs an earlier one, `failed` when it runs a configuration that was never
 * published, or another one than it names.
 */
export function appliedState(applied: AppliedConfiguration): AppliedState {
  const { appliedHash, currentHash, isOfEarlierVersion, isStaged, namedHash } = applied;
  if (namedHash !== null && namedHash !== appliedHash) return 'failed';
  if (appliedHash === currentHash || isStaged) return 'confirmed';
  return isOfEarlierVersion ? 'pending' : 'failed';
}

/**
 * Evaluates the same report for compliance. A runtime with an older version confirms nevertheless
 * if that version's compliance settings equal the published ones.
 */
export const complianceState = (state: AppliedState, saysTheSame: boolean): AppliedState =>
  state === 'pending' && saysTheSame ? 'confirmed' : state;

/** The inputs that distinguish two answers of the configuration route. */
interface RuntimeState {
  readonly displayName: string;
  /** The time zone of the hours in the sections. */
  readonly timezone: string;
  readonly versionNumber: number;
  readonly contentHash: string;
  /** The version of each secret that the configuration refers to, by name. */
  readonly secretVersions: Readonly<Record<string, number>>;
}

/**
 * Etag of the configuration that the runtime gets. It changes when another version is published,
 * even with equal content, when the project gets another name or time zone, and when a secret to
 * which the configuration refers is rotated; other secrets do not change it.
 */
export const runtimeEtag = (state: RuntimeState): string =>
  contentHash([
    state.displayName,
    state.timezone,
    state.versionNumber,
    state.contentHash,
    state.secretVersions,
  ]);
