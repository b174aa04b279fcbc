import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallerCalls } from '../../calls/caller-data/caller-calls.service.js';
import { CallerErasure } from '../../calls/caller-data/caller-erasure.service.js';
import { ContactErasure } from '../../campaigns/erasure/contact-erasure.service.js';
import type { ErasureProgress } from '../../campaigns/erasure/contact-erasure.service.js';
import { FileCallerData } from '../../support/attachments/caller-data/file-caller-data.service.js';
import { SupportCallerData } from '../../support/caller-data/support-caller-data.service.js';
import type { ErasureResult } from '../rules/erasure-result.js';
import type { FoundData } from './search-result.policy.js';

export interface PersonQuery {
  /** Hashes of the number, computed as for calls; empty for a manual identifier. */
  readonly hashes: readonly Buffer[];
  /** The same for contacts; empty for a request from before these were stored. */
  readonly contactHashes: readonly Buffer[];
}

export interface PersonErasure extends PersonQuery {
  readonly requestId: string;
  /** Erases the data that existed at this instant. */
  readonly askedAt: Date;
}

/**
 * Everything that the stores of a tenant contain about one person: calls, contacts of campaigns, and
 * texts and files of support tickets (caller-requests sections 10 to 12).
 */
@Injectable()
export class CallerData {
  constructor(
    private readonly callsOf: CallerCalls,
    private readonly calls: CallerErasure,
    private readonly contacts: ContactErasure,
    private readonly tickets: SupportCallerData,
    private readonly files: FileCallerData,
  ) {}

  /** @throws 503 when the store does not answer in time */
  async count(auth: AuthContext, person: PersonQuery): Promise<FoundData> {
    const calls = await this.callsOf.count(auth, person.hashes);
    if (!(await this.leadsToContacts(auth, person))) return { calls, contacts: null };
    return { calls, contacts: await this.contacts.count(auth, person.contactHashes) };
  }

  /**
   * Erases the data, or continues after a crash. @param forMs milliseconds after which no further
   * batch begins
   */
  async erase(auth: AuthContext, person: PersonErasure, forMs: number): Promise<ErasureProgress> {
    const until = performance.now() + forMs;
    const { requestId: erasureId, askedAt: before, hashes, contactHashes } = person;
    // First, because it records the erasure: files that are scanned from now on know of it.
    const isDone = await this.calls.run(auth, { erasureId, hashes, before }, forMs);
    if (!isDone) return 'more';
    await this.tickets.erase(auth, hashes, before);
    await this.files.erase(auth, hashes, before);
    if (contactHashes.length === 0) return 'done';
    return this.contacts.run(auth, { erasureId, hashes: contactHashes, before }, until - performance.now());
  }

  /** Null if another worker has already recorded the result. */
  async result(auth: AuthContext, person: PersonErasure): Promise<ErasureResult | null> {
    const { requestId: erasureId, askedAt: before, hashes, contactHashes } = person;
    const calls = await this.calls.result(auth, { erasureId, hashes, before });
    if (calls === null) return null;
    if (contactHashes.length > 0) {
      const contacts = await this.contacts.result(auth, { erasureId, hashes: contactHashes, before });
      return contacts && { calls, contacts };
    }
    const isReached = await this.leadsToContacts(auth, person);
    return { calls, contacts: isReached ? { erased: 0, held: 0 } : null };
  }

  /**
   * Ends an erasure once its result is recorded.
   * @param before the time of its request, or later
   */
  async close(auth: AuthContext, erasureId: string, before: Date): Promise<void> {
    await this.contacts.close(auth, { erasureId, before });
    await this.calls.close(auth, { erasureId, before });
  }

  /** Whether contacts could be searched; without contacts in the tenant, no hashes are needed. */
  private async leadsToContacts(auth: AuthContext, { contactHashes }: PersonQuery): Promise<boolean> {
    return contactHashes.length > 0 || !(await this.contacts.hasContacts(auth));
  }
}
