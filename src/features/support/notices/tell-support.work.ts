import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { RECIPIENTS, type RecipientRow } from '../lookup/recipients.queries.js';
import { referenceOf } from '../rules/reference.policy.js';
import { TELL_SUPPORT, type TellSupport } from '../rules/tell-support.js';
import { toldOfComment } from '../rules/texts/told.policy.js';
import type { TicketStatus } from '../rules/words.js';
import { AddressNotice } from './address-notice.js';
import { TICKET_OF_NOTICE } from './notices.queries.js';
import { TicketNotice, type TicketNoticeFacts } from './ticket-notice.js';

interface ToldTicket {
  readonly ticket_number: number;
  readonly status: TicketStatus;
  readonly requester: string;
  readonly assignee: string | null;
}

/**
 * Sends notices of comments and statuses. Tickets are in the tenant's store and notices are not, so
 * one transaction cannot write both.
 */
@HandlesWork()
export class TellSupportHandler implements WorkHandler<TellSupport> {
  readonly kind = TELL_SUPPORT;

  constructor(
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
    private readonly notices: Notices,
    private readonly ofPeople: TicketNotice,
    private readonly ofAddresses: AddressNotice,
  ) {}

  async work(lease: WorkLease<TellSupport>): Promise<void> {
    for (const { payload } of lease.items) {
      const { ticketId } = payload;
      const { ticket, recipients } = await this.stores.read(lease.auth, async (db) => ({
        ticket: (await db.query<ToldTicket>(TICKET_OF_NOTICE, [ticketId]))[0],
        recipients: await db.query<RecipientRow>(RECIPIENTS, [ticketId]),
      }));
      // Retention has removed the ticket.
      if (!ticket) continue;
      await this.metadata.transaction(lease.auth, (tx) =>
        this.tell(tx, lease.auth, payload, ticket, recipients),
      );
    }
  }

  private async tell(
    tx: UnitOfWork,
    tenant: Tenant,
    told: TellSupport,
    ticket: ToldTicket,
    recipients: readonly RecipientRow[],
  ): Promise<void> {
    const facts = {
      ticket_id: told.ticketId,
      reference: referenceOf(ticket.ticket_number),
      status: told.what === 'status' ? told.status : ticket.status,
      ...(told.what === 'comment' && { comment_id: told.commentId }),
    };
    const tell = async (
      what: TicketNoticeFacts['what'],
      period: string,
      readers: readonly string[],
    ): Promise<void> => {
      if (readers.length === 0) return;
      const notice = { tenant, kind: this.ofPeople, subject: told.ticketId, period };
      await this.notices.tell(tx, { ...notice, facts: { ...facts, what, readers } });
    };
    if (told.what === 'status')
      return tell(
        'status',
        `status ${told.revision}`,
        [ticket.requester].filter((id) => id !== told.by),
      );
    const people = { ...ticket, recipients: recipients.flatMap(({ user_id: id }) => id ?? []) };
    const { answered, commented } = toldOfComment(people, told.by, told.isAnswer);
    await tell('answered', `answer ${told.commentId}`, answered);
    await tell('commented', `comment ${told.commentId}`, commented);
    for (const { address_id: addressId, recipient_id } of recipients)
      if (addressId !== null)
        await this.notices.tell(tx, {
          tenant,
          kind: this.ofAddresses,
          subject: told.ticketId,
          period: `comment ${told.commentId}`,
          facts: { ...facts, recipient_id },
          addressIds: [addressId],
        });
  }
}
