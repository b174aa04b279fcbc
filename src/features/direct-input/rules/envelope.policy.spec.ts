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
const text = JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk });
const encoded = (header: string): string => Buffer.from(header).toString('base64url');
const HEADER = encoded(text);
const headerWith = (members: object): string =>
  encoded(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk, ...members }));
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });

// direct-input 4.1
describe('an envelope', () => {
  it.each<[string, object]>([
    ['with its parts', ENVELOPE],
    ['with its header', { ...ENVELOPE, protected: HEADER }],
    [
      'with a header that has blanks',
      { ...ENVELOPE, protected: encoded(JSON.stringify(JSON.parse(text), null, 2)) },
    ],
    [
      'with a header in another order',
      { ...ENVELOPE, protected: encoded(JSON.stringify({ epk, enc: 'A256GCM', alg: 'ECDH-ES' })) },
    ],
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
    ['a header that is not base64url', { ...ENVELOPE, protected: '{}' }],
    ['a header that is too long', { ...ENVELOPE, protected: encoded(`${text}${' '.repeat(2000)}`) }],
    ['an unknown part', { ...ENVELOPE, plaintext: 'x' }],
  ])('is none with %s', (_, value) => {
    expect(readEnvelope(value)).toBeNull();
  });

  // Fails if a header is passed on unread: libraries follow its instructions. direct-input 4.1
  it.each<[string, string]>([
    ['random bytes', 'A'.repeat(40)],
    ['no JSON', encoded('alg')],
    ['no object', encoded('null')],
    ['a list', encoded(`[${text}]`)],
    ['no algorithm', headerWith({ alg: undefined })],
    ['no encryption', headerWith({ enc: undefined })],
    ['no key', headerWith({ epk: undefined })],
    ['the algorithm none', headerWith({ alg: 'none' })],
    ['another algorithm', headerWith({ alg: 'ECDH-ES+A256KW' })],
    ['another encryption', headerWith({ enc: 'A128CBC-HS256' })],
    ['another key', headerWith({ epk: other })],
    ['a key off the curve', headerWith({ epk: { ...epk, x: epk.y, y: epk.x } })],
    ['a key on another curve', headerWith({ epk: { ...epk, crv: 'P-384' } })],
    ['a private key', headerWith({ epk: { ...epk, d: epk.x } })],
    ['crit', headerWith({ crit: ['exp'], exp: 1 })],
    ['zip', headerWith({ zip: 'DEF' })],
    ['jku', headerWith({ jku: 'https://example.com/keys' })],
    ['jwk', headerWith({ jwk: epk })],
    ['kid', headerWith({ kid: '../../dev/null' })],
    ['apu', headerWith({ apu: 'QQ' })],
    ['p2c', headerWith({ p2c: 2_000_000_000 })],
    ['a member twice', encoded(text.replace('{', '{"alg":"none",'))],
    ['an escaped name', encoded(text.replace('"alg"', '"\\u0061lg"'))],
    ['__proto__', encoded(text.replace('{', '{"__proto__":{},'))],
    ['bytes that are no UTF-8', Buffer.from([...Buffer.from(text), 0xff]).toString('base64url')],
    ['bits after its last byte', `${encoded(`${text} `).replace(/.$/, '')}h`],
  ])('is none with a header of %s', (_, header) => {
    expect(readEnvelope({ ...ENVELOPE, protected: header })).toBeNull();
  });

  // direct-input 5.3
  it('has a compact form where its header was sent', () => {
    const envelope = readEnvelope({ ...ENVELOPE, protected: HEADER })!;
    expect(compactJwe(envelope)).toBe(`${HEADER}..${ENVELOPE.iv}.AbC-_9.${ENVELOPE.tag}`);
    expect(compactJwe(readEnvelope(ENVELOPE)!)).toBeUndefined();
  });
});
