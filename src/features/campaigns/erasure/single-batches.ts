import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { HeldCalls } from '../../calls/caller-data/held-calls.service.js';
import { NOTHING_LEFT, type ErasedBatch } from './contact-erasure.policy.js';
import type { Batch } from './contact-batches.js';
import { partsOfSingles, type LockedSingle, type ClaimedSingle } from './single-erasure.policy.js';
import {
  DISPATCHES_OF_SINGLES,
  ERASE_SINGLES,
  LOCK_SINGLES_TO_ERASE,
  REFUSE_ERASED,
} from './single-erasure.queries.js';

/**
 * Erases up to `size` single calls after `from` (caller-requests 12.8); calls in progress or under
 * legal hold stay.
 */
export async function eraseSingleBatch(
  tx: StoreReader,
  holds: HeldCalls,
  { erasureId, standIn, hash, before, from, size }: Batch,
): Promise<ErasedBatch> {
  const calls = await tx.query<LockedSingle>(LOCK_SINGLES_TO_ERASE, [hash, from.contactId, before, size]);
  if (calls.length === 0) return NOTHING_LEFT;
  const ids = calls.map(({ dispatchId }) => dispatchId);
  const taken = await tx.query<ClaimedSingle>(DISPATCHES_OF_SINGLES, [ids]);
  const held = await holds.lockAmong(
    tx,
    taken.flatMap(({ callId }) => callId ?? []),
  );
  const { waiting, gone } = partsOfSingles(calls, taken, held);
  if (waiting.length > 0) await tx.query(REFUSE_ERASED, [waiting]);
  if (gone.length > 0) await tx.query(ERASE_SINGLES, [gone, standIn, erasureId]);
  const last = { ...from, contactId: ids.at(-1)! };
  return { last, isUnderWay: taken.some(({ isOver }) => !isOver) };
}
