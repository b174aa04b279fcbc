import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HeldCalls } from '../../calls/caller-data/held-calls.service.js';
import { beginOptOut } from '../lookup/suppressed-numbers.js';
import { phoneHashes } from '../rules/phone.js';
import { FIRST, NOTHING_LEFT, type ErasedBatch, type Place } from './contact-erasure.policy.js';
import {
  CLOSE_CONTACT_ERASURE,
  CONTACT_ERASURE_RESULT,
  COUNT_CONTACTS_OF,
  HAS_CONTACTS,
  LOCK_CONTACT_ERASURE,
  OPEN_CONTACT_ERASURE,
} from './contact-erasure.queries.js';
import { eraseBatch } from './contact-batches.js';
import { eraseSingleBatch } from './single-batches.js';

/** The person whose contacts are erased. */
export interface ContactsToErase {
  /** Id of the caller request that requested the erasure. */
  readonly erasureId: string;
  /** Hashes of the number, computed as for contacts, one for each matching key. */
  readonly hashes: readonly Buffer[];
  /** When it was requested: later contacts are not affected. */
  readonly before: Date;
}

export interface ErasedContacts {
  readonly erased: number;
  /** Kept because of a call under legal hold. */
  readonly held: number;
}

/** The progress of a run. `calls_under_way`: all contacts are erased except those in a call. */
export type ErasureProgress = 'done' | 'more' | 'calls_under_way';

// This many contacts take some tens of milliseconds, during which the campaign waits.
const BATCH = 500;

/**
 * Erases a person's data from contacts of campaigns (caller-requests section 12), a batch of one
 * campaign per transaction. It may be interrupted anywhere and run again, even concurrently: an
 * erased contact is no longer found.
 */
@Injectable()
export class ContactErasure {
  constructor(
    private readonly stores: TenantStores,
    private readonly calls: HeldCalls,
    private readonly clock: Clock,
  ) {}

  /**
   * Hashes that find the contacts with a number.
   * @param e164 strict E.164
   */
  hashesOf(keys: readonly TenantKey[], e164: string): Buffer[] {
    return phoneHashes(keys, e164);
  }

  /** Whether the tenant has contacts at all, so that the person may be among them. */
  async hasContacts(auth: AuthContext): Promise<boolean> {
    const [row] = await this.stores.read<{ hasContacts: boolean }>(auth, HAS_CONTACTS, { isLong: true });
    return row!.hasContacts;
  }

  /**
   * How many contacts have the number with these hashes. @throws 503 when the store does not answer
   * in time
   */
  async count(auth: AuthContext, hashes: readonly Buffer[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const [row] = await this.stores.read<{ contacts: number }>(
      auth,
      { ...COUNT_CONTACTS_OF, values: [hashes] },
      { isLong: true },
    );
    return row!.contacts;
  }

  /**
   * Begins an erasure, or continues it after a crash. @param forMs after this time no further batch
   * begins
   */
  async run(auth: AuthContext, erasure: ContactsToErase, forMs: number): Promise<ErasureProgress> {
    const until = performance.now() + forMs;
    await this.stores.transaction(auth, async (tx) => {
      // An import that began before this has committed by now, and the contacts of a later one were
      // added later.
      await beginOptOut(tx, null);
      await tx.query(OPEN_CONTACT_ERASURE, [erasure.erasureId, erasure.before, randomBytes(32)]);
    });
    let isUnderWay = false;
    for (const hash of erasure.hashes) {
      for (const erase of [eraseBatch, eraseSingleBatch]) {
        for (let last: Place | null = FIRST; ;) {
          const from: Place = last;
          const batch = await this.stores.transaction(auth, (tx) =>
            this.inBatch(tx, erasure, hash, from, erase),
          );
          // Decided by their state when they were skipped: a contact whose call has ended since
          // then is left for the next run.
          isUnderWay ||= batch.isUnderWay;
          last = batch.last;
          if (last === null) break;
          if (performance.now() >= until) return 'more';
        }
      }
    }
    return isUnderWay ? 'calls_under_way' : 'done';
  }

  /** Null if there is no such erasure, or it has ended. */
  async result(auth: AuthContext, { erasureId, hashes }: ContactsToErase): Promise<ErasedContacts | null> {
    const [row] = await this.stores.read<ErasedContacts>(
      auth,
      { ...CONTACT_ERASURE_RESULT, values: [erasureId, hashes] },
      { isLong: true },
    );
    return row ?? null;
  }

  /**
   * Deletes the record of an erasure whose result is stored, unless it was requested again.
   * @param before the last request to which the result applies
   */
  async close(auth: AuthContext, { erasureId, before }: Omit<ContactsToErase, 'hashes'>): Promise<void> {
    await this.stores.transaction(auth, (tx) => tx.query(CLOSE_CONTACT_ERASURE, [erasureId, before]));
  }

  private async inBatch(
    tx: UnitOfWork,
    { erasureId, before }: ContactsToErase,
    hash: Buffer,
    from: Place,
    erase: typeof eraseBatch,
  ): Promise<ErasedBatch> {
    const [erasure] = await tx.query<{ standIn: Buffer }>(LOCK_CONTACT_ERASURE, [erasureId]);
    if (!erasure) return NOTHING_LEFT;
    const batch = { erasureId, standIn: erasure.standIn, hash, before, from, size: BATCH };
    return erase(tx, this.calls, batch, this.clock.now());
  }
}
