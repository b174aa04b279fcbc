/** The states of a staged release: it ends once, in one of two ways. */
export const STAGED_STATES = ['active', 'finished', 'taken_back'] as const;
export type StagedState = (typeof STAGED_STATES)[number];

/** The calls that use the staged version. */
export interface StagedShare {
  /** Share of the callers, 1 to 99; null for a release to named numbers. */
  readonly percent: number | null;
  readonly numberHashes: readonly string[];
}

/** A call whose version is chosen. */
export interface ChosenCall {
  /** Hash of the caller, or of the call if the number is withheld. */
  readonly callerHash: Buffer;
  /** Hashes of the numbers of both ends of the call, if known. */
  readonly numberHashes: readonly string[];
}

// 48 bits fit into a number exactly, and are far more than percentages need.
const DRAWN_BYTES = 6;
const DRAWN = 2 ** (8 * DRAWN_BYTES);

/**
 * Whether a call runs the staged version (workspace 15.6). With a percentage the caller's hash
 * decides, so that one caller always gets the same result; with numbers, one end of the call must
 * be listed.
 */
export function runsStaged({ percent, numberHashes }: StagedShare, call: ChosenCall): boolean {
  if (percent === null) return call.numberHashes.some((hash) => numberHashes.includes(hash));
  return (call.callerHash.readUIntBE(0, DRAWN_BYTES) / DRAWN) * 100 < percent;
}

/** The part of a call that is hashed: the caller's number, otherwise the call's id. */
export const callerOf = (callerNumber: string | null, callId: string): string =>
  callerNumber ?? `call ${callId}`;
