import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.js';

const key = (fill: number) => ({ keyId: `key-${fill}`, key: createSecretKey(Buffer.alloc(32, fill)) });
const NUMBER = '+61491570006';

describe('keyedHash', () => {
  it('is HMAC-SHA-256 over label, NUL and value: stored hashes must go on matching', () => {
    const expected = createHmac('sha256', Buffer.alloc(32, 1)).update(`caller-number\0${NUMBER}`).digest();
    expect(keyedHash(key(1), 'caller-number', NUMBER)).toEqual(expected);
  });

  it('differs by tenant key, by label and by value', () => {
    const hashes = [
      keyedHash(key(1), 'caller-number', NUMBER),
      keyedHash(key(2), 'caller-number', NUMBER),
      keyedHash(key(1), 'contact-number', NUMBER),
      keyedHash(key(1), 'caller-number', '+61491570007'),
      keyedHash(key(1), 'caller', `-number${NUMBER}`),
    ].map((hash) => hash.toString('hex'));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it.each(['', 'Caller', 'a\0b', 'a b', '1a'])(
    'refuses the label %j without repeating the value',
    (label) => {
      expect(() => keyedHash(key(1), label, NUMBER)).toThrow(/^A hash label consists of/);
    },
  );
});
