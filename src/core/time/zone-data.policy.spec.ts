import { describe, expect, it } from 'vitest';
import { differenceOfZoneData, zoneData } from './zone-data.policy.js';

// requests 9.11
describe('the zone data of a process', () => {
  it('has a version of the rules and one of the names', () => {
    expect(zoneData()).toEqual({
      rules: expect.stringMatching(/^\d{4}[a-z]$/) as string,
      names: expect.stringMatching(/^\d{4}[a-z]$/) as string,
    });
  });

  it('is reported if the two have different versions, with the one that is used for times', () => {
    expect(differenceOfZoneData({ rules: '2026c', names: '2026c' })).toBeNull();
    expect(differenceOfZoneData({ rules: '2026c', names: '2026d' })).toContain('computed with 2026c');
  });
});
