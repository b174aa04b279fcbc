import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './idempotency-key.policy.js';

const RULE = { key: 'header_or_body', required: true, minLength: 1, maxLength: 128 } as const;
const HEADER_ONLY = { ...RULE, key: 'header' } as const;
const OPTIONAL = { ...RULE, required: false } as const;
const EIGHT = { ...HEADER_ONLY, minLength: 8 } as const;

const read = (...args: Parameters<typeof readIdempotencyKey>): string => {
  const reading = readIdempotencyKey(...args);
  return 'error' in reading ? `${reading.error.loc.join('.')} ${reading.error.type}` : `key ${reading.key}`;
};

// requests 5.1, 5.2
describe('an idempotency key', () => {
  it.each([
    ['in the header', RULE, 'k-1', undefined, 'key k-1'],
    ['in the body', RULE, undefined, 'k-1', 'key k-1'],
    ['in both, equal', RULE, 'k-1', 'k-1', 'key k-1'],
    ['in both, different', RULE, 'k-1', 'k-2', 'body.idempotency_key mismatch'],
    ['in neither', RULE, undefined, undefined, 'header.Idempotency-Key missing'],
    ['in neither, where it is optional', OPTIONAL, undefined, undefined, 'key null'],
    [
      'in the body of a route that reads the header',
      HEADER_ONLY,
      undefined,
      'k-1',
      'header.Idempotency-Key missing',
    ],
    ['of one character', RULE, 'k', undefined, 'key k'],
    ['of 128 characters', RULE, 'k'.repeat(128), undefined, `key ${'k'.repeat(128)}`],
    ['of 129 characters', RULE, 'k'.repeat(129), undefined, 'header.Idempotency-Key malformed'],
    ['of 129 characters in the body', RULE, undefined, 'k'.repeat(129), 'body.idempotency_key malformed'],
    ['that is empty', RULE, '', undefined, 'header.Idempotency-Key malformed'],
    ['that is empty, where it is optional', OPTIONAL, '', undefined, 'header.Idempotency-Key malformed'],
    ['of 7 characters where 8 are needed', EIGHT, '1234567', undefined, 'header.Idempotency-Key malformed'],
    ['of 8 characters where 8 are needed', EIGHT, '12345678', undefined, 'key 12345678'],
    ['with a blank', RULE, 'k 1', undefined, 'header.Idempotency-Key malformed'],
    ['sent twice', RULE, 'k-1, k-2', undefined, 'header.Idempotency-Key malformed'],
    ['beyond ASCII', RULE, undefined, 'schlüssel', 'body.idempotency_key malformed'],
    ['with a NUL', RULE, undefined, 'k\0', 'body.idempotency_key malformed'],
    ['that is a number', RULE, undefined, 7, 'body.idempotency_key malformed'],
    ['that is null, beside the header', RULE, 'k-1', null, 'key k-1'],
    ['that is null', RULE, undefined, null, 'header.Idempotency-Key missing'],
    ['that is an object', RULE, undefined, {}, 'body.idempotency_key malformed'],
  ])('%s', (_, rule, header, body, expected) => {
    expect(read(rule, header, body)).toBe(expected);
  });

  it.each([
    [RULE, '   ', 'must be 1 to 128 visible ASCII characters without spaces. Generate one'],
    [EIGHT, 'key of import', 'must be 8 to 128 visible ASCII characters without spaces. Generate one'],
    [HEADER_ONLY, undefined, 'is required: 1 to 128 visible ASCII characters without spaces. Generate one'],
  ])('says what is allowed, and what to do next', (rule, header, message) => {
    expect(readIdempotencyKey(rule, header, undefined)).toEqual({
      error: expect.objectContaining({
        loc: ['header', 'Idempotency-Key'],
        message: expect.stringContaining(message) as unknown,
      }) as unknown,
    });
  });
});
