import { createSecretKey, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldAddress, openField, sealedKeyId, sealField } from './field-cipher.js';
import { DecryptionError } from '../privacy.errors.js';
import type { TenantKey } from './tenant-keys.js';

const aKey = (keyId = 'key-1'): TenantKey => ({ keyId, key: createSecretKey(randomBytes(32)) });
const anAddress = (over: Partial<FieldAddress> = {}): FieldAddress => ({
  clientId: 'acme',
  dataEnv: 'prod',
  table: 'calls',
  column: 'caller_number',
  row: 'call-1',
  ...over,
});
const PARTS = ['clientId', 'dataEnv', 'table', 'column', 'row'] as const;
const key = aKey();
const text = fc.string({ unit: 'binary', maxLength: 200 });

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected a refusal');
}

describe('sealField and openField', () => {
  it('give back any Unicode text', () => {
    fc.assert(
      fc.property(text, (plaintext) => {
        expect(openField(key, anAddress(), sealField(key, anAddress(), plaintext))).toBe(plaintext);
      }),
    );
  });

  it.each(['', '\ufeffBOM', 'a\0b', '\u{1f4de}'.repeat(20_000)])(
    'give back the awkward text no. %#',
    (plaintext) => {
      expect(openField(key, anAddress(), sealField(key, anAddress(), plaintext))).toBe(plaintext);
    },
  );

  // privacy 6.1
  it('refuse when any part of the address is another one', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom(...PARTS), (plaintext, other, part) => {
        const address = anAddress();
        fc.pre(address[part] !== other);
        const sealed = sealField(key, address, plaintext);
        expect(() => openField(key, { ...address, [part]: other }, sealed)).toThrow(DecryptionError);
      }),
    );
  });

  it('refuse an address whose parts only read the same when joined', () => {
    const sealed = sealField(key, anAddress({ column: 'a|b', row: 'c' }), 'x');
    expect(() => openField(key, anAddress({ column: 'a', row: 'b|c' }), sealed)).toThrow(DecryptionError);
    const quoted = sealField(key, anAddress({ column: 'a","b', row: 'c' }), 'x');
    expect(() => openField(key, anAddress({ column: 'a', row: 'b","c' }), quoted)).toThrow(DecryptionError);
  });

  it('refuse when any byte is another one', () => {
    const sealed = sealField(key, anAddress(), '+61491570006');
    for (let at = 0; at < sealed.length; at++) {
      for (const flip of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ flip, at);
        expect(() => openField(key, anAddress(), changed)).toThrow(DecryptionError);
      }
    }
  });

  it('refuse a value cut or lengthened anywhere', () => {
    const sealed = sealField(key, anAddress(), 'text');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => openField(key, anAddress(), sealed.subarray(0, length))).toThrow(DecryptionError);
    }
    expect(() => openField(key, anAddress(), Buffer.concat([sealed, Buffer.of(0)]))).toThrow(DecryptionError);
  });

  it('refuse bytes that were never sealed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(() => openField(key, anAddress(), Buffer.from(bytes))).toThrow(DecryptionError);
      }),
    );
  });

  it('refuse another key, even one of the same id', () => {
    const sealed = sealField(key, anAddress(), 'text');
    expect(() => openField(aKey(), anAddress(), sealed)).toThrow(DecryptionError);
    expect(() => openField({ ...key, keyId: 'key-2' }, anAddress(), sealed)).toThrow(DecryptionError);
  });

  it('never seal the same text to the same bytes, far beyond one draw of nonces', () => {
    const seen = new Set<string>();
    for (let n = 0; n < 2000; n++)
      seen.add(sealField(key, anAddress(), 'same').subarray(7, 19).toString('hex'));
    expect(seen.size).toBe(2000);
  });

  it('keep the text out of the sealed bytes and out of every error', () => {
    const canary = 'canary +61491570006 Jane Citizen';
    const sealed = sealField(key, anAddress(), canary);
    expect(sealed.includes('canary')).toBe(false);
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    const error = errorOf(() => openField(key, anAddress(), sealed));
    expect(error).toBeInstanceOf(DecryptionError);
    expect(inspect(error, { showHidden: true, depth: 10 })).not.toMatch(/canary|6149|Jane|acme|call-1/);
    expect((error as Error).cause).toBeUndefined();
  });

  it.each(['', 'k'.repeat(256)])(
    'refuse a key id that has no room in the layout, without the text',
    (keyId) => {
      expect(() => sealField(aKey(keyId), anAddress(), 'canary')).toThrow(/^A key id has 1 to 255 bytes$/);
    },
  );
});

describe('sealedKeyId', () => {
  it.each(['key-1', 'k', 'ключ', 'k'.repeat(255)])('reads %s back', (keyId) => {
    expect(sealedKeyId(sealField(aKey(keyId), anAddress(), 'text'))).toBe(keyId);
  });

  it('refuses an unknown version', () => {
    const sealed = sealField(key, anAddress(), 'text');
    sealed.writeUInt8(2, 0);
    expect(() => sealedKeyId(sealed)).toThrow(DecryptionError);
  });
});
