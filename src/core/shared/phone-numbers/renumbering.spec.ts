import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { readPhoneNumber } from './phone-number.policy.js';
import { withFormerNumbers } from './former-numbers.js';
import { RENUMBERINGS } from './renumbering.js';

/** Old numbers and their new ones, from the announcements. */
const EXAMPLES: readonly (readonly [country: string, old: string, today: string])[] = [
  ['BJ', '+22997123456', '+2290197123456'],
  ['CI', '+22520812345', '+2252120812345'],
  ['CI', '+22520012345', '+2252520012345'],
  ['CI', '+22520212345', '+2252720212345'],
  ['CI', '+22501123456', '+2250101123456'],
  ['CI', '+22505123456', '+2250505123456'],
  ['CI', '+22507123456', '+2250707123456'],
  ['GA', '+24101761234', '+24111761234'],
  ['GA', '+24106123456', '+24166123456'],
  ['GA', '+2416123456', '+24166123456'],
  ['GA', '+24107280150', '+24177280150'],
  ['CM', '+23777123456', '+237677123456'],
  ['CM', '+23799123456', '+237699123456'],
  ['MU', '+2307123456', '+23057123456'],
  ['EG', '+20121234567', '+201221234567'],
  ['EG', '+20101234567', '+201001234567'],
  ['EG', '+20111234567', '+201111234567'],
  ['BR', '+551187654321', '+5511987654321'],
  ['MX', '+5215512345678', '+525512345678'],
  ['CL', '+5621234567', '+56221234567'],
  ['CL', '+5661123456', '+56612123456'],
  ['CO', '+5712281260', '+576012281260'],
  ['EC', '+59398123456', '+593998123456'],
  ['SX', '+5995421234', '+17215421234'],
  ['QA', '+9744856986', '+97444856986'],
  ['GE', '+99577123456', '+995577123456'],
  ['GE', '+99532761234', '+995322761234'],
  ['TL', '+6707234567', '+67077234567'],
  ['SA', '+96614123456', '+966114123456'],
  ['SA', '+96626123456', '+966126123456'],
  ['VN', '+841201234567', '+84701234567'],
  ['VN', '+841211234567', '+84791234567'],
  ['VN', '+841221234567', '+84771234567'],
  ['VN', '+841231234567', '+84831234567'],
  ['VN', '+841271234567', '+84811234567'],
  ['VN', '+841291234567', '+84821234567'],
  ['VN', '+841681234567', '+84381234567'],
  ['VN', '+841861234567', '+84561234567'],
  ['VN', '+841991234567', '+84591234567'],
  ['VN', '+84438123456', '+842438123456'],
];

// requests 10.8
describe('a plan that changed by a fixed rule', () => {
  it.each(EXAMPLES)('of %s: %s and %s are one number', (_, old, today) => {
    expect([readPhoneNumber(old), readPhoneNumber(today)]).toEqual([today, today]);
  });

  // requests 10.9
  it.each(EXAMPLES)('of %s: what was stored of %s is found by %s', (_, old, today) => {
    expect(withFormerNumbers(today)[0]).toBe(today);
    expect(withFormerNumbers(today)).toContain(old);
    expect(withFormerNumbers(old)).toEqual(withFormerNumbers(today));
  });

  it.each(['+61255501234', '+551138765432'])('gives %s no other number', (number) => {
    expect(withFormerNumbers(number)).toEqual([number]);
  });

  it('shows each of its rules', () => {
    const shown = RENUMBERINGS.filter(({ country, from, to }) =>
      EXAMPLES.some(
        ([of, old, today]) => of === country && from.test(old) && old.replace(from, to) === today,
      ),
    );
    expect(shown).toEqual(RENUMBERINGS);
  });

  // Gabon's tables still contain its old plan.
  it.each(EXAMPLES.filter(([country]) => country !== 'GA'))(
    'of %s no longer has a number such as %s',
    (_, old) => {
      expect(parsePhoneNumberFromString(old)?.isValid() ?? false).toBe(false);
    },
  );
});
