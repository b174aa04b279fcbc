import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import type { TenantKey } from '../../../core/privacy/tenant-keys.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HeldCalls } from '../../calls/caller-data/held-calls.service.js';
import { markAllDue } from '../lookup/schedule-marks.js';
import { beginOptOut } from '../lookup/suppressed-numbers.js';
import { phoneHash } from '../rules/phone.js';
import {
  CALLS_OF_CONTACTS,
  CLOSE_CONTACT_ERASURE,
  CLOSE_ERASED,
  CONTACT_ERASURE_RESULT,
  CONTACTS_TO_ERASE,
  COUNT_CONTACTS_OF,
  COUNT_UNDER_WAY,
  END_ATTEMPTS,
  ERASE_CONTACTS,
  HAS_CONTACTS,
  LOCK_CAMPAIGN_OF_ERASED,
  LOCK_CONTACT_ERASURE,
  LOCK_CONTACTS_TO_ERASE,
  OPEN_CONTACT_ERASURE,
} from './contact-erasure.queries.js';
import { closingOfErased, NOTHING_SHOWN, partsOf } from './contact-erasure.policy.js';
import type { LockedContact } from './contact-erasure.policy.js';

/** Whose contacts are erased. */
export interface ContactsToErase {
  /** Of the request that asks for it. */
  readonly erasureId: string;
  /** Of the number as contacts have them, under each matching key. */
  readonly hashes: readonly Buffer[];
  /** When it was asked for: contacts that came in later are not touched. */
  readonly before: Date;
}

/** What an erasure has come to, in contacts. */
export interface ErasedContacts {
  readonly erased: number;
  /** Called by a call that is under legal hold, and left whole. */
  readonly held: number;
}

/** How far a turn has come. `calls_under_way`: all are erased but those who are being called. */
export type ErasureProgress = 'done' | 'more' | 'calls_under_way';

/** A contact, by the order in which an erasure comes to it. */
interface Place {
  readonly campaignId: string;
  readonly contactId: string;
}

// So many contacts take some tens of milliseconds, for which the campaign waits.
const PIECE = 500;

const ZERO = '00000000-0000-0000-0000-000000000000';
const FIRST: Place = { campaignId: ZERO, contactId: ZERO };

/**
 * Removes what tells of a person from contacts of campaigns (caller-requests section 12), a piece of one campaign in each
 * transaction. It may be cut off anywhere and run again, also beside itself: a contact that is erased is no longer found.
 */
@Injectable()
export class ContactErasure {
  constructor(
    private readonly stores: TenantStores,
    private readonly calls: HeldCalls,
    private readonly clock: Clock,
  ) {}

  /** What contacts with a number are found by. @param e164 strict E.164 */
  hashesOf(keys: readonly TenantKey[], e164: string): Buffer[] {
    return keys.map((key) => phoneHash(key, e164));
  }

  /** Whether the tenant has contacts that could be those of a person. */
  async hasContacts(auth: AuthContext): Promise<boolean> {
    const [row] = await this.stores.readLong(auth, (db) => db.query<{ hasContacts: boolean }>(HAS_CONTACTS));
    return row!.hasContacts;
  }

  /** How many contacts have the number with these hashes. @throws 503 when the store does not answer in time */
  async count(auth: AuthContext, hashes: readonly Buffer[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const [row] = await this.stores.readLong(auth, (db) =>
      db.query<{ contacts: number }>(COUNT_CONTACTS_OF, [hashes]),
    );
    return row!.contacts;
  }

  /** Begins, or goes on after being cut off. @param forMs after so long no further piece is begun */
  async run(auth: AuthContext, erasure: ContactsToErase, forMs: number): Promise<ErasureProgress> {
    const until = performance.now() + forMs;
    await this.stores.transaction(auth, async (tx) => {
      // An import that began before this is committed then, and one that begins later is of later.
      await beginOptOut(tx, null);
      await tx.query(OPEN_CONTACT_ERASURE, [erasure.erasureId, erasure.before, randomBytes(32)]);
    });
    for (const hash of erasure.hashes) {
      for (let last: Place | null = FIRST; ;) {
        const from: Place = last;
        last = await this.stores.transaction(auth, (tx) => this.erasePiece(tx, erasure, hash, from));
        if (last === null) break;
        if (performance.now() >= until) return 'more';
      }
    }
    const values = [erasure.hashes, erasure.before];
    const [row] = await this.stores.readLong(auth, (db) =>
      db.query<{ contacts: number }>(COUNT_UNDER_WAY, values),
    );
    return row!.contacts > 0 ? 'calls_under_way' : 'done';
  }

  /** Null where there is no such erasure, or it is over. */
  async result(auth: AuthContext, { erasureId, hashes }: ContactsToErase): Promise<ErasedContacts | null> {
    const [row] = await this.stores.readLong(auth, (db) =>
      db.query<ErasedContacts>(CONTACT_ERASURE_RESULT, [erasureId, hashes]),
    );
    return row ?? null;
  }

  /** Ends it, once its result is recorded. @param before when it was asked for, or later */
  async close(auth: AuthContext, { erasureId, before }: Omit<ContactsToErase, 'hashes'>): Promise<void> {
    await this.stores.transaction(auth, (tx) => tx.query(CLOSE_CONTACT_ERASURE, [erasureId, before]));
  }

  /** @returns the last contact that was looked at; null: there are no more, or the erasure is over */
  private async erasePiece(
    tx: UnitOfWork,
    { erasureId, before }: ContactsToErase,
    hash: Buffer,
    from: Place,
  ): Promise<Place | null> {
    const [erasure] = await tx.query<{ standIn: Buffer }>(LOCK_CONTACT_ERASURE, [erasureId]);
    if (!erasure) return null;
    const values = [hash, from.campaignId, from.contactId, before, PIECE];
    const found = await tx.query<Place>(CONTACTS_TO_ERASE, values);
    if (found.length === 0) return null;
    const { campaignId } = found[0]!;
    const piece = found.filter((it) => it.campaignId === campaignId);
    const ids = piece.map(({ contactId }) => contactId);
    const [campaign] = await tx.query<Campaign>(LOCK_CAMPAIGN_OF_ERASED, [campaignId]);
    // Before the contacts: ingest locks its calls, and then the contacts that they were made to.
    const held = await this.heldAmong(tx, campaignId, ids);
    const locked = await tx.query<LockedContact>(LOCK_CONTACTS_TO_ERASE, [campaignId, ids, hash]);
    const { open, gone, kept } = partsOf(locked, held);
    const now = this.clock.now();
    const { others, suppressed } = closingOfErased(campaign!);
    if (open.length > 0) await tx.query(CLOSE_ERASED, [campaignId, others, suppressed, now, open]);
    if (kept.length > 0) await tx.query(END_ATTEMPTS, [campaignId, kept]);
    if (gone.length > 0) {
      await tx.query(ERASE_CONTACTS, [campaignId, gone, erasure.standIn, NOTHING_SHOWN, erasureId, now]);
    }
    // It may have nobody left to call.
    if (open.length > 0 && campaign!.status === 'running') await markAllDue(tx, [campaignId]);
    return piece.at(-1)!;
  }

  /** Those of the contacts that a call under legal hold was made to; no hold is set or cleared until the transaction is over. */
  private async heldAmong(
    tx: UnitOfWork,
    campaignId: string,
    contactIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const made = await tx.query<{ contactId: string; callId: string }>(CALLS_OF_CONTACTS, [
      campaignId,
      contactIds,
    ]);
    const held = await this.calls.lockAmong(
      tx,
      made.map(({ callId }) => callId),
    );
    return new Set(made.filter(({ callId }) => held.has(callId)).map(({ contactId }) => contactId));
  }
}

type Campaign = Parameters<typeof closingOfErased>[0];
