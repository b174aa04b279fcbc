import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { HeldCalls } from '../../calls/caller-data/held-calls.service.js';
import { enqueueSchedulesOf } from '../lookup/enqueue-schedules.js';
import { closingOfErased, NOTHING_LEFT, NOTHING_SHOWN, partsOf } from './contact-erasure.policy.js';
import type { ErasedBatch, LockedContact, Place } from './contact-erasure.policy.js';
import {
  CALLS_OF_CONTACTS,
  CLOSE_ERASED,
  CONTACTS_TO_ERASE,
  END_ATTEMPTS,
  ERASE_CONTACTS,
  LOCK_CAMPAIGN_OF_ERASED,
  LOCK_CONTACTS_TO_ERASE,
} from './contact-erasure.queries.js';

export interface Batch {
  readonly erasureId: string;
  readonly standIn: Buffer;
  readonly hash: Buffer;
  /** Contacts imported later are not changed. */
  readonly before: Date;
  /** The position after the previous batch. */
  readonly from: Place;
  readonly size: number;
}

/** Erases a batch of the contacts of one campaign (caller-requests 12.2 to 12.4). */
export async function eraseBatch(
  tx: UnitOfWork,
  holds: HeldCalls,
  { erasureId, standIn, hash, before, from, size }: Batch,
  now: Date,
): Promise<ErasedBatch> {
  const values = [hash, from.campaignId, from.contactId, before, size];
  const found = await tx.query<Place>(CONTACTS_TO_ERASE, values);
  if (found.length === 0) return NOTHING_LEFT;
  const { campaignId } = found[0]!;
  const batch = found.filter((it) => it.campaignId === campaignId);
  const ids = batch.map(({ contactId }) => contactId);
  const [campaign] = await tx.query<Campaign>(LOCK_CAMPAIGN_OF_ERASED, [campaignId]);
  // Before the contacts: ingest locks its calls, and then the contacts that they were made to.
  const held = await heldAmong(tx, holds, campaignId, ids);
  const locked = await tx.query<LockedContact>(LOCK_CONTACTS_TO_ERASE, [campaignId, ids, hash]);
  const { open, gone, kept, isUnderWay } = partsOf(locked, held);
  const { others, suppressed } = closingOfErased(campaign!);
  if (open.length > 0) await tx.query(CLOSE_ERASED, [campaignId, others, suppressed, now, open]);
  if (kept.length > 0) await tx.query(END_ATTEMPTS, [campaignId, kept]);
  if (gone.length > 0) {
    await tx.query(ERASE_CONTACTS, [campaignId, gone, standIn, NOTHING_SHOWN, erasureId, now]);
  }
  // The campaign may have no contact left to call.
  if (open.length > 0 && campaign!.status === 'running') await enqueueSchedulesOf(tx, [campaignId]);
  return { last: batch.at(-1)!, isUnderWay };
}

/** Contacts with a call under legal hold; holds are locked until the transaction ends. */
async function heldAmong(
  tx: StoreReader,
  holds: HeldCalls,
  campaignId: string,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = [campaignId, contactIds];
  const made = await tx.query<{ contactId: string; callId: string }>(CALLS_OF_CONTACTS, values);
  const held = await holds.lockAmong(
    tx,
    made.map(({ callId }) => callId),
  );
  return new Set(made.filter(({ callId }) => held.has(callId)).map(({ contactId }) => contactId));
}

type Campaign = Parameters<typeof closingOfErased>[0];
