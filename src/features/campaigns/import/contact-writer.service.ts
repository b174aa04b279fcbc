import { Injectable } from '@nestjs/common';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { suppressedAmong } from '../lookup/suppressed-numbers.js';
import { lastingReason } from '../rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '../rules/eligibility/facts-of.js';
import type { AddedContact, SealedContact, SealedUpdate } from './sealed-contact.js';
import {
  FREE_NUMBERS,
  INSERT_CONTACTS,
  insertedValues,
  LOCK_CONTACTS,
  NUMBER_HOLDERS,
  UPDATE_CONTACTS,
  updatedValues,
} from './import.queries.js';
import type { LockedContact, WrittenContact } from './import.queries.js';
import { repeatedNumbers, type IncomingNumber, type NumberOwner } from './repeated-numbers.policy.js';
import { isUpdatable } from './importable.policy.js';
import { newColumns, updatedColumns, withoutRegistry } from '../contact-rows/stored-columns.policy.js';
import type { StoredColumns } from '../contact-rows/stored-columns.policy.js';

/** Thrown when a contact has changed since it was read, so that the import starts again. */
export class ContactsChangedError extends Error {}

// pg serialises one statement without yielding to the event loop: 500 contacts of a dozen columns
// take 3 ms.
const CHUNK = 500;

interface PreparedImport {
  readonly added: readonly AddedContact[];
  readonly updated: readonly SealedUpdate[];
}

@Injectable()
export class ContactWriter {
  /**
   * Which of the contacts have a number that the campaign calls for another contact (campaigns
   * 4.17).
   * @returns their ids
   */
  async repeated(
    db: StoreReader,
    { campaignId, allowRepeatedNumbers }: CampaignEntity,
    incoming: readonly IncomingNumber[],
  ): Promise<ReadonlySet<string>> {
    if (allowRepeatedNumbers || incoming.length === 0) return new Set();
    const hashes = incoming.flatMap(({ phoneHashes }) => phoneHashes);
    const holders = await db.query<NumberOwner>(NUMBER_HOLDERS, [campaignId, hashes]);
    return repeatedNumbers(incoming, holders);
  }

  /**
   * Writes contacts of a locked campaign, in a transaction that blocks opt-outs.
   * @returns how many of them have a number that the campaign calls for another contact
   * @throws ContactsChangedError if earlier reads are out of date
   */
  async write(
    tx: UnitOfWork,
    campaign: CampaignEntity,
    { added, updated }: PreparedImport,
    now: Date,
  ): Promise<number> {
    const hashes = [...added, ...updated].flatMap(({ phoneHashes }) => phoneHashes);
    const suppressed = await suppressedAmong(tx, campaign.projectId, hashes);
    const facts = campaignFacts(campaign);
    const written = (sealed: SealedContact, from: StoredColumns): WrittenContact => {
      const columns = { ...from, repeatsNumber: repeated.has(sealed.contactId) };
      const isSuppressed =
        suppressed.size > 0 && sealed.phoneHashes.some((it) => suppressed.has(it.toString('hex')));
      return { sealed, columns, reason: lastingReason(contactFacts(columns, isSuppressed), facts, now) };
    };
    const changes = await lockedUpdates(tx, campaign, updated);
    const incoming = [...changes.map(({ sealed }) => sealed), ...added];
    const repeated = await this.repeated(tx, campaign, incoming);
    await inChunks(
      changes,
      ({ sealed, locked }) => {
        const stored = hasNumber(sealed, locked) ? locked : withoutRegistry(locked);
        return written(sealed, updatedColumns(stored, sealed.draft, sealed.consentEvidence));
      },
      (rows) => {
        const values = [campaign.campaignId, keyOf(rows), now, ...updatedValues(rows)];
        return () => tx.query(UPDATE_CONTACTS, values);
      },
    );
    await inChunks(
      added,
      (contact) => {
        const sealed = { ...contact, ...contact.seal() };
        return written(sealed, newColumns(sealed.draft, sealed.consentEvidence));
      },
      (rows) => {
        const values = [campaign.campaignId, keyOf(rows), now, ...insertedValues(rows)];
        return async () => {
          const [counted] = await tx.query<{ added: number }>(INSERT_CONTACTS, values);
          if (counted?.added !== rows.length) throw new ContactsChangedError();
        };
      },
    );
    const left = changes.filter(({ sealed, locked }) => !hasNumber(sealed, locked));
    if (left.length > 0) {
      await tx.query(FREE_NUMBERS, [campaign.campaignId, left.map(({ locked }) => locked.phoneHash)]);
    }
    return repeated.size;
  }
}

const hasNumber = ({ phoneHashes }: SealedContact, { phoneHash }: LockedContact): boolean =>
  phoneHashes.some((it) => it.equals(phoneHash));

/** The contacts that may still be updated, locked, in their current state. */
async function lockedUpdates(
  tx: UnitOfWork,
  { campaignId }: CampaignEntity,
  updated: readonly SealedUpdate[],
): Promise<{ sealed: SealedUpdate; locked: LockedContact }[]> {
  if (updated.length === 0) return [];
  const ids = updated.map(({ contactId }) => contactId);
  const rows = await tx.query<LockedContact>(LOCK_CONTACTS, [campaignId, ids]);
  const locked = new Map(rows.map((row) => [row.contactId, row]));
  return updated.flatMap((sealed) => {
    const row = locked.get(sealed.contactId);
    if (!row || !isSameContent(row.personalizationHash, sealed.known.personalization_hash)) {
      throw new ContactsChangedError();
    }
    return isUpdatable(row.status, row.notCallableReason) ? [{ sealed, locked: row }] : [];
  });
}

const isSameContent = (now: Buffer | null, read: Buffer | null): boolean =>
  now === null || read === null ? now === read : now.equals(read);

/**
 * Builds chunks of rows and writes them, one after the other; each is built while the store works
 * on the previous one.
 */
async function inChunks<T>(
  items: readonly T[],
  make: (item: T) => WrittenContact,
  prepare: (chunk: readonly WrittenContact[]) => () => Promise<unknown>,
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < items.length; start += CHUNK) {
    const write = prepare(await mapCooperatively(items.slice(start, start + CHUNK), make));
    await writing;
    writing = write();
    // Awaited after the next chunk; until then nothing else would handle its failure.
    writing.catch(() => undefined);
  }
  await writing;
}

/** One key hashes all rows of an import. */
const keyOf = ([first]: readonly WrittenContact[]): string => first!.sealed.phone.phoneHashKeyId;
