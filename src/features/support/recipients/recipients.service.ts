import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { MailRecipients, type ChosenRecipient } from '../../email-routing/lookup/mail-recipients.service.js';
import { RECIPIENTS, type RecipientRow } from '../lookup/recipients.queries.js';
import { TicketAccess, type ReadTicket } from '../lookup/ticket-access.service.js';
import { TicketPeople } from '../lookup/ticket-people.service.js';
import { referenceOf } from '../rules/reference.policy.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { ADD_RECIPIENT, REMOVE_RECIPIENT } from './recipients.queries.js';
import type { RecipientRequest } from './recipients.request.js';
import type { RecipientAddress, RecipientsResponse, SavedRecipient } from './recipients.response.js';

/** More recipients need a mailing list. */
const MAX_RECIPIENTS = 20;

/** The people and addresses that are notified of public comments (support section 10). */
@Injectable()
export class Recipients {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
    private readonly addresses: MailRecipients,
    private readonly people: TicketPeople,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 503 */
  async list(auth: AuthContext, ticketId: string): Promise<RecipientsResponse> {
    const rows = await this.access.read(auth, ticketId, (db) =>
      db.query<RecipientRow>(RECIPIENTS, [ticketId]),
    );
    const [named, own] = await Promise.all([
      this.people.named(
        auth,
        rows.flatMap((row) => [row.user_id, row.added_by]),
      ),
      rows.some((row) => row.address_id !== null)
        ? this.addresses.choice(auth, organisationOf(auth))
        : Promise.resolve([]),
    ]);
    return {
      items: rows.map((row) => ({
        recipient_id: row.recipient_id,
        person: row.user_id === null ? null : named(row.user_id),
        address: row.address_id === null ? null : addressOf(row.address_id, own),
        added_at_utc: row.added_at.toISOString(),
        added_by: named(row.added_by),
      })),
    };
  }

  /**
   * A person or an address that is a recipient already stays one.
   * @throws 404, 422 for a person without a role and for an address that is not verified, 409 beyond
   *   the most that a ticket has, 503
   */
  async add(
    auth: AuthContext,
    ticketId: string,
    { user_id: userId, address_id: addressId }: RecipientRequest,
    reservation: Reservation | null,
  ): Promise<SavedRecipient> {
    const reader = await this.access.read(auth, ticketId, (_db, _ticket, by) => Promise.resolve(by));
    if ((userId === undefined) === (addressId === undefined)) throw unprocessable(NEITHER_OR_BOTH);
    if (userId !== undefined) await this.people.assertHasRole(auth, 'user_id', userId);
    if (addressId !== undefined) await this.assertVerified(auth, addressId);
    return this.stores.transaction(auth, async (tx) => {
      const ticket = await this.access.hold(tx, reader, ticketId);
      const rows = await tx.query<RecipientRow>(RECIPIENTS, [ticketId]);
      const present = rows.find(
        (row) => row.user_id === (userId ?? null) && row.address_id === (addressId ?? null),
      );
      if (present) return tx.complete(reservation, { recipient_id: present.recipient_id });
      if (rows.length >= MAX_RECIPIENTS) throw new PlatformError(SUPPORT_ERRORS.tooManyRecipients);
      const recipientId = randomUUID();
      await tx.query(ADD_RECIPIENT, [
        ...[ticketId, recipientId, userId ?? null, addressId ?? null],
        ...[this.clock.now(), reader.person],
      ]);
      await audit(tx, ticket, { added: recipientId });
      return tx.complete(reservation, { recipient_id: recipientId });
    });
  }

  /** @throws 404 also for a recipient of another ticket, 503 */
  async remove(
    auth: AuthContext,
    ticketId: string,
    recipientId: string,
    reservation: Reservation | null,
  ): Promise<SavedRecipient> {
    const reader = await this.access.readerOf(auth);
    return this.stores.transaction(auth, async (tx) => {
      const ticket = await this.access.hold(tx, reader, ticketId);
      const rows = await tx.query<RecipientRow>(RECIPIENTS, [ticketId]);
      if (!rows.some((row) => row.recipient_id === recipientId)) throw notFound();
      await tx.query(REMOVE_RECIPIENT, [ticketId, recipientId]);
      await audit(tx, ticket, { removed: recipientId });
      return tx.complete(reservation, { recipient_id: recipientId });
    });
  }

  private async assertVerified(auth: AuthContext, addressId: string): Promise<void> {
    const ids = await this.metadata.read(auth, (db) => this.addresses.ids(db, organisationOf(auth)));
    if (!ids.has(addressId)) throw unprocessable(NOT_VERIFIED);
  }
}

const NEITHER_OR_BOTH = {
  loc: ['body'],
  message: 'must have either user_id or address_id',
  type: 'one_of',
};

const NOT_VERIFIED = {
  loc: ['body', 'address_id'],
  message: 'must be a verified address of your client or organisation',
  type: 'address_unknown',
};

function addressOf(id: string, own: readonly ChosenRecipient[]): RecipientAddress {
  const known = own.find(({ address_id }) => address_id === id);
  return { address_id: id, label: known?.label ?? null, email_masked: known?.email_masked ?? null };
}

const audit = (
  tx: UnitOfWork,
  { ticket_id, ticket_number: ticketNumber }: ReadTicket,
  change: Readonly<Record<string, string>>,
): Promise<void> =>
  tx.auditDone(SUPPORT_ACTIONS.recipientsChanged, {
    ticket_id,
    reference: referenceOf(ticketNumber),
    ...change,
  });
