import { describe, expect, it } from 'vitest';
import { recipientPlace } from './recipient-place.policy.js';
import { isElsewhere } from './subdivisions.js';
import { ZoneClocks } from './zone-clock.policy.js';

// campaigns 5.5
describe('where a contact is', () => {
  it.each([
    ['NSW', 'NZ', true],
    ['NSW', 'AU', false],
    ['AUK', 'AU', true],
    ['AUK', 'NZ', false],
    ['AU-NSW', 'NZ', true],
    ['CA', 'US', false],
  ])('%s is not in %s: %s', (subdivision, country, expected) => {
    expect(isElsewhere(subdivision, country)).toBe(expected);
  });

  it.each(['UK', 'ZZ'])('is unknown of a country that there is not: %s', (recipientCountry) => {
    const contact = { recipientTimezone: 'Europe/London', recipientCountry, recipientSubdivision: null };
    expect(recipientPlace(contact, new ZoneClocks(), null)).toMatchObject({
      country: null,
      fault: 'location_missing',
    });
  });
});
