/** Clocks of two machines rarely differ by more; every second here is one a token lives too long. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Whether a token's header says that it is an access token (RFC 9068, 2.1): an identity token is no credential here. */
export function isAccessTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

/**
 * Whether a token was issued before now and ends soon enough after it.
 * @param now Unix seconds, like the claims
 * @param maxSeconds how far ahead a token may end
 */
export function hasSoundLifetime(
  { iat, exp }: { readonly iat?: unknown; readonly exp?: unknown },
  now: number,
  maxSeconds: number,
): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false;
  return iat <= now + CLOCK_TOLERANCE_SECONDS && exp <= now + maxSeconds + CLOCK_TOLERANCE_SECONDS;
}
