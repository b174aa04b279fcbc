import { describe, expect, it } from 'vitest';
import { isEffectiveOn, localDate } from './effective-dates.policy.js';

// billing 2.2
describe('the day in the zone of the client', () => {
  it.each([
    ['2026-10-31T12:59:59.999Z', 'Australia/Sydney', '2026-10-31'],
    ['2026-10-31T13:00:00Z', 'Australia/Sydney', '2026-11-01'],
    // An hour later, because there is no daylight saving time.
    ['2026-06-30T13:59:59.999Z', 'Australia/Sydney', '2026-06-30'],
    ['2026-06-30T14:00:00Z', 'Australia/Sydney', '2026-07-01'],
    ['2026-10-31T18:29:59.999Z', 'Asia/Kolkata', '2026-10-31'],
    ['2026-10-31T18:30:00Z', 'Asia/Kolkata', '2026-11-01'],
    ['2026-11-01T03:59:59.999Z', 'America/New_York', '2026-10-31'],
    ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01'],
    ['2026-10-31T09:59:59.999Z', 'Pacific/Kiritimati', '2026-10-31'],
    ['2026-10-31T10:00:00Z', 'Pacific/Kiritimati', '2026-11-01'],
    ['2026-10-31T23:59:59.999Z', 'UTC', '2026-10-31'],
  ])('at %s in %s is %s', (instant, zone, day) => {
    expect(localDate(new Date(instant), zone)).toBe(day);
  });
});

// billing 2.2
describe('what holds from 2026-11-01', () => {
  it.each([
    ['the day before', '2026-11-30', '2026-10-31', false],
    ['the first day', '2026-11-30', '2026-11-01', true],
    ['the last day', '2026-11-30', '2026-11-30', true],
    ['the day after', '2026-11-30', '2026-12-01', false],
    ['its only day', '2026-11-01', '2026-11-01', true],
    ['any later day without an end', null, '2099-01-01', true],
    ['the day before without an end', null, '2026-10-31', false],
  ])('on %s', (_, endDate, day, holds) => {
    expect(isEffectiveOn({ startDate: '2026-11-01', endDate }, day)).toBe(holds);
  });
});
