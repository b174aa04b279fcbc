import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import { dayOf, yearOf } from './calendar-days.policy.js';
import { stateHolidays } from './state-holidays.policy.js';
import { SUBDIVISIONS, type Subdivision } from './subdivisions.js';

/** A holiday, and the places that observe it. */
export interface Holiday {
  readonly name: string;
  /**
   * `national`: one of the seven days that are holidays everywhere. `substitute`: declared instead
   * of or in addition to one of them because it falls on a weekend. `state`: only in a state or
   * territory.
   */
  readonly kind: 'national' | 'substitute' | 'state';
  readonly observedIn: readonly Subdivision[];
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const fromMarch = epact + weekday - 7 * lateMoon + 114;
  return dayOf(year, Math.floor(fromMarch / 31), (fromMarch % 31) + 1);
}

/** The seven days that are holidays everywhere in Australia, of any year (campaigns 5.6). */
function nationalHolidays(year: number): ReadonlyMap<number, string> {
  const easter = easterSunday(year);
  return new Map([
    [dayOf(year, 1, 1), "New Year's Day"],
    [dayOf(year, 1, 26), 'Australia Day'],
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Easter Monday'],
    // After Easter: if both coincide, as on 25 April 2011, the day has the name of the fixed one.
    [dayOf(year, 4, 25), 'Anzac Day'],
    [dayOf(year, 12, 25), 'Christmas Day'],
    [dayOf(year, 12, 26), 'Boxing Day'],
  ]);
}

const EVERYWHERE = SUBDIVISIONS;

/**
 * Days declared because a national holiday falls on a weekend, by the rules that states and
 * territories have published (campaigns 5.7). They differ only on Anzac Day. The ACT and Western
 * Australia add a Monday after a Saturday and a Sunday. Queensland, South Australia and the
 * Northern Territory add it after a Sunday. New South Wales adds it by an order for 2026 and 2027,
 * Victoria and Tasmania never.
 */
const SUBSTITUTES: readonly (readonly [string, string, readonly Subdivision[]])[] = [
  ['2025-01-27', 'Australia Day', EVERYWHERE],
  ['2026-04-27', 'Anzac Day', ['AU-ACT', 'AU-NSW', 'AU-WA']],
  ['2026-12-28', 'Boxing Day', EVERYWHERE],
  ['2027-04-26', 'Anzac Day', ['AU-ACT', 'AU-NSW', 'AU-NT', 'AU-QLD', 'AU-SA', 'AU-WA']],
  ['2027-12-27', 'Christmas Day', EVERYWHERE],
  ['2027-12-28', 'Boxing Day', EVERYWHERE],
  ['2028-01-03', "New Year's Day", EVERYWHERE],
  ['2030-01-28', 'Australia Day', EVERYWHERE],
  ['2031-01-27', 'Australia Day', EVERYWHERE],
  ['2032-04-26', 'Anzac Day', ['AU-ACT', 'AU-NT', 'AU-QLD', 'AU-SA', 'AU-WA']],
  ['2032-12-27', 'Christmas Day', EVERYWHERE],
  ['2032-12-28', 'Boxing Day', EVERYWHERE],
];

/** The years whose substitute days are known. */
export const SUBSTITUTES_FROM = 2024;
export const SUBSTITUTES_UNTIL = 2032;

const SUBSTITUTE_DAYS: ReadonlyMap<number, Holiday> = new Map(
  SUBSTITUTES.map(([date, of, observedIn]) => [
    Date.parse(date) / DAY_MS,
    Object.freeze({ name: `${of} (substitute day)`, kind: 'substitute', observedIn }),
  ]),
);

/** All holidays observed anywhere on the days of a year; days without are left out. */
function holidaysOfYear(year: number): ReadonlyMap<number, readonly Holiday[]> {
  const days = new Map<number, Holiday[]>();
  const add = (day: number, holiday: Holiday): void => {
    days.set(day, [...(days.get(day) ?? []), holiday]);
  };
  for (const [day, name] of nationalHolidays(year)) {
    add(day, Object.freeze({ name, kind: 'national', observedIn: EVERYWHERE }));
  }
  for (const [day, holiday] of SUBSTITUTE_DAYS) if (yearOf(day) === year) add(day, holiday);
  for (const { day, name, subdivision } of stateHolidays(year, easterSunday(year))) {
    add(day, Object.freeze({ name, kind: 'state', observedIn: [subdivision] }));
  }
  return days;
}

const NONE: readonly Holiday[] = Object.freeze([]);

/** Holidays of Australia by day; a year is computed when it is first needed. */
export class HolidayCalendar {
  private readonly days = new Map<number, readonly Holiday[]>();

  /** @returns the holidays observed anywhere in Australia on the day, national holidays first */
  on(day: number): readonly Holiday[] {
    return this.days.get(day) ?? this.fill(day);
  }

  private fill(asked: number): readonly Holiday[] {
    const year = yearOf(asked);
    const holidays = holidaysOfYear(year);
    for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day += 1) {
      this.days.set(day, Object.freeze(holidays.get(day) ?? NONE));
    }
    return this.days.get(asked) ?? NONE;
  }
}
