import { createHash } from 'node:crypto';

/** The public key of a runtime: a point on the curve P-256 (RFC 7518, section 6.2). */
export interface PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

const RANDOM_BYTES = 16;
const BOUND_BYTES = 16;

/** 32 bytes as base64url. */
export const LINK_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The fingerprint of a key (RFC 7638): SHA-256 of its members in their order. */
const thumbprint = ({ crv, kty, x, y }: PublicKey): Buffer =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest();

/**
 * The token of a link (direct-input 3.1): 16 random bytes, and the first 16 bytes of SHA-256 over
 * these and the thumbprint of the key. With only the token, a page can verify that a key is the
 * runtime's.
 * @param random 16 bytes that cannot be guessed
 */
export function linkToken(random: Buffer, key: PublicKey): string {
  if (random.length !== RANDOM_BYTES) throw new Error(`A token begins with ${RANDOM_BYTES} random bytes.`);
  const bound = createHash('sha256').update(random).update(thumbprint(key)).digest();
  return Buffer.concat([random, bound.subarray(0, BOUND_BYTES)]).toString('base64url');
}
