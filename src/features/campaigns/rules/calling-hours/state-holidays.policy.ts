import { dayOf, weekdayOf } from './calendar-days.policy.js';
import type { Subdivision } from './subdivisions.js';

interface StateHoliday {
  readonly day: number;
  readonly name: string;
  readonly subdivision: Subdivision;
}

const MONDAY = 1;
const TUESDAY = 2;
const FRIDAY = 5;

const first = (year: number, month: number, weekday: number): number => {
  const start = dayOf(year, month, 1);
  return start + ((weekday - weekdayOf(start) + 7) % 7);
};

const nth = (year: number, month: number, weekday: number, count: number): number =>
  first(year, month, weekday) + 7 * (count - 1);

const last = (year: number, month: number, weekday: number): number => first(year, month + 1, weekday) - 7;

/** From this year on, Western Australia has two more holidays, and others on different days. */
const NEW_DAYS_OF_WA = 2028;
/** Proclaimed, as a rule for the last Monday of September; this year was an exception. */
const KINGS_BIRTHDAY_OF_WA_2024 = dayOf(2024, 9, 23);

/**
 * Whole days that one state or territory observes and the nation does not, by its published rules
 * (campaigns 5.8). Part-day holidays, and the show days of towns and regions, are left out.
 */
export function stateHolidays(year: number, easter: number): StateHoliday[] {
  const days = (subdivision: Subdivision, named: Readonly<Record<string, number>>): StateHoliday[] =>
    Object.entries(named).map(([name, day]) => ({ name, day, subdivision }));
  const easterDays = { 'Easter Saturday': easter - 1, 'Easter Sunday': easter };
  const kingsBirthday = { "King's Birthday": nth(year, 6, MONDAY, 2) };
  const labourDay = { 'Labour Day': nth(year, 10, MONDAY, 1) };
  const secondOfMarch = nth(year, 3, MONDAY, 2);
  // The first Monday on or after 27 May.
  const may27 = dayOf(year, 5, 27);
  const reconciliationDay = may27 + ((MONDAY - weekdayOf(may27) + 7) % 7);
  return [
    ...days('AU-ACT', {
      'Canberra Day': secondOfMarch,
      'Reconciliation Day': reconciliationDay,
      ...easterDays,
      ...kingsBirthday,
      ...labourDay,
    }),
    ...days('AU-NSW', { ...easterDays, ...kingsBirthday, ...labourDay }),
    ...days('AU-NT', {
      'May Day': nth(year, 5, MONDAY, 1),
      'Picnic Day': nth(year, 8, MONDAY, 1),
      ...easterDays,
      ...kingsBirthday,
    }),
    ...days('AU-QLD', {
      'Labour Day': nth(year, 5, MONDAY, 1),
      "King's Birthday": nth(year, 10, MONDAY, 1),
      ...easterDays,
    }),
    ...days('AU-SA', { 'Adelaide Cup Day': secondOfMarch, ...easterDays, ...kingsBirthday, ...labourDay }),
    ...days('AU-TAS', { 'Eight Hours Day': secondOfMarch, ...kingsBirthday }),
    ...days('AU-VIC', {
      'Labour Day': secondOfMarch,
      // The Friday before a match whose day is announced each year: so far it was always the last
      // one in September.
      'Friday before the AFL Grand Final': last(year, 9, FRIDAY),
      'Melbourne Cup Day': nth(year, 11, TUESDAY, 1),
      ...easterDays,
      ...kingsBirthday,
    }),
    ...days('AU-WA', year < NEW_DAYS_OF_WA ? oldDaysOfWa(year, easter) : newDaysOfWa(year, easter)),
  ];
}

const oldDaysOfWa = (year: number, easter: number): Record<string, number> => ({
  'Labour Day': nth(year, 3, MONDAY, 1),
  'Easter Sunday': easter,
  'Western Australia Day': nth(year, 6, MONDAY, 1),
  "King's Birthday": year === 2024 ? KINGS_BIRTHDAY_OF_WA_2024 : last(year, 9, MONDAY),
});

const newDaysOfWa = (year: number, easter: number): Record<string, number> => ({
  // A week later in years with a state election, which is every fourth year.
  'Labour Day': nth(year, 3, MONDAY, year % 4 === 1 ? 3 : 2),
  'Easter Saturday': easter - 1,
  'Easter Sunday': easter,
  "King's Birthday": nth(year, 6, MONDAY, 2),
  // The first Monday of the spring school holidays, which is announced; they begin in the last week
  // of September.
  'Show Day': last(year, 9, MONDAY),
  'Western Australia Day': nth(year, 11, MONDAY, 2),
});
