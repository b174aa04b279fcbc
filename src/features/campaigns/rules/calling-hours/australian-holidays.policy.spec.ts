import { describe, expect, it } from 'vitest';
import { easterSunday, HolidayCalendar } from './australian-holidays.policy.js';
import { dayOf } from './calendar-days.policy.js';
import type { Subdivision } from './subdivisions.js';

const DAY = 86_400_000;
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

describe('Easter', () => {
  // From published tables, including the earliest and latest possible days and the years that
  // simpler rules get wrong.
  it.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2029, '2029-04-01'],
    [2030, '2030-04-21'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2100, '2100-03-28'],
    [2285, '2285-03-22'],
  ])('of %i is %s', (year, date) => {
    expect(dateOf(easterSunday(year))).toBe(date);
  });
});

describe('the holidays of one state (campaigns 5.8)', () => {
  const calendar = new HolidayCalendar();
  const ofState = (subdivision: Subdivision, year: number): string[] => {
    const days: string[] = [];
    for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day += 1) {
      const holidays = calendar.on(day).filter((holiday) => holiday.kind === 'state');
      if (holidays.some((holiday) => holiday.observedIn.includes(subdivision)))
        days.push(dateOf(day).slice(5));
    }
    return days;
  };
  it.each<[Subdivision, number, string]>([
    ['AU-ACT', 2026, '03-09 04-04 04-05 06-01 06-08 10-05'],
    ['AU-ACT', 2024, '03-11 03-30 03-31 05-27 06-10 10-07'],
    ['AU-NSW', 2026, '04-04 04-05 06-08 10-05'],
    ['AU-NT', 2026, '04-04 04-05 05-04 06-08 08-03'],
    ['AU-QLD', 2026, '04-04 04-05 05-04 10-05'],
    ['AU-SA', 2026, '03-09 04-04 04-05 06-08 10-05'],
    ['AU-TAS', 2026, '03-09 06-08'],
    ['AU-VIC', 2026, '03-09 04-04 04-05 06-08 09-25 11-03'],
    ['AU-VIC', 2024, '03-11 03-30 03-31 06-10 09-27 11-05'],
    ['AU-WA', 2024, '03-04 03-31 06-03 09-23'],
    ['AU-WA', 2026, '03-02 04-05 06-01 09-28'],
    ['AU-WA', 2028, '03-13 04-15 04-16 06-12 09-25 11-13'],
    ['AU-WA', 2029, '03-19 03-31 04-01 06-11 09-24 11-12'],
  ])('%s in %i', (subdivision, year, expected) => {
    expect(ofState(subdivision, year).join(' ')).toBe(expected);
  });
});
