import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import type { TicketStatus } from '../rules/words.js';
import { noticeText } from './notice-words.policy.js';

export interface TicketNoticeFacts {
  readonly what: 'answered' | 'commented' | 'status';
  readonly ticket_id: string;
  readonly reference: string;
  readonly status: TicketStatus;
  /** The people who are told, as far as they still see the ticket. */
  readonly readers: readonly string[];
}

/** Tells people of public comments and of the status of a ticket (support 6.3, 10.3). */
@ContributesNotice()
export class TicketNotice implements NoticeKind<TicketNoticeFacts> {
  readonly name = 'support_ticket';
  readonly examples: readonly TicketNoticeFacts[] = (['answered', 'commented', 'status'] as const).map(
    (what) => ({
      what,
      ticket_id: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11',
      reference: 'SUP-0001',
      status: what === 'status' ? 'solved' : 'pending',
      readers: [],
    }),
  );

  constructor(private readonly access: TicketAccess) {}

  topicOf(): string {
    return 'support';
  }

  text(facts: TicketNoticeFacts, language: MailLanguage): NoticeText {
    return noticeText(facts, language);
  }

  mayRead(person: AuthContext): Promise<(facts: TicketNoticeFacts) => boolean | Promise<boolean>> {
    const { id } = person.principal;
    return Promise.resolve(
      ({ readers, ticket_id: ticketId }) => readers.includes(id) && this.access.sees(person, ticketId),
    );
  }
}
