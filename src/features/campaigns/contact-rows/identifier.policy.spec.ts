import { describe, expect, it } from 'vitest';
import { readIdentifier, readSourceOrBatch } from './identifier.policy.js';
import { CellFault } from './row-error.js';

const codeOf = (read: unknown): unknown => (read instanceof CellFault ? read.code : read);

// campaigns 4.7
describe('external_contact_id', () => {
  it.each([
    '1',
    '10001',
    '20280229',
    'crm-1763776920',
    'INV-0491570156',
    '2026.11.22',
    '2026-0491-17',
    '03/2026/0017',
    '10.0.0.1',
    'Kund 17/ö',
    'a'.repeat(128),
    '😀'.repeat(128),
  ])('may be %s', (text) => {
    expect(readIdentifier(text)).toBe(text);
  });

  it('is one and the same however its accents were typed', () => {
    expect(readIdentifier('Mo\u0308bel')).toBe('M\u00f6bel');
  });

  it.each([
    ['robin@example.com', 'identifier_is_email_or_phone'],
    ['mailto:robin@example.com', 'identifier_is_email_or_phone'],
    ['+61491570156', 'identifier_is_email_or_phone'],
    ['0491 570 156', 'identifier_is_email_or_phone'],
    ['61491570156', 'identifier_is_email_or_phone'],
    ['1234567', 'identifier_is_email_or_phone'],
    ['6.14916E+10', 'identifier_is_email_or_phone'],
    ['61491570156.0', 'identifier_is_email_or_phone'],
    ['0491570156.00', 'identifier_is_email_or_phone'],
    ['="61491570156"', 'identifier_is_email_or_phone'],
    ['20260229', 'identifier_is_email_or_phone'],
    ['12.345.678', 'identifier_is_email_or_phone'],
    ['9876 5432', 'identifier_is_email_or_phone'],
    ['ph 0491570156', 'identifier_is_email_or_phone'],
    ['phone_0491570156', 'identifier_is_email_or_phone'],
    ['[0491] 570 156', 'identifier_is_email_or_phone'],
    ['<0491570156>', 'identifier_is_email_or_phone'],
    ['0491570156!', 'identifier_is_email_or_phone'],
    ['`0491570156`', 'identifier_is_email_or_phone'],
    ['%2B61491570156', 'identifier_is_email_or_phone'],
    ['+61%20491%20570%20156', 'identifier_is_email_or_phone'],
    ['https://wa.me/61491570156', 'identifier_is_email_or_phone'],
    ['20261131', 'identifier_is_email_or_phone'],
    ['a'.repeat(129), 'too_long'],
    ['😀'.repeat(129), 'too_long'],
    ['a\nb', 'malformed'],
    ['a\0b', 'malformed'],
    ['a\ud800b', 'malformed'],
  ])('may not be %j: %s', (text, code) => {
    expect(codeOf(readIdentifier(text))).toBe(code);
  });
});

// campaigns 4.7
describe('source_id and batch_id', () => {
  it.each([
    ['crm', 'crm'],
    ['20261122', '20261122'],
    [' 2026-11-22.a:b_c ', '2026-11-22.a:b_c'],
    ['a'.repeat(128), 'a'.repeat(128)],
  ])('may be %j', (value, id) => {
    expect(readSourceOrBatch(value)).toBe(id);
  });

  it.each([
    [undefined, 'required'],
    [null, 'required'],
    ['', 'malformed'],
    ['  ', 'malformed'],
    [17, 'malformed'],
    ['-a', 'malformed'],
    ['_a', 'malformed'],
    ['a b', 'malformed'],
    ['ä', 'malformed'],
    ['a'.repeat(129), 'malformed'],
    ['robin@example.com', 'malformed'],
    ['0491570156', 'identifier_is_email_or_phone'],
    ['1234567', 'identifier_is_email_or_phone'],
    ['61-491-570-156', 'identifier_is_email_or_phone'],
  ])('may not be %j: %s', (value, code) => {
    expect(codeOf(readSourceOrBatch(value))).toBe(code);
  });
});
