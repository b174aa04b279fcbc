import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/** More than a person reads; the bell shows 99+. */
export const MOST_UNREAD = 100;

/** A new person should not start with three months of unread notices. */
const UNREAD_AT_FIRST_MS = 7 * DAY_MS;

/**
 * Notices after this instant are unread (email-routing 7.5). @param mark null: the person has no
 * mark yet
 */
export const unreadAfter = (mark: Date | null, now: Date): Date =>
  mark ?? new Date(now.getTime() - UNREAD_AT_FIRST_MS);
