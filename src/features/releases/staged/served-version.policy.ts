import { runsStaged, type ChosenCall } from '../rules/staged-release.policy.js';

/** A version that calls of a project use or used. */
export interface ServedVersion {
  readonly versionNumber: number;
  readonly contentHash: string;
  /** Since when calls have used it. */
  readonly servedFrom: Date;
  /** Since when all other calls have used it; null: it was never published. */
  readonly publishedFrom: Date | null;
  /** Null: all calls used it at once. */
  readonly staged: {
    /** Null: it is still staged. */
    readonly until: Date | null;
    readonly percent: number | null;
    readonly numberHashes: readonly string[];
    readonly keyId: string;
  } | null;
}

// The clocks of runtimes differ: a call may begin up to a minute before its version was published.
const CLOCK_SKEW_MS = 60_000;

/**
 * Whether a call that began then may have run this version: it existed. Runtimes keep an earlier
 * version until they fetch the next one, so a version never becomes too old.
 */
export const mayHaveServed = ({ servedFrom }: ServedVersion, startedAt: Date): boolean =>
  servedFrom.getTime() <= startedAt.getTime() + CLOCK_SKEW_MS;

/** The latest instant at which a version may begin that serves a call begun then. */
export const latestServedFrom = (startedAt: Date): Date => new Date(startedAt.getTime() + CLOCK_SKEW_MS);

/** The version that was published at that instant. @param versions of one project, ascending */
export const publishedAt = (versions: readonly ServedVersion[], at: Date): ServedVersion | null =>
  versions.findLast(({ publishedFrom }) => publishedFrom !== null && publishedFrom <= at) ?? null;

/** The version that was staged at that instant. */
export const stagedAt = (versions: readonly ServedVersion[], at: Date): ServedVersion | null =>
  versions.findLast(
    ({ servedFrom, staged }) =>
      staged !== null && servedFrom <= at && (staged.until === null || at < staged.until),
  ) ?? null;

/** Whether a call uses a staged version, as far as its record shows (calls-ingest 2.11). */
export const drawsStaged = ({ staged }: ServedVersion, call: ChosenCall): boolean =>
  staged !== null && runsStaged(staged, call);
