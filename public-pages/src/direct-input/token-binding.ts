import { concat, fromBase64url, utf8 } from './base64url.js';
import type { PublicKey } from './envelope.js';

const RANDOM_BYTES = 16;

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** A token has 32 bytes, as base64url. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Whether the token was made for this key: 16 random bytes, then the first 16 bytes of
 * SHA-256(random bytes, thumbprint of the key by RFC 7638). The service never stores the token, so
 * it cannot present another key for it.
 */
export async function isBoundTo(token: string, { kty, crv, x, y }: PublicKey): Promise<boolean> {
  const bytes = fromBase64url(token);
  const random = bytes.subarray(0, RANDOM_BYTES);
  const thumbprint = await sha256(utf8(JSON.stringify({ crv, kty, x, y })));
  const expected = await sha256(concat(random, thumbprint));
  return bytes.slice(RANDOM_BYTES).every((byte, n) => byte === expected[n]);
}
