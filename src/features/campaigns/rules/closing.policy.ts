import type { ContactStatus } from './statuses.js';

/**
 * The most contacts changed in the same transaction as their cause: a busy store takes a second or
 * two for them, of the fifteen that a write may take. Further ones are changed afterwards, in
 * batches of this size.
 */
export const AT_ONCE = 5_000;

/** Contacts that the end of their campaign closes; a call in progress ends first. */
export const OPEN_STATUSES = ['pending', 'pending_dispatch', 'queued', 'retry_scheduled'] as const;

const isOpen = (status: string): boolean => (OPEN_STATUSES as readonly string[]).includes(status);

/**
 * The status of an open contact when its campaign ends: for one that could have been called, and
 * for one whose number is suppressed.
 */
export interface Closing {
  readonly others: ContactStatus;
  readonly suppressed: ContactStatus;
}

const CLOSINGS: Readonly<Record<string, Closing>> = {
  cancelled: { others: 'cancelled', suppressed: 'cancelled' },
  completed: { others: 'expired', suppressed: 'suppressed' },
};

/**
 * How open contacts are closed in the new status (campaigns 9.4, 9.6, 9.7); null: they stay open.
 */
export const closingOf = (campaignStatus: string): Closing | null => CLOSINGS[campaignStatus] ?? null;

/** The fields of a contact that the end of its campaign changes. */
interface Closable {
  readonly status: string;
  readonly reason: string | null;
}

/** A contact of an ended campaign, closed or about to be. */
export function closed(campaignStatus: string, contact: Closable): Closable {
  const closing = closingOf(campaignStatus);
  if (closing === null || !isOpen(contact.status)) return contact;
  return contact.reason === 'dnc'
    ? { status: closing.suppressed, reason: 'dnc' }
    : { status: closing.others, reason: 'campaign_closed' };
}
