import fc from 'fast-check';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../../test/support/depth.js';
import { isE164, isNumberOfToday, readNumberWithin, readPhoneNumber } from './phone-number.policy.js';

// requests 10.5, 10.6, 10.7, 10.8
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
    // A trunk prefix after the country code.
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
    // As many trunk zeros as there are.
    ['+61 000255501888', '+61255501888'],
    ['+81 (0)90 1234 5678', '+819012345678'],
    // Only fixed lines begin with a zero.
    ['+39 0347 123 4567', '+393471234567'],
    ['+39 0669 812 345', '+390669812345'],
    ['+54 (0)11 15-2345-6789', '+5491123456789'],
    // Trunk prefixes of other digits.
    ['+7 8 495 123-45-67', '+74951234567'],
    ['+36 06 20 123 4567', '+36201234567'],
    // Groups that a slash or a dash separates.
    ['+49 30/1234567', '+49301234567'],
    ['+61 491/570/156', '+61491570156'],
    ['+33-1-23-45-67-89', '+33123456789'],
    // Before the change of their plan.
    ['+5215512345678', '+525512345678'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+22922123456', '+2290122123456'],
    ['+229 97 12 34 56', '+2290197123456'],
    ['+٢٢٩٩٧١٢٣٤٥٦', '+2290197123456'],
    ['+551187654321', '+5511987654321'],
    ['+55 11 8765-4321', '+5511987654321'],
    ['+22507123456', '+2250707123456'],
    // Changed without a rule that determines the new number.
    ['+63 2 812 3456', '+6328123456'],
    ['+6831234', '+6831234'],
    // Open plans have fixed lines of several lengths.
    ['+4930123456', '+4930123456'],
    ['+49301234567', '+49301234567'],
    // A range missing from the tables, with the length of its neighbours.
    ['+15555550123', '+15555550123'],
    ['+61499999999', '+61499999999'],
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
    // More or fewer digits than fixed lines and mobiles there, but as many as other kinds.
    '+612555018889',
    '+6125550188',
    '+6149157000611',
    '+614915700061',
    '+61499999999 9',
    '+642112345',
    '+9714412345',
    '+49151123456',
    // Two numbers.
    '+61 2 5550 1888/9',
    '+61 2 5550 1888/89',
    '+61 2 5550 1888-9',
    '+61 2 5550 1888 – 9',
    '+49 30 1234-5',
    // A zero although the plan has no trunk prefix, or has a different one.
    '+48 (0)22 123 45 67',
    '+420 (0)601 123 456',
    '+34 0 912 345 678',
    '+351 (0)21 123 4567',
    '+1 0 202 555 0123',
    '+36 (0)20 123 4567',
    // The country code once more.
    '+61 0061 2 5550 1888',
    '+49 0049 30 123456',
    '+61 61 2 5550 1888',
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
      { numRuns: atDepth({ ordinary: 300, full: 5_000 }) },
    );
  });
});

// requests 10.8
describe('a number of today', () => {
  it.each(['+61491570006', '+2290197123456', '+525512345678'])('is %s', (number) => {
    expect(isNumberOfToday(number)).toBe(true);
  });

  it.each(['+22997123456', '+6328123456', '+23722123456', '+612555018889', '+610255501888'])(
    'is not %s',
    (number) => {
      expect(isNumberOfToday(number)).toBe(false);
    },
  );
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

describe('a number that is searched for within a country', () => {
  it.each([
    ['0491 570 006', 'AU', '+61491570006'],
    ['(02) 5550-1234', 'AU', '+61255501234'],
    ['491 570 006', 'AU', '+61491570006'],
    ['0011 44 20 7946 0018', 'AU', '+442079460018'],
    ['+44 20 7946 0018', 'AU', '+442079460018'],
    ['030 901820', 'DE', '+4930901820'],
    ['0491 570 00', 'AU', null],
    ['0491 570 006/7', 'AU', null],
    ['refund', 'AU', null],
    ['2026', 'AU', null],
  ] as const)('is read as it is dialled there: %s in %s', (text, country, number) => {
    expect(readNumberWithin(text, country)).toBe(number);
  });
});
