import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isE164, maskManual, maskPhone, normalisePhone } from './masking.policy.js';

// privacy 3.2
describe('maskPhone', () => {
  it.each([
    ['+61491570123', '+61 *** *** 123'],
    ['+61255500000', '+61 *** *** 000'],
    ['+12025550123', '+1 *** *** 123'],
    ['+442079460018', '+44 *** *** 018'],
    ['+390612345678', '+39 *** *** 678'],
    ['+35312345678', '+353 *** *** 678'],
    ['+61 491 570 006', '+61 *** *** 006'],
    ['  +61491570006', '+61 *** *** 006'],
  ])('keeps the country code and the last three digits of %s', (number, masked) => {
    expect(maskPhone(number)).toBe(masked);
  });

  it.each([
    ['+999123456', '*** *** 456'],
    ['0491570006', '*** *** 006'],
    ['sip:61491570006', '*** *** 006'],
  ])('leaves the country code out where none is known: %s', (number, masked) => {
    expect(maskPhone(number)).toBe(masked);
  });

  it.each(['123', '+61', '+61123', 'anonymous', '+', '٠٤٩١٥٧٠٠٠٦'])('shows nothing of %s', (number) => {
    expect(maskPhone(number)).toBe('***');
  });

  it.each(['', ' ', '\t'])('keeps an absent number (%j) empty', (number) => {
    expect(maskPhone(number)).toBe('');
  });

  it('never shows more than a country code and three digits, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\+?[0-9 ()-]{0,20}$/)),
        (text) => {
          expect(maskPhone(text)).toMatch(/^(|\*\*\*|(\+[0-9]{1,3} )?\*\*\* \*\*\* [0-9]{3})$/);
        },
      ),
    );
  });
});

describe('maskManual', () => {
  it.each([
    ['Jane Citizen', 'J***'],
    ['j', 'j***'],
    ['  Ōtani', 'Ō***'],
    ['O\u0304tani', 'Ō***'],
    ['李小龍', '李***'],
    ['𐐀𐐁', '𐐀***'],
    ['MRN-4815', 'M***'],
    ['4815-J', '***'],
    ['(Jane)', '***'],
    ['', ''],
    ['   ', ''],
  ])('masks %j as %j', (text, masked) => {
    expect(maskManual(text)).toBe(masked);
  });
});

describe('isE164', () => {
  it.each(['+61491570006', '+61255500000', '+12025550123', '+1234567', '+123456789012345'])(
    'accepts %s',
    (text) => {
      expect(isE164(text)).toBe(true);
    },
  );

  it.each([
    '',
    '+',
    '61491570006',
    '+061491570006',
    '+123456',
    '+1234567890123456',
    '+61 491 570 006',
    '+61491570006\n',
    ' +61491570006',
    '+6149157000a',
    '＋61491570006',
    '+٦١491570006',
  ])('refuses %j', (text) => {
    expect(isE164(text)).toBe(false);
  });
});

describe('normalisePhone', () => {
  it.each([
    ['+61491570006', '+61491570006'],
    ['+61491570159', '+61491570159'],
    ['+61255500000', '+61255500000'],
    ['+61255509999', '+61255509999'],
    [' +61 491 570 006 ', '+61491570006'],
    ['+61 (0)491 570 006', '+61491570006'],
    ['+61-2-5550-0000', '+61255500000'],
    ['+1 (202) 555-0123', '+12025550123'],
  ])('brings %j to %s', (raw, e164) => {
    expect(normalisePhone(raw)).toBe(e164);
  });

  it.each([
    '',
    'Jane',
    '0491570006',
    '0061491570006',
    '+61',
    '+611234',
    '+6149157000611111',
    '+999123456',
    '+61491570006 ext 5',
    'call +61491570006',
    '+61491570006x',
    '+61491570006, +61491570007',
  ])('refuses %j', (raw) => {
    expect(normalisePhone(raw)).toBeNull();
  });

  it('answers strict E.164 or null for any text, and leaves its own answers as they are', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\+[0-9 ()-]{0,20}$/)),
        (raw) => {
          const number = normalisePhone(raw);
          if (number === null) return;
          expect(isE164(number)).toBe(true);
          expect(normalisePhone(number)).toBe(number);
        },
      ),
    );
  });
});
