import fc from 'fast-check';
import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../test/support/depth.js';
import { writings } from '../../../test/support/phone-writings.js';
import { readPhoneNumber } from '../shared/phone-numbers/phone-number.policy.js';

const numRuns = atDepth({ ordinary: 500, full: 2_000 });

// requests 10.5, 10.6
describe('a mobile of sixty countries', () => {
  it('is one number in all of its writings', () => {
    fc.assert(
      fc.property(writings, ({ number, text }) => {
        expect(readPhoneNumber(text)).toBe(number);
      }),
      { numRuns, seed: 55 },
    );
  });

  it('is none with a digit more or less, unless the plan has such numbers', () => {
    fc.assert(
      fc.property(writings, fc.constantFrom(...'0123456789'), ({ number }, digit) => {
        for (const text of [number + digit, number.slice(0, -1)]) {
          const read = readPhoneNumber(text);
          if (read !== text) {
            expect(read === null || parsePhoneNumberFromString(read)?.isValid()).toBe(true);
            continue;
          }
          expect([text, isPossiblePhoneNumber(text)]).toEqual([text, true]);
          expect([text, parsePhoneNumberFromString(text)?.isValid()]).toEqual([text, true]);
        }
      }),
      { numRuns, seed: 55 },
    );
  });
});
