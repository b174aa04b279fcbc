import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { maskEmail, maskManual, maskPhone } from './masking.policy.js';

// privacy 3.2
describe('maskPhone', () => {
  it.each([
    ['+61491570123', '+61 *** *** 123'],
    ['+61255500000', '+61 *** *** 000'],
    ['+12025550123', '+1 *** *** 123'],
    ['+442079460018', '+44 *** *** 018'],
    ['+390612345678', '+39 *** *** 678'],
    ['+61 491 570 006', '+61 *** *** 006'],
    ['  +61491570006', '+61 *** *** 006'],
  ])('keeps the country code and the last three digits of %s', (number, masked) => {
    expect(maskPhone(number)).toBe(masked);
  });

  it.each([
    ['+35312345678', '+353 *** *** 78'],
    ['+6831234', '+683 *** *** 4'],
    ['+2901234', '+290 *** *** 4'],
  ])('keeps at most a third of %s', (number, masked) => {
    expect(maskPhone(number)).toBe(masked);
  });

  it.each([
    ['+999123456', '*** *** 456'],
    ['0491570006', '*** *** 006'],
    ['sip:61491570006', '*** *** 006'],
  ])('leaves the country code out where none is known: %s', (number, masked) => {
    expect(maskPhone(number)).toBe(masked);
  });

  it.each(['12', '+61', '+6112', 'anonymous', '+', '٠٤٩١٥٧٠٠٠٦'])('shows nothing of %s', (number) => {
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
          expect(maskPhone(text)).toMatch(/^(|\*\*\*|(\+[0-9]{1,3} )?\*\*\* \*\*\* [0-9]{1,3})$/);
        },
      ),
    );
  });
});

describe('maskManual', () => {
  it.each([
    ['Jane Citizen', 'J***'],
    ['j', '***'],
    ['李', '***'],
    ['李明', '***'],
    ['Jo', '***'],
    ['Jo.', '***'],
    ['J. D.', '***'],
    ['A\u200b\u200b', '***'],
    ['李 明', '***'],
    ['x\u0301\u0302', '***'],
    ['  Ōtani', 'Ō***'],
    ['O\u0304tani', 'Ō***'],
    ['李小龍', '李***'],
    ['𐐀𐐁𐐀', '𐐀***'],
    ['MRN-4815', 'M***'],
    ['4815-J', '***'],
    ['(Jane)', '***'],
    ['', ''],
    ['   ', ''],
  ])('masks %j as %j', (text, masked) => {
    expect(maskManual(text)).toBe(masked);
  });
});

// billing 10.1; people 1.4
describe('maskEmail', () => {
  it.each([
    ['jane.citizen@example.com', 'j***@e***.com'],
    ['J@mail.example.com.au', '***@m***.au'],
    ['_jane@example.com', '***@e***.com'],
    ['größe@österreich.example', 'g***@ö***.example'],
    ['jane', '***'],
    ['jane@localhost', '***'],
    ['jane@.com', '***'],
    ['@example.com', '***'],
    ['a@b@example.com', '***'],
    ['', '***'],
  ])('shows of %s: %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
