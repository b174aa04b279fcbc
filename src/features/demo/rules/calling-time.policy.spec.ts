import { describe, expect, it } from 'vitest';
import { zoneToCallBy } from './calling-time.policy.js';

const TEN_MINUTES = 10 * 60 * 1000;
const isPermitted = (country: string, at: string): boolean =>
  zoneToCallBy(country, new Date(at), TEN_MINUTES) !== null;

// demo 3.5
describe('the time at which the demo calls', () => {
  it.each<[boolean, string, string, string]>([
    // Western Australia is three hours behind Sydney in summer; Lord Howe Island has the same time
    // as Sydney.
    [false, 'AU', '2026-11-25T00:59:59.999Z', 'before 9:00 in Perth, 11:59 in Sydney'],
    [true, 'AU', '2026-11-25T01:00:00.000Z', '9:00 in Perth'],
    [true, 'AU', '2026-11-25T08:49:59.999Z', 'ten minutes before 20:00 in Sydney'],
    [false, 'AU', '2026-11-25T08:50:00.000Z', 'the call could wait until 20:00'],
    [false, 'AU', '2026-11-25T09:30:00.000Z', '20:30 in Sydney, 17:30 in Perth'],
    [true, 'AU', '2026-11-28T05:49:59.999Z', 'Saturday, ten minutes before 17:00 in Sydney'],
    [false, 'AU', '2026-11-28T05:50:00.000Z', 'Saturday, later'],
    [false, 'AU', '2026-11-29T03:00:00.000Z', 'Sunday'],
    [false, 'AU', '2027-01-26T03:00:00.000Z', 'Australia Day'],
    [false, 'AU', '2026-12-28T03:00:00.000Z', 'the day for Boxing Day, which is a Saturday'],
    [false, 'AU', '2027-04-26T03:00:00.000Z', 'the day for Anzac Day, in some states'],
    [true, 'GB', '2026-11-25T09:00:00.000Z', '9:00 in London'],
    [false, 'GB', '2026-11-25T08:59:59.999Z', 'before'],
    [true, 'GB', '2026-11-25T19:49:59.999Z', 'ten minutes before 20:00'],
    [true, 'GB', '2026-06-24T08:00:00.000Z', '9:00 in London in summer'],
    [true, 'NZ', '2026-11-24T20:00:00.000Z', '9:00 in Auckland, 9:45 on the Chatham Islands'],
    [false, 'NZ', '2026-11-25T06:05:00.000Z', '19:05 in Auckland, 19:50 on the Chatham Islands'],
    [false, 'US', '2026-11-25T15:00:00.000Z', '10:00 in New York, 5:00 in Honolulu'],
    [false, 'ZZ', '2026-11-25T12:00:00.000Z', 'a country without zones'],
  ])('is %s for %s at %s: %s', (permitted, country, at) => {
    expect(isPermitted(country, at)).toBe(permitted);
  });

  it('names a zone of the country', () => {
    expect(zoneToCallBy('AU', new Date('2026-11-25T03:00:00Z'), TEN_MINUTES)).toMatch(
      /^(Australia|Antarctica)\//,
    );
  });
});
