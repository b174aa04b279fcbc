import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { ProvisionedPeople } from '../../people/provisioning/provisioned-people.service.js';
import { DIRECTORY_ACTIONS } from '../directory.audit.js';
import { DirectoryLinkEnded } from '../directory.events.js';
import { LOCK_DIRECTORY } from '../lookup/directory.queries.js';
import { StoredUsers } from '../lookup/stored-users.service.js';
import { readUser } from '../rules/user-attributes.policy.js';
import type { LinkedPersonResponse } from '../rules/linked-person.response.js';
import { LINK_PERSON, UNLINK_PERSON } from './links.queries.js';
import type { LinkRequest } from './links.request.js';

/**
 * Links of people, through which the directory governs people whom it did not create (directory
 * 4.3).
 */
@Injectable()
export class LinksService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly people: ProvisionedPeople,
    private readonly stored: StoredUsers,
    private readonly sealed: SealedValues,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for a person without an active role of the customer, 409 if the person or the name is taken */
  link(
    auth: AuthContext,
    { user_id: userId, user_name: userName }: LinkRequest,
    reservation: Reservation,
  ): Promise<LinkedPersonResponse> {
    return this.change(auth, async (tx) => {
      if (!(await this.people.isOfCustomer(tx, userId))) throw notFound();
      const values = await this.stored.valuesOf(auth, userId, readUser(new Map([['userName', userName]])));
      const rows = await tx.query<LinkedPersonResponse>(LINK_PERSON, [userId, ...values, this.clock.now()]);
      const [linked] = rows;
      if (!linked) {
        const message =
          'The directory already governs this person, or another person with this user_name. Read the people of the directory again.';
        throw new PlatformError(CATALOGUE.conflict, { message });
      }
      await tx.auditDone(DIRECTORY_ACTIONS.linked, { user_id: userId });
      return tx.complete(reservation, linked);
    });
  }

  /** The directory no longer governs the person, who keeps the role. @throws 404 */
  unlink(auth: AuthContext, userId: string, reservation: Reservation | null): Promise<LinkedPersonResponse> {
    if (!isGivenId(userId)) throw notFound();
    return this.change(auth, async (tx) => {
      const [unlinked] = await tx.query<LinkedPersonResponse>(UNLINK_PERSON, [userId]);
      if (!unlinked) throw notFound();
      await this.events.publish(tx, new DirectoryLinkEnded(userId));
      await tx.auditDone(DIRECTORY_ACTIONS.unlinked, { user_id: userId });
      return tx.complete(reservation, unlinked);
    });
  }

  private async change<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_DIRECTORY);
        return work(tx);
      },
      { serializeBy: 'people' },
    );
  }
}
