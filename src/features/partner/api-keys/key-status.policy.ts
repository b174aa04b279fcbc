/** The states of a key (partner 3.2). */
export const API_KEY_STATUSES = ['active', 'grace', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/**
 * The instants that decide the status; each is the first moment at which the key no longer works.
 */
export interface KeyTimes {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Set if the key was rotated and works until the end of its grace period. */
  readonly graceExpiresAt: Date | null;
}

/**
 * Only `active` and `grace` keys are accepted. A person's decision takes precedence over time: a
 * revoked key stays `revoked`, and one whose grace period has ended is `expired`.
 */
export function keyStatus({ revokedAt, expiresAt, graceExpiresAt }: KeyTimes, now: Date): ApiKeyStatus {
  if (revokedAt !== null) return 'revoked';
  if ([expiresAt, graceExpiresAt].some((end) => end !== null && end <= now)) return 'expired';
  return graceExpiresAt === null ? 'active' : 'grace';
}
