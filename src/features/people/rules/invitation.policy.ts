import { createHmac, randomBytes } from 'node:crypto';

/** A week, as in other portals: longer than a short holiday. */
export const VALID_DAYS = 7;

/** A mail takes minutes, and a second one would invalidate its link (people 3.6). */
const RESEND_AFTER_SECONDS = 300;

// 256 bits: no number of requests is enough to guess one.
const TOKEN_BYTES = 32;

export const INVITATION_STATES = ['pending', 'accepted', 'expired', 'withdrawn'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** The dates that decide the state of an invitation. */
export interface InvitationDates {
  readonly accepted_at: Date | null;
  readonly withdrawn_at: Date | null;
  readonly expires_at: Date;
}

/** people 3.2 */
export function invitationState(dates: InvitationDates, now: Date): InvitationState {
  if (dates.accepted_at !== null) return 'accepted';
  if (dates.withdrawn_at !== null) return 'withdrawn';
  return dates.expires_at <= now ? 'expired' : 'pending';
}

/** Seconds until an invitation may be sent again; 0: now. */
export const secondsUntilResend = (sentAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((sentAt.getTime() - now.getTime()) / 1000) + RESEND_AFTER_SECONDS);

/** The token in the link of a mail: 43 characters of base64url (people 3.3). */
export const newInvitationToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The stored hash of a token.
 * @param pepper the server's secret
 */
export const hashInvitationToken = (pepper: Buffer, token: string): Buffer =>
  // No API key begins like this, so the two kinds of hashes never match each other.
  createHmac('sha256', pepper).update(`invitation\0${token}`).digest();
