import { methodsOf } from '../../../core/auth/tokens/token-proof.policy.js';

interface SaidOfPerson {
  readonly subject: string;
  readonly authTime: Date | null;
  readonly amr: readonly string[];
}

/**
 * Reads the claims of an identity token with a valid signature, which does not guarantee their form
 * (portal-sessions 1.6). Invalid methods are omitted, because methods are only displayed.
 * @returns null if PostgreSQL cannot store the subject, or the time is invalid
 */
export function personClaims(claims: {
  readonly sub: string;
  readonly auth_time?: unknown;
  readonly amr?: unknown;
}): SaidOfPerson | null {
  const { sub, auth_time: seconds, amr } = claims;
  const authTime = typeof seconds === 'number' ? new Date(seconds * 1000) : null;
  if (sub.includes('\0') || Number.isNaN(authTime?.getTime())) return null;
  return { subject: sub, authTime, amr: methodsOf(amr) };
}
