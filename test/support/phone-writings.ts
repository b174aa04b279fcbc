import fc from 'fast-check';
import { getExampleNumber, Metadata, type CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

/** Sixty countries, with and without a trunk prefix. */
const COUNTRIES: readonly CountryCode[] = [
  ...(['AE', 'AR', 'AT', 'AU', 'BE', 'BG', 'BJ', 'BO', 'BR', 'CA', 'CH', 'CI', 'CL', 'CM', 'CN'] as const),
  ...(['CO', 'CR', 'CZ', 'DE', 'DK', 'EC', 'EE', 'EG', 'ES', 'FI', 'FR', 'ZA', 'GB', 'GE', 'GH'] as const),
  ...(['GR', 'HK', 'HR', 'HU', 'ID', 'IE', 'IL', 'IN', 'IT', 'JP', 'KE', 'KR', 'LT', 'MX', 'MY'] as const),
  ...(['NG', 'NL', 'NO', 'NZ', 'PE', 'PL', 'PT', 'QA', 'RO', 'RU', 'SE', 'SG', 'TR', 'US', 'VN'] as const),
];

/** A number, and a spelling that a person or a program uses for it. */
export interface Writing {
  readonly country: CountryCode;
  /** In E.164. */
  readonly number: string;
  readonly text: string;
}

// Marks that documents put around numbers, and separators of groups.
const AROUND = fc.constantFrom(
  ['', ''],
  [' ', ' '],
  ['\u202a', '\u202c'],
  ['\u2066', '\u2069'],
  ['\ufeff', ''],
);
const BETWEEN = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u2009', '\u2011', ' - ', '\u200b');

const trunkOf = (country: CountryCode): string => {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as unknown as { nationalPrefix: () => unknown };
  return plan.nationalPrefix() === '0' ? '0' : '';
};

/** Spellings of mobile numbers in sixty countries; the last digits are random. */
export const writings: fc.Arbitrary<Writing> = fc
  .record({
    country: fc.constantFrom(...COUNTRIES),
    last: fc.stringMatching(/^[0-9]{2}$/),
    around: AROUND,
    between: BETWEEN,
    size: fc.integer({ min: 2, max: 4 }),
    trunk: fc.constantFrom('none', 'plain', 'bracketed', 'twice'),
  })
  .map(({ country, last, around: [before, behind], between, size, trunk }) => {
    const example = getExampleNumber(country, examples)!;
    const national = example.number.slice(1 + example.countryCallingCode.length, -2) + last;
    const zero = trunkOf(country);
    const prefix = { none: '', plain: zero, bracketed: zero && `(${zero})`, twice: zero + zero }[trunk];
    // From the end, so that no digit is left alone there.
    const groups = national.match(new RegExp(`\\d{1,${size}}(?=(?:\\d{${size}})*$)`, 'g'))!;
    return {
      country,
      number: `+${example.countryCallingCode}${national}`,
      text: `${before}+${example.countryCallingCode}${between}${prefix}${groups.join(between)}${behind}`,
    };
  });
