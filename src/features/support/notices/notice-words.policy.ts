import type { MailLanguage, NoticeText } from '../../../core/mail/notice-kind.js';
import type { TicketStatus } from '../rules/words.js';

const WORDS = {
  en: {
    answered: 'Our staff answered your support ticket',
    commented: 'There is a new comment in the support ticket',
    status: 'The status of your support ticket changed',
    open: 'Open the ticket',
    now: 'Status',
    statuses: { new: 'new', open: 'open', pending: 'waits for you', solved: 'solved', closed: 'closed' },
    reopen: 'If something is missing, write a comment within seven days.',
  },
  de: {
    answered: 'Wir haben Ihr Support-Ticket beantwortet',
    commented: 'Es gibt einen neuen Kommentar im Support-Ticket',
    status: 'Der Status Ihres Support-Tickets hat sich geändert',
    open: 'Ticket öffnen',
    now: 'Status',
    statuses: {
      new: 'neu',
      open: 'offen',
      pending: 'wartet auf Sie',
      solved: 'gelöst',
      closed: 'geschlossen',
    },
    reopen: 'Wenn etwas fehlt, schreiben Sie innerhalb von sieben Tagen einen Kommentar.',
  },
} as const;

/** The text of a notice about a ticket, without its subject and comments (support 4.1). */
export function noticeText(
  {
    what,
    reference,
    status,
    ticket_id: ticketId,
  }: {
    readonly what: 'answered' | 'commented' | 'status';
    readonly reference: string;
    readonly status: TicketStatus;
    readonly ticket_id: string;
  },
  language: MailLanguage,
): NoticeText {
  const words = WORDS[language];
  return {
    title: `${words[what]}: ${reference}`,
    lines: [
      `${words.now}: ${words.statuses[status]}`,
      ...(what === 'status' && status === 'solved' ? [words.reopen] : []),
    ],
    button: { label: words.open, path: `/support/${encodeURIComponent(ticketId)}` },
  };
}
