import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import { SUBSTITUTES_FROM, SUBSTITUTES_UNTIL } from './australian-holidays.policy.js';
import type { Holiday, HolidayCalendar } from './australian-holidays.policy.js';
import { yearOf } from './calendar-days.policy.js';
import { hoursOn, isBlockedBy, type CallingRules, type Hours } from './calling-hours.policy.js';
import type { RecipientPlace } from './recipient-place.policy.js';

/** Warnings that do not prevent a call (campaigns 5.8). */
export type ContactWarning =
  'timezone_place_mismatch' | 'state_holiday' | 'holiday_calendar_unknown' | 'substitute_days_unknown';

/** An instant at the person's location. */
export interface LocalMoment {
  /** Null on a day without hours, and if any hour is permitted. */
  readonly hours: Hours | null;
  readonly isWithinHours: boolean;
  /** The holiday that blocks the day, or else one that is observed there. */
  readonly holiday: Holiday | null;
  readonly isBlockedByHoliday: boolean;
  readonly warnings: readonly ContactWarning[];
}

const NO_WARNINGS: readonly ContactWarning[] = Object.freeze([]);

/** @param wallMs the local time at the location */
export function localMoment(
  wallMs: number,
  place: RecipientPlace,
  rules: CallingRules,
  calendar: HolidayCalendar,
): LocalMoment {
  const day = Math.floor(wallMs / DAY_MS);
  const timeOfDay = wallMs - day * DAY_MS;
  const hours = rules.hoursOf === null ? null : hoursOn(day, rules.hoursOf);
  const isWithinHours =
    rules.hoursOf === null || (hours !== null && timeOfDay >= hours.startMs && timeOfDay < hours.endMs);
  const holidays = calendar.on(day);
  const blocking = holidays.find((holiday) => isBlockedBy(holiday, place, rules));
  const observed = holidays.find((holiday) => isObservedAt(place, holiday));
  return {
    hours,
    isWithinHours,
    holiday: blocking ?? observed ?? null,
    isBlockedByHoliday: blocking !== undefined,
    warnings: warningsOf(day, place, rules, blocking === undefined ? observed : undefined),
  };
}

function isObservedAt({ country, subdivision }: RecipientPlace, holiday: Holiday): boolean {
  if (holiday.kind === 'national') return country === null || country === 'AU';
  if (subdivision !== null) return holiday.observedIn.includes(subdivision);
  return country === null || country === 'AU';
}

function warningsOf(
  day: number,
  place: RecipientPlace,
  rules: CallingRules,
  observed: Holiday | undefined,
): readonly ContactWarning[] {
  const hasStateHoliday = observed?.kind === 'state';
  const isForeign = place.country !== null && place.country !== 'AU';
  const isBeyondTable = isOutsideOfTable(day);
  if (!rules.keepsHolidays || !(hasStateHoliday || isForeign || isBeyondTable)) return NO_WARNINGS;
  const warnings: ContactWarning[] = [];
  if (hasStateHoliday) warnings.push('state_holiday');
  if (isForeign) warnings.push('holiday_calendar_unknown');
  if (isBeyondTable) warnings.push('substitute_days_unknown');
  return Object.freeze(warnings);
}

function isOutsideOfTable(day: number): boolean {
  const year = yearOf(day);
  return year < SUBSTITUTES_FROM || year > SUBSTITUTES_UNTIL;
}
