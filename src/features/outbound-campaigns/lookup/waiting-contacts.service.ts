import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { WAITING_CONTACTS } from './waiting-contacts.queries.js';

/** Contacts of a project that wait for a slot. */
interface WaitingOfProject {
  readonly project_id: string;
  readonly contacts: number;
}

/** What other features ask of campaigns that run: how much they have still to do. */
@Injectable()
export class WaitingContacts {
  /**
   * Contacts of running campaigns that may be called and have not been handed out yet, of projects that have any (capacity 5.3).
   * Those whose next attempt has its time are not among them.
   * @param db the tenant's store, in the transaction that the answer is to agree with
   */
  byProject(db: StoreReader): Promise<readonly WaitingOfProject[]> {
    return db.query<WaitingOfProject>(WAITING_CONTACTS);
  }
}
