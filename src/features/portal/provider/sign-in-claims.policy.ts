interface SaidOfPerson {
  readonly subject: string;
  readonly authTime: Date | null;
  readonly amr: readonly string[];
}

/**
 * Ways in which a person proves who they are, such as `pwd` and `otp` (RFC 8176); no provider lists
 * more than a few.
 */
const MOST_METHODS = 10;
const METHOD = /^[\x21-\x7e]{1,40}$/;

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
  const named: unknown[] = Array.isArray(amr) ? amr : [];
  const methods = named.filter((it): it is string => typeof it === 'string' && METHOD.test(it));
  return { subject: sub, authTime, amr: methods.slice(0, MOST_METHODS) };
}
