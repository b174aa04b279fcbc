import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { RECIPIENTS, type RecipientRow } from '../lookup/recipients.queries.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import type { TicketStatus } from '../rules/words.js';
import { MailExcerpts } from './mail-excerpts.service.js';
import { noticeText } from './notice-words.policy.js';

export interface AddressNoticeFacts {
  readonly ticket_id: string;
  readonly reference: string;
  readonly status: TicketStatus;
  readonly recipient_id: string;
  /** Absent in notices of earlier versions. */
  readonly comment_id?: string;
}

/** Notifies an address that is a recipient of public comments (support 10.3). */
@ContributesNotice()
export class AddressNotice implements NoticeKind<AddressNoticeFacts> {
  readonly name = 'support_comment';

  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly excerpts: MailExcerpts,
  ) {}

  topicOf(): null {
    return null;
  }

  text(facts: AddressNoticeFacts, language: MailLanguage): NoticeText {
    return noticeText({ ...facts, what: 'commented' }, language);
  }

  linesOfMail(
    tenant: Tenant,
    { comment_id: commentId }: AddressNoticeFacts,
    language: MailLanguage,
  ): Promise<readonly string[]> {
    return this.excerpts.lines(tenant, commentId, language);
  }

  /**
   * The person who manages the address must see the ticket, and the address must still be a
   * recipient.
   */
  mayRead(person: AuthContext): Promise<(facts: AddressNoticeFacts) => Promise<boolean>> {
    return Promise.resolve(async ({ ticket_id: ticketId, recipient_id: recipientId }) => {
      if (!(await this.access.sees(person, ticketId))) return false;
      const rows = await this.stores.read<RecipientRow>(person, { ...RECIPIENTS, values: [ticketId] });
      return rows.some((row) => row.recipient_id === recipientId);
    });
  }
}
