import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import type { TicketStatus } from '../rules/words.js';
import { MailExcerpts } from './mail-excerpts.service.js';
import { noticeText } from './notice-words.policy.js';

export interface TicketNoticeFacts {
  readonly what: 'answered' | 'commented' | 'status';
  readonly ticket_id: string;
  readonly reference: string;
  readonly status: TicketStatus;
  /** The people to notify, if they still see the ticket. */
  readonly readers: readonly string[];
  /** Absent for a change of status, and in notices of earlier versions. */
  readonly comment_id?: string;
}

/** Notifies people of public comments and of a ticket's status (support 6.3, 10.3). */
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

  constructor(
    private readonly access: TicketAccess,
    private readonly excerpts: MailExcerpts,
  ) {}

  topicOf(): string {
    return 'support';
  }

  text(facts: TicketNoticeFacts, language: MailLanguage): NoticeText {
    return noticeText(facts, language);
  }

  linesOfMail(
    tenant: Tenant,
    { comment_id: commentId }: TicketNoticeFacts,
    language: MailLanguage,
  ): Promise<readonly string[]> {
    return this.excerpts.lines(tenant, commentId, language);
  }

  mayRead(person: AuthContext): Promise<(facts: TicketNoticeFacts) => boolean | Promise<boolean>> {
    const { id } = person.principal;
    /** A ticket has many notices. */
    const asked = new Map<string, Promise<boolean>>();
    return Promise.resolve(({ readers, ticket_id: ticketId }) => {
      if (!readers.includes(id)) return false;
      const sees = asked.get(ticketId) ?? this.access.sees(person, ticketId);
      asked.set(ticketId, sees);
      return sees;
    });
  }
}
