import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { withoutCaller, type SealedCall } from './sealed-call.js';

/** The state of a call's caller data, from its index entry. */
export interface ErasedCallersCheck {
  readonly erased_at: Date | null;
  readonly legal_hold_since: Date | null;
}

/** Which of the callers with the hashes $3 have had their data erased, and up to when. */
export const ERASED_AMONG = namedQuery('ingest_erased_callers')`
SELECT encode(caller_hash, 'hex') AS hash, erased_before
  FROM erased_callers
 WHERE client_id = $1 AND data_env = $2 AND caller_hash = ANY($3::bytea[])`;

/** Marks the calls $3 as permanently without their caller's data. */
export const MARK_ERASED = namedQuery('ingest_mark_erased')`
    UPDATE call_index SET erased_at = now() WHERE client_id = $1 AND data_env = $2 AND call_id = ANY($3::text[])`;

/**
 * Removes the data of callers whose data was erased (caller-requests 11.6): from erased calls that
 * are sent again, and from late ones that began before the erasure was requested. Calls under legal
 * hold are kept.
 * @param keeping the state of each call, by call_id; this transaction has locked their entries
 */
export async function withoutErasedCallers(
  db: StoreReader,
  calls: readonly SealedCall[],
  keeping: ReadonlyMap<string, ErasedCallersCheck>,
): Promise<SealedCall[]> {
  const hashes = new Map(
    calls.flatMap(({ callerHash }) =>
      callerHash === null ? [] : [[callerHash.toString('hex'), callerHash]],
    ),
  );
  const rows =
    hashes.size === 0
      ? []
      : await db.query<{ hash: string; erased_before: Date }>(ERASED_AMONG, [[...hashes.values()]]);
  const erasedBefore = new Map(rows.map((row) => [row.hash, row.erased_before]));
  const late: string[] = [];
  const kept = calls.map((call) => {
    const { erased_at: erasedAt, legal_hold_since: heldSince } = keeping.get(call.record.callId)!;
    if (erasedAt !== null) return withoutCaller(call);
    const before = call.callerHash && erasedBefore.get(call.callerHash.toString('hex'));
    if (heldSince !== null || !before || call.record.startedAt >= before) return call;
    late.push(call.record.callId);
    return withoutCaller(call);
  });
  if (late.length > 0) await db.query(MARK_ERASED, [late]);
  return kept;
}
