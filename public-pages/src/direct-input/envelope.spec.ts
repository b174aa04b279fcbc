import { flattenedDecrypt, generateKeyPair, exportJWK, type CryptoKey } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { seal, type Envelope, type PublicKey } from './envelope.js';

const decrypt = async (envelope: Envelope, key: CryptoKey): Promise<string> => {
  const { protected: header, iv, ciphertext, tag } = envelope;
  const { plaintext } = await flattenedDecrypt({ protected: header, iv, ciphertext, tag }, key);
  return new TextDecoder().decode(plaintext);
};

describe('an envelope', () => {
  let privateKey: CryptoKey;
  let publicKey: PublicKey;

  beforeAll(async () => {
    const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
    privateKey = pair.privateKey;
    publicKey = (await exportJWK(pair.publicKey)) as PublicKey;
  });

  it.each([
    { name: 'nothing', answers: {} },
    { name: 'every script', answers: { name: 'Zażółć שלום محمد 😀', note: '"\\\n\u0000' } },
    { name: 'many blocks', answers: { text: 'x'.repeat(5_000) } },
  ])('is opened by the library of the runtime: $name', async ({ answers }) => {
    const envelope = await seal(answers, publicKey);
    expect(JSON.parse(await decrypt(envelope, privateKey))).toEqual(answers);
    expect(envelope.alg).toBe('ECDH-ES+A256GCM');
    expect(JSON.parse(Buffer.from(envelope.protected, 'base64url').toString())).toEqual({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      epk: envelope.epk,
    });
  });

  it('has the same length for short and for longer answers', async () => {
    const lengths = ['1', '1'.repeat(200)].map(
      async (pin) => (await seal({ pin }, publicKey)).ciphertext.length,
    );
    const [short, long] = await Promise.all(lengths);
    expect(short).toBe(long);
    const { ciphertext } = await seal({ pin: '1'.repeat(300) }, publicKey);
    expect(Buffer.from(ciphertext, 'base64url').length).toBe(512);
  });

  it('is made with a key of its own each time', async () => {
    const [first, second] = [await seal({ pin: '1' }, publicKey), await seal({ pin: '1' }, publicKey)];
    expect(first.epk.x).not.toBe(second.epk.x);
    expect(first.iv).not.toBe(second.iv);
    expect(first.ciphertext).not.toBe(second.ciphertext);
  });

  it('is not opened by another key, nor after a change', async () => {
    const envelope = await seal({ pin: '1' }, publicKey);
    const other = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
    await expect(decrypt(envelope, other.privateKey)).rejects.toThrow();
    const changed = `${envelope.ciphertext.startsWith('A') ? 'B' : 'A'}${envelope.ciphertext.slice(1)}`;
    await expect(decrypt({ ...envelope, ciphertext: changed }, privateKey)).rejects.toThrow();
  });

  it('is not made for a key that is not a point of the curve', async () => {
    await expect(seal({ pin: '1' }, { ...publicKey, y: publicKey.x })).rejects.toThrow();
  });
});
