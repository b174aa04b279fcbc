import { describe, expect, it } from 'vitest';
import { calendarMonth } from './billing-period.policy.js';

// billing 7.2
describe('the month of the calendar', () => {
  it.each([
    ['2026-11-22T10:00:00Z', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    // Clocks go forward on the fourth of October: the month is an hour short.
    ['2026-10-22T10:00:00Z', 'Australia/Sydney', '2026-09-30T14:00:00.000Z', '2026-10-31T13:00:00.000Z'],
    ['2026-10-31T13:00:00Z', 'Australia/Sydney', '2026-10-31T13:00:00.000Z', '2026-11-30T13:00:00.000Z'],
    ['2026-10-31T12:59:59.999Z', 'Australia/Sydney', '2026-09-30T14:00:00.000Z', '2026-10-31T13:00:00.000Z'],
    ['2026-12-31T18:30:00Z', 'Asia/Kolkata', '2026-12-31T18:30:00.000Z', '2027-01-31T18:30:00.000Z'],
    ['2028-02-29T12:00:00Z', 'UTC', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ])('of %s in %s', (now, zone, start, end) => {
    const period = calendarMonth(new Date(now), zone);
    expect([period.start.toISOString(), period.end.toISOString()]).toEqual([start, end]);
  });
});
