import type { CallRecord } from './call-record.js';

/** What a batch does to the store, before it is done. accepted + updated + unchanged = records. */
interface BatchPlan {
  /** The one version to write of each call that changes, by call_id: one order of locking in every process. */
  readonly winners: CallRecord[];
  /** Records of calls never seen before. */
  readonly accepted: number;
  /** Records that are newer than what was known when they came. */
  readonly updated: number;
  /** Records that are older or equal. */
  readonly unchanged: number;
}

/**
 * Settles a batch against the revisions the store has (call_id to revision), record by record in order of
 * arrival, as if each had been sent alone. Of two records with one revision the first counts.
 */
export function planBatch(records: readonly CallRecord[], prior: ReadonlyMap<string, number>): BatchPlan {
  const winners = new Map<string, CallRecord>();
  let accepted = 0;
  let updated = 0;
  for (const record of records) {
    const running = winners.get(record.callId)?.revision ?? prior.get(record.callId);
    if (running !== undefined && record.revision <= running) continue;
    if (running === undefined) accepted += 1;
    else updated += 1;
    winners.set(record.callId, record);
  }
  return {
    winners: [...winners.values()].sort((one, other) => (one.callId < other.callId ? -1 : 1)),
    accepted,
    updated,
    unchanged: records.length - accepted - updated,
  };
}
