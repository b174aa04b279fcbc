import type { CommentVisibility, TicketSide, TicketStatus } from './words.js';

/** The status of a ticket opened by this side; staff has already answered its own (support 3.2). */
export const firstStatus = (side: TicketSide): TicketStatus => (side === 'staff' ? 'pending' : 'new');

const AFTER_PUBLIC: Readonly<Record<TicketSide, Readonly<Record<TicketStatus, TicketStatus | null>>>> = {
  customer: { new: 'new', open: 'open', pending: 'open', solved: 'open', closed: null },
  staff: { new: 'pending', open: 'pending', pending: 'pending', solved: 'solved', closed: null },
};

/** The status after a comment; null: the ticket accepts no comment (support 3.2). */
export const statusAfterComment = (
  status: TicketStatus,
  side: TicketSide,
  visibility: CommentVisibility,
): TicketStatus | null => {
  const next = AFTER_PUBLIC[side][status];
  return visibility === 'public' || next === null ? next : status;
};

const MOVES: Readonly<Record<TicketSide, Readonly<Record<TicketStatus, readonly TicketStatus[]>>>> = {
  customer: { new: ['solved'], open: ['solved'], pending: ['open', 'solved'], solved: ['open'], closed: [] },
  staff: {
    new: ['open', 'pending', 'solved'],
    open: ['pending', 'solved'],
    pending: ['open', 'solved'],
    solved: ['open'],
    closed: [],
  },
};

/** Whether a side may set this status; the current one is not a change (support 3.3). */
export const mayMove = (from: TicketStatus, side: TicketSide, to: TicketStatus): boolean =>
  from !== 'closed' && (from === to || MOVES[side][from].includes(to));

/** The worker closes a ticket that has stayed solved for this long (support 3.4). */
export const CLOSES_AFTER_MS = 7 * 24 * 3_600_000;
