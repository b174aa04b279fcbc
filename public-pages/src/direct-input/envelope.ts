import { concat, toBase64url, utf8 } from './base64url.js';

/** A public key of the runtime, as a JWK. */
export interface PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** The parts of a compact JWE: `protected..iv.ciphertext.tag`. */
export interface Envelope {
  readonly alg: 'ECDH-ES+A256GCM';
  readonly epk: PublicKey;
  readonly protected: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const KEY_BITS = 256;
const TAG_BYTES = 16;

// The length of the envelope tells no more than how many of these the answers fill.
const BLOCK_BYTES = 256;

/**
 * The JSON of the answers, padded with spaces to a multiple of the block; JSON allows trailing
 * spaces.
 */
function padded(answers: object): Uint8Array<ArrayBuffer> {
  const text = utf8(JSON.stringify(answers));
  const bytes = new Uint8Array(Math.ceil(text.length / BLOCK_BYTES) * BLOCK_BYTES).fill(0x20);
  bytes.set(text);
  return bytes;
}

const uint32 = (value: number): Uint8Array => new Uint8Array([0, 0, value >>> 8, value & 255]);

/**
 * The Concat KDF of RFC 7518, section 4.6.2, for a key of A256GCM without party information: one
 * round of SHA-256.
 */
async function contentKey(secret: ArrayBuffer): Promise<CryptoKey> {
  const algorithm = utf8('A256GCM');
  const information = concat(uint32(algorithm.length), algorithm, uint32(0), uint32(0), uint32(KEY_BITS));
  const round = concat(uint32(1), new Uint8Array(secret), information);
  const key = await crypto.subtle.digest('SHA-256', round);
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
}

/**
 * Encrypts answers so that only the holder of the private key can read them: ECDH-ES with A256GCM
 * (RFC 7516, RFC 7518). The page's own key exists for this one envelope, and its private half
 * cannot leave the browser.
 */
export async function seal(answers: object, recipient: PublicKey): Promise<Envelope> {
  const { subtle } = crypto;
  const { kty, crv } = recipient;
  const theirs = await subtle.importKey('jwk', { ...recipient }, CURVE, false, []);
  const ours = await subtle.generateKey(CURVE, false, ['deriveBits']);
  const { x = '', y = '' } = await subtle.exportKey('jwk', ours.publicKey);
  const epk: PublicKey = { kty, crv, x, y };
  const header = toBase64url(utf8(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk })));
  const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, KEY_BITS);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(
    await subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header) },
      await contentKey(secret),
      padded(answers),
    ),
  );
  return {
    alg: 'ECDH-ES+A256GCM',
    epk,
    protected: header,
    iv: toBase64url(iv),
    ciphertext: toBase64url(sealed.subarray(0, -TAG_BYTES)),
    tag: toBase64url(sealed.subarray(-TAG_BYTES)),
  };
}
