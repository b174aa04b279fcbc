import { createHash, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import type { PublicKey } from './envelope.js';
import { isBoundTo, isToken } from './token-binding.js';

const aKey = async (): Promise<PublicKey> =>
  (await exportJWK((await generateKeyPair('ECDH-ES', { crv: 'P-256' })).publicKey)) as PublicKey;

/** As the service makes a token, by other code than the page's. */
async function tokenFor(key: PublicKey): Promise<string> {
  const random = randomBytes(16);
  const thumbprint = Buffer.from(await calculateJwkThumbprint({ ...key }), 'base64url');
  const check = createHash('sha256').update(random).update(thumbprint).digest().subarray(0, 16);
  return Buffer.concat([random, check]).toString('base64url');
}

describe('a token', () => {
  it('is bound to the key that it was made for, and to no other', async () => {
    const [key, other] = [await aKey(), await aKey()];
    for (let n = 0; n < 20; n += 1) {
      const token = await tokenFor(key);
      expect(isToken(token)).toBe(true);
      expect(await isBoundTo(token, key)).toBe(true);
      expect(await isBoundTo(token, other)).toBe(false);
      expect(await isBoundTo(token, { ...key, y: other.y })).toBe(false);
    }
  });

  it('is bound to a key whatever else the service says of it', async () => {
    const key = await aKey();
    const said = { use: 'enc', ...key, kid: '1', ext: true };
    expect(await isBoundTo(await tokenFor(key), said)).toBe(true);
  });

  it('is not valid with one bit changed in any place', async () => {
    const key = await aKey();
    const bytes = Buffer.from(await tokenFor(key), 'base64url');
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(await isBoundTo(changed.toString('base64url'), key), `byte ${at}`).toBe(false);
    }
  });

  it.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(42)}=`, 'ä'.repeat(43)])(
    'has 43 characters of base64url: not %j',
    (text) => expect(isToken(text)).toBe(false),
  );
});
