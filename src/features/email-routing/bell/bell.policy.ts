import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/** More than a person reads through; the bell shows 99+. */
export const MOST_UNREAD = 100;

/** A person who is new is not met by a quarter of unread notices. */
const UNREAD_AT_FIRST_MS = 7 * DAY_MS;

/** Notices after this instant are unread (email-routing 7.5). @param mark null: the person has set none */
export const unreadAfter = (mark: Date | null, now: Date): Date =>
  mark ?? new Date(now.getTime() - UNREAD_AT_FIRST_MS);
