/** The state of a caller's consent at an instant. */
export const CONSENT_STATES = ['current', 'expired', 'withdrawn', 'declined', 'not_obtained'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** A consent in the columns of a call. */
export interface StoredConsent {
  readonly status: string;
  readonly obtainedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly withdrawnAt: Date | null;
}

/** The earlier of two ends; null means no end. */
export const earliest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/**
 * The current state of a consent (calls 14.5). A consent with contradicting parts is not current: a
 * withdrawal counts regardless of the status and its date, and one that is still to be obtained
 * does not count as consent. It ends at the instant at which it expires.
 */
export function consentState(consent: StoredConsent, now: Date): ConsentState {
  if (consent.status === 'declined') return 'declined';
  if (consent.status === 'withdrawn' || consent.withdrawnAt !== null) return 'withdrawn';
  const isObtained =
    consent.status === 'obtained' && consent.obtainedAt !== null && consent.obtainedAt <= now;
  if (!isObtained) return 'not_obtained';
  return consent.expiresAt !== null && consent.expiresAt <= now ? 'expired' : 'current';
}
