import { describe, expect, it } from 'vitest';
import { aTypedNumber, mayCall } from '../../support/random-strangers.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { countryOfOrdinary } from '../../../src/features/dialling/numbers/ordinary-number.policy.js';
import { zoneToCallBy } from '../../../src/features/demo/rules/calling-time.policy.js';

const REQUESTS = 10_000;
const LISTED = ['AU', 'NZ'];
const FIRST = Date.UTC(2026, 0, 1);
const TWO_YEARS_IN_MINUTES = 2 * 365 * 24 * 60;

// demo 3.4, 3.5
describe('of 10,000 random requests', () => {
  it('those and no others may be called that the tables of the law permit', () => {
    const random = new SeededRandom(47);
    const wrong: string[] = [];
    let called = 0;
    for (let count = 0; count < REQUESTS; count += 1) {
      const { phone, country } = aTypedNumber(random);
      const at = FIRST + random.below(TWO_YEARS_IN_MINUTES) * 60_000;
      const found = countryOfOrdinary(phone);
      const zone =
        found !== null && LISTED.includes(found) ? zoneToCallBy(found, new Date(at), 600_000) : null;
      const isDue = (country === 'AU' || country === 'NZ') && mayCall(country, at);
      if (found !== country || (zone !== null) !== isDue)
        wrong.push(`${phone} at ${new Date(at).toISOString()}: ${found} ${zone}`);
      if (zone !== null) called += 1;
    }
    expect(wrong).toEqual([]);
    expect(called).toBeGreaterThan(REQUESTS / 10);
  });
});
