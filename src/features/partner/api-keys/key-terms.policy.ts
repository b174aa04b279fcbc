import type { AuthContext, Scope } from '../../../core/auth/auth-context.js';
import { SCOPES } from '../../../core/auth/auth-context.js';
import { PARTNER_READERS } from '../../../core/auth/scopes.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import type { ApiKeyStatus } from './key-status.policy.js';

/** Long enough for every contract with a partner; who wants a key for ever leaves the expiry out. */
export const MAX_LIFETIME_YEARS = 5;

/** A week: the longest that two secrets of one integration should work side by side (D6 of the decisions). */
export const MAX_GRACE_SECONDS = 604_800;

/**
 * The scopes of the keys somebody sees and manages. Partners: their own two. Keys of the voice runtime, of support or
 * of the client's staff are none of their business. Operators: all.
 */
export const managedScopes = (scope: AuthContext['scope']): readonly Scope[] =>
  scope === 'system' ? SCOPES : PARTNER_READERS;

type Expiry = { readonly expiresAt: Date | null } | { readonly problem: string };

/** When a new key is to end; null or left out: never. */
export function readExpiry(text: string | null | undefined, now: Date): Expiry {
  if (text === null || text === undefined) return { expiresAt: null };
  const expiresAt = readInstant(text);
  if (!expiresAt) return { problem: 'must be an ISO 8601 date-time with its zone, 2027-06-30T14:00:00Z' };
  if (expiresAt <= now) return { problem: 'must lie in the future' };
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_LIFETIME_YEARS);
  if (expiresAt > latest) return { problem: `must lie at most ${MAX_LIFETIME_YEARS} years ahead` };
  return { expiresAt };
}

/** Why a key cannot be rotated, for its owner; null when it can. */
export function refusalToRotate(status: ApiKeyStatus, replacedByKeyId: string | null): string | null {
  if (replacedByKeyId !== null)
    return `This key was rotated already. Rotate the one that took its place, ${replacedByKeyId}.`;
  if (status === 'active') return null;
  return `This key is ${status} and cannot be rotated. Create a new one.`;
}

/** Until when a rotated key goes on working: never beyond its own expiry; null when it ends at once. */
export function graceEnd(now: Date, graceSeconds: number, expiresAt: Date | null): Date | null {
  if (graceSeconds === 0) return null;
  return new Date(Math.min(now.getTime() + graceSeconds * 1000, expiresAt?.getTime() ?? Infinity));
}
