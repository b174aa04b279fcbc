import type { CallRecord } from './call-record.js';

export interface BatchCounts {
  /** Records of new calls. */
  readonly accepted: number;
  /** Records that were newer than the stored revision. */
  readonly updated: number;
  /** Records that are older or equal. */
  readonly unchanged: number;
}

interface BatchPlan extends BatchCounts {
  /**
   * The version to write for each changed call, by call_id, so that all processes lock in the same
   * order.
   */
  readonly winners: CallRecord[];
}

/**
 * Plans a batch against the stored revisions (call_id to revision), record by record in order of
 * arrival, as if each had been sent alone (calls-ingest 3.1, 3.2). The first one of two records with
 * the same revision counts.
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

/**
 * Counts a batch by the rows that were actually written: another writer may have been faster.
 * @param written previous revision of each written call, null for a new one; a missing call already
 *   had the same or a newer revision, so none of its records counted
 */
export function settleBatch(
  records: readonly CallRecord[],
  written: ReadonlyMap<string, number | null>,
): BatchCounts {
  const prior = new Map<string, number>();
  for (const { callId } of records) {
    const before = written.has(callId) ? written.get(callId) : Number.POSITIVE_INFINITY;
    if (typeof before === 'number') prior.set(callId, before);
  }
  const { accepted, updated, unchanged } = planBatch(records, prior);
  return { accepted, updated, unchanged };
}

// Serialising parameters blocks the event loop, so a statement is limited: this many rows and this
// many bytes take a few milliseconds each.
const CHUNK_ROWS = 500;
const CHUNK_BYTES = 512 * 1024;

/**
 * Splits calls into chunks for one statement each, in order; a larger call becomes a separate
 * chunk.
 */
export function chunksOf<T extends { readonly bytes: number }>(calls: readonly T[]): T[][] {
  const chunks: T[][] = [];
  let room = 0;
  for (const call of calls) {
    const last = chunks.at(-1);
    if (last === undefined || last.length >= CHUNK_ROWS || call.bytes > room) {
      chunks.push([call]);
      room = CHUNK_BYTES - call.bytes;
    } else {
      last.push(call);
      room -= call.bytes;
    }
  }
  return chunks;
}
