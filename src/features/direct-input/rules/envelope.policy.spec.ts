import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compactJwe, readEnvelope } from './envelope.policy.js';

const epk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const ENVELOPE = {
  alg: 'ECDH-ES+A256GCM',
  epk,
  iv: 'A'.repeat(16),
  ciphertext: 'AbC-_9',
  tag: 'B'.repeat(22),
};
const HEADER = Buffer.from('{"alg":"ECDH-ES","enc":"A256GCM"}').toString('base64url');

// direct-input 4.1
describe('an envelope', () => {
  it.each<[string, object]>([
    ['with its parts', ENVELOPE],
    ['with its header', { ...ENVELOPE, protected: HEADER }],
    ['with a header of 2,048 characters', { ...ENVELOPE, protected: 'A'.repeat(2048) }],
  ])('is read %s', (_, value) => {
    expect(readEnvelope(value)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'envelope'],
    ['a list', [ENVELOPE]],
    ['another algorithm', { ...ENVELOPE, alg: 'dir' }],
    ['no key', { ...ENVELOPE, epk: undefined }],
    ['a key off the curve', { ...ENVELOPE, epk: { ...epk, x: epk.y, y: epk.x } }],
    ['a private key', { ...ENVELOPE, epk: { ...epk, d: epk.x } }],
    ['a short iv', { ...ENVELOPE, iv: 'A'.repeat(15) }],
    ['an empty ciphertext', { ...ENVELOPE, ciphertext: '' }],
    ['a padded ciphertext', { ...ENVELOPE, ciphertext: 'AbC=' }],
    ['a long tag', { ...ENVELOPE, tag: 'B'.repeat(23) }],
    ['a header that is no base64url', { ...ENVELOPE, protected: '{}' }],
    ['a header that is too long', { ...ENVELOPE, protected: 'A'.repeat(2049) }],
    ['an unknown part', { ...ENVELOPE, plaintext: 'x' }],
  ])('is none with %s', (_, value) => {
    expect(readEnvelope(value)).toBeNull();
  });

  // direct-input 5.3
  it('has a compact form where its header was sent', () => {
    const envelope = readEnvelope({ ...ENVELOPE, protected: HEADER })!;
    expect(compactJwe(envelope)).toBe(`${HEADER}..${ENVELOPE.iv}.AbC-_9.${ENVELOPE.tag}`);
    expect(compactJwe(readEnvelope(ENVELOPE)!)).toBeUndefined();
  });
});
