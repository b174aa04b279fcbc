import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

export const MOST_GROUP_ROLES = 200;

/** The longest overlap of two tokens of one directory, as for API keys. */
export const MAX_GRACE_SECONDS = 604_800;

/** The most tokens that are valid at the same time. */
export const MOST_TOKENS = 5;

const LIFETIME_DAYS = 365;

export const TOKEN_STATUSES = ['active', 'grace', 'expired', 'revoked'] as const;
export type TokenStatus = (typeof TOKEN_STATUSES)[number];

export const endOfToken = (now: Date): Date => new Date(now.getTime() + LIFETIME_DAYS * DAY_MS);

interface TokenTimes {
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly replaced_by: string | null;
}

export function tokenStatus(
  { expires_at: end, revoked_at: revoked, replaced_by: heir }: TokenTimes,
  now: Date,
): TokenStatus {
  if (revoked !== null) return 'revoked';
  if (end <= now) return 'expired';
  return heir === null ? 'active' : 'grace';
}

export const counts = (status: TokenStatus): boolean => status === 'active' || status === 'grace';
