import fc from 'fast-check';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { isE164, readPhoneNumber } from './phone-number.policy.js';

// requests 10.5
describe('a telephone number', () => {
  it.each([
    ['+61491570006', '+61491570006'],
    ['+61255509999', '+61255509999'],
    [' +61 491 570 006 ', '+61491570006'],
    ['+61-2-5550-0000', '+61255500000'],
    ['+1 (202) 555-0123', '+12025550123'],
    ['\u202a+61491570006\u202c', '+61491570006'],
    ['\u2066+61\u00a0491\u2009570\u200b006\u2069', '+61491570006'],
    ['\ufeff+61491570006\u200e', '+61491570006'],
    // A trunk prefix behind the country code.
    ['+61 (0)2 5550 1231', '+61255501231'],
    ['+610255501231', '+61255501231'],
    ['+610491570156', '+61491570156'],
    ['+4401632960001', '+441632960001'],
    ['+490301234567', '+49301234567'],
    ['+330612345678', '+33612345678'],
    // The trunk prefix twice.
    ['+6100255501231', '+61255501231'],
    ['+4400 1632 960001', '+441632960001'],
    ['+49000301234567', '+49301234567'],
    // Italy's zero is part of the number.
    ['+390612345678', '+390612345678'],
    // The decimal place that a spreadsheet adds.
    ['+61491570156.0', '+61491570156'],
    ['+61491570156.00', '+61491570156'],
    // The last group of a number that is written with dots.
    ['+1212555.0000', '+12125550000'],
    // Mexico's former mobile prefix.
    ['+5215512345678', '+525512345678'],
    ['+52 1 55 1234 5678', '+525512345678'],
    // A length that the plan had until lately.
    ['+22922123456', '+22922123456'],
    ['+22507123456', '+22507123456'],
    ['+6831234', '+6831234'],
  ])('%j is %s', (text, number) => {
    expect(readPhoneNumber(text)).toBe(number);
  });

  it.each([
    '',
    'Jane',
    '0491570006',
    '0061491570006',
    '61491570006',
    '+61',
    '+611234',
    '+1202555012',
    '+6149157000611111',
    '+999123456',
    '+61491570006 ext 5',
    'call +61491570006',
    '+61491570006x',
    '+61491570006, +61491570007',
    // Without its trunk prefixes it is too short.
    '+98004467',
  ])('%j is none', (text) => {
    expect(readPhoneNumber(text)).toBeNull();
  });

  it('is read again as itself, whatever the text was', () => {
    const withTrunks = fc
      .tuple(
        fc.constantFrom(...getCountries()),
        fc.constantFrom('', '0', '00', '1', '8', '06'),
        fc.stringMatching(/^[0-9]{4,12}$/),
      )
      .map(([country, trunk, rest]) => `+${getCountryCallingCode(country)}${trunk}${rest}`);
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^\+[0-9 ()-]{0,20}$/),
      withTrunks,
    );
    fc.assert(
      fc.property(texts, (text) => {
        const number = readPhoneNumber(text);
        if (number === null) return;
        expect(isE164(number)).toBe(true);
        expect(readPhoneNumber(number)).toBe(number);
      }),
      { numRuns: 2_000 },
    );
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
