import { describe, expect, it } from 'vitest';
import { countryOfZone } from './zone-country.policy.js';

describe('the country of a time zone', () => {
  it.each([
    ['Australia/Sydney', 'AU'],
    ['Australia/Broken_Hill', 'AU'],
    ['Asia/Kolkata', 'IN'],
    ['Asia/Calcutta', 'IN'],
    ['Europe/Berlin', 'DE'],
    ['America/Argentina/Buenos_Aires', 'AR'],
    ['US/Pacific', 'US'],
    ['UTC', null],
    ['Etc/GMT+10', null],
  ])('is found by any name of the zone: %s', (zone, country) => {
    expect(countryOfZone(zone)).toBe(country);
  });
});
