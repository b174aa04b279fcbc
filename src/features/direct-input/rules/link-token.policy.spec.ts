import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LINK_TOKEN, linkToken, type PublicKey } from './link-token.policy.js';

const aKey = (): PublicKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as PublicKey;

// direct-input 3.1
describe('the token of a link', () => {
  const random = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

  it('is 43 characters, of which the first 16 bytes are the random ones', () => {
    const token = linkToken(random, aKey());
    expect(token).toMatch(LINK_TOKEN);
    expect(Buffer.from(token, 'base64url').subarray(0, 16)).toEqual(random);
  });

  it('is bound to the thumbprint of the key', () => {
    const { crv, kty, x, y } = aKey();
    const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
    // RFC 7638, section 3: the required members in the order of their names, without spaces.
    const thumbprint = sha256(Buffer.from(`{"crv":"${crv}","kty":"${kty}","x":"${x}","y":"${y}"}`));
    const bound = Buffer.from(linkToken(random, { x, y, crv, kty }), 'base64url').subarray(16);
    expect(bound).toEqual(sha256(random, thumbprint).subarray(0, 16));
    expect(linkToken(random, aKey())).not.toBe(linkToken(random, { crv, kty, x, y }));
  });

  it('is made of 16 random bytes alone', () => {
    expect(() => linkToken(Buffer.alloc(8), aKey())).toThrow('16 random bytes');
  });
});
