/** Types of tokens that a deployment takes; `jwt` is for providers that cannot mark access tokens. */
export type TokenType = 'at+jwt' | 'jwt';

/**
 * Whether a token's header declares an access token (RFC 9068, 2.1): identity tokens are no
 * credentials.
 * @param allowed with `jwt`, `JWT` and no type at all are taken as well
 */
export function isAccessTokenType(typ: unknown, allowed: TokenType = 'at+jwt'): boolean {
  if (allowed === 'jwt' && (typ === undefined || (typeof typ === 'string' && /^jwt$/i.test(typ))))
    return true;
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

/**
 * Whether a token was issued before now and ends soon enough after it.
 * @param now Unix seconds, like the claims
 * @param maxSeconds how far ahead a token may end
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
