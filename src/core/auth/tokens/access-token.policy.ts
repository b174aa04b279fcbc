/**
 * Types of tokens that a deployment accepts; `jwt` is for providers that cannot mark access tokens.
 */
export type TokenType = 'at+jwt' | 'jwt';

/**
 * Whether a token's header declares an access token (RFC 9068, 2.1): identity tokens are not
 * credentials.
 * @param allowed `jwt` also accepts `JWT` and a missing type
 */
export function isAccessTokenType(typ: unknown, allowed: TokenType = 'at+jwt'): boolean {
  if (allowed === 'jwt' && (typ === undefined || (typeof typ === 'string' && /^jwt$/i.test(typ))))
    return true;
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

/**
 * Whether a token has been issued already and expires soon enough.
 * @param now Unix seconds, like the claims
 * @param maxSeconds the longest remaining lifetime
 * @param tolerance seconds by which the clocks of provider and service may differ
 */
export function hasSoundLifetime(
  { iat, exp }: { readonly iat?: unknown; readonly exp?: unknown },
  now: number,
  maxSeconds: number,
  tolerance: number,
): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false;
  return iat <= now + tolerance && exp <= now + maxSeconds + tolerance;
}
