import type { AuthContext } from '../../../core/shared/auth-context.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { ApiKeyStatus } from './key-status.policy.js';
import { PARTNER_ROLES, SCOPES, type PortalRole, type Scope } from '../../../core/shared/roles.js';

/** Long enough for every contract; without an expiry a key never expires. */
export const MAX_LIFETIME_YEARS = 5;

/** The longest lifetime a tenant can be given, in days: all of those years. */
export const MAX_LIFETIME_DAYS = MAX_LIFETIME_YEARS * 365;

/** The longest that two secrets of one integration should overlap (partner 4.5). */
export const MAX_GRACE_SECONDS = 604_800;

/**
 * The scopes of the keys that a person sees and manages. Partners: their own two, and not those of
 * the voice runtime, of support or of the client's staff. Operators: all.
 */
export const managedScopes = (scope: AuthContext['scope']): readonly Scope[] =>
  scope === 'system' ? SCOPES : PARTNER_ROLES;

/**
 * Whether a role permits keys of a scope: a key never has more rights than the current role of the
 * person responsible for it (partner 6.4). Without a role, none.
 */
export const carriesScope = (role: PortalRole | null, scope: Scope): boolean =>
  PARTNER_ROLES.includes(scope) && (role === scope || role === 'partner_admin');

type Expiry = { readonly expiresAt: Date | null } | { readonly problem: string };

/** When a new key expires; null or omitted: never. */
export function readExpiry(text: string | null | undefined, now: Date): Expiry {
  if (text === null || text === undefined) return { expiresAt: null };
  const expiresAt = readInstant(text);
  if (!expiresAt)
    return { problem: 'must be an ISO 8601 date-time with its zone, such as 2027-06-30T14:00:00Z' };
  if (expiresAt <= now) return { problem: 'must be in the future' };
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_LIFETIME_YEARS);
  if (expiresAt > latest) return { problem: `must be at most ${MAX_LIFETIME_YEARS} years ahead` };
  return { expiresAt };
}

/** The longest lifetime of a tenant's keys, and the latest expiry of a new one. */
export interface Lifetime {
  readonly days: number;
  readonly latest: Date;
}

/** @param days the tenant's setting; null: none, and keys live as long as requested */
export const lifetimeFrom = (now: Date, days: number | null): Lifetime | null =>
  days === null ? null : { days, latest: new Date(now.getTime() + days * DAY_MS) };

/** The fault of a requested expiry; null if there is none. An omitted expiry is never too late. */
export function lifetimeProblem(asked: Date | null, lifetime: Lifetime | null): string | null {
  if (asked === null || lifetime === null || asked <= lifetime.latest) return null;
  return `must be ${lifetime.latest.toISOString()} or earlier: keys of this client are valid for at most ${lifetime.days} days`;
}

/** When a key expires: as requested, but never after the lifetime; null: never. */
export function endWithin(asked: Date | null, lifetime: Lifetime | null): Date | null {
  if (lifetime === null) return asked;
  return asked !== null && asked < lifetime.latest ? asked : lifetime.latest;
}

/** Why a key cannot be rotated, for its owner; null when it can. */
export function refusalToRotate(
  status: ApiKeyStatus,
  replacedByKeyId: string | null,
  isOrganisationActive: boolean,
): string | null {
  if (replacedByKeyId !== null)
    return `This key was already rotated. Rotate the key that replaced it, ${replacedByKeyId}.`;
  if (status === 'active' && !isOrganisationActive)
    return 'This key belongs to an organisation that no longer works for the client. Create a new key.';
  if (status === 'active') return null;
  return `This key is ${status} and cannot be rotated. Create a new key.`;
}

/** The end of a rotated key's grace period: at most its own expiry; null if it ends immediately. */
export function graceEnd(now: Date, graceSeconds: number, expiresAt: Date | null): Date | null {
  if (graceSeconds === 0) return null;
  return new Date(Math.min(now.getTime() + graceSeconds * 1000, expiresAt?.getTime() ?? Infinity));
}
