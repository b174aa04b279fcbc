export const TICKET_STATUSES = ['new', 'open', 'pending', 'solved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_CATEGORIES = ['question', 'incident', 'change', 'billing', 'privacy'] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

export const COMMENT_VISIBILITIES = ['public', 'internal'] as const;
export type CommentVisibility = (typeof COMMENT_VISIBILITIES)[number];

/** The two parties of a ticket: our staff, and everyone else. */
export type TicketSide = 'staff' | 'customer';

/** The statuses of tickets that still need work. */
export const UNSOLVED: readonly TicketStatus[] = ['new', 'open', 'pending'];
