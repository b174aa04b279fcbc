import { DAY_MS, HOUR_MS } from '../../../../core/time/wall-clock.policy.js';
import type { Holiday, HolidayCalendar } from './australian-holidays.policy.js';
import { weekdayOf } from './calendar-days.policy.js';
import type { RecipientPlace } from './recipient-place.policy.js';
import type { CallType } from '../statuses.js';
import type { ZoneClock } from './zone-clock.policy.js';

/** Hours of a local day in which a call is permitted: start inclusive, end exclusive. */
export interface Hours {
  readonly startMs: number;
  readonly endMs: number;
  /** Such as `09:00`. */
  readonly start: string;
  readonly end: string;
}

const hours = (start: number, end: number): Hours => ({
  startMs: start * HOUR_MS,
  endMs: end * HOUR_MS,
  start: clockText(start),
  end: clockText(end),
});
const clockText = (hour: number): string =>
  `${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 === 0 ? '00' : '30'}`;

const ON_WEEKDAYS = { telemarketing: hours(9, 20), research: hours(9, 20.5) };
const ON_SATURDAY = hours(9, 17);
const ON_SUNDAY = { telemarketing: null, research: hours(9, 17) };

/** The hours and holidays that apply to a call. */
export interface CallingRules {
  /** Null: any hour. */
  readonly hoursOf: 'telemarketing' | 'research' | null;
  /** Whether national holidays and their substitute days block calls. */
  readonly keepsHolidays: boolean;
  /** Whether holidays that only Western Australia has block calls to people there. */
  readonly keepsHolidaysOfWa: boolean;
}

const TELEMARKETING = { hoursOf: 'telemarketing', keepsHolidays: true, keepsHolidaysOfWa: true } as const;
const RESEARCH = { hoursOf: 'research', keepsHolidays: true, keepsHolidaysOfWa: false } as const;
const service = (hoursOf: 'telemarketing' | null, keepsHolidays: boolean): CallingRules => ({
  hoursOf,
  keepsHolidays,
  keepsHolidaysOfWa: false,
});
const SERVICE = service(null, false);
const SERVICE_IN_HOURS = service('telemarketing', false);
const SERVICE_ON_WORKDAYS = service(null, true);
const SERVICE_IN_HOURS_ON_WORKDAYS = service('telemarketing', true);

/**
 * The rules for a call of this type (campaigns 5.2, 5.3). Telemarketing and research follow the
 * law's hours and holidays and all flags of the campaign; a service call follows only the flags.
 */
export function callingRules(
  callType: CallType,
  flags: { readonly prevent_after_hours: boolean; readonly check_public_holiday: boolean },
): CallingRules {
  if (callType === 'telemarketing') return TELEMARKETING;
  if (callType === 'research') return RESEARCH;
  if (flags.prevent_after_hours) {
    return flags.check_public_holiday ? SERVICE_IN_HOURS_ON_WORKDAYS : SERVICE_IN_HOURS;
  }
  return flags.check_public_holiday ? SERVICE_ON_WORKDAYS : SERVICE;
}

/** The hours of a local day, ignoring public holidays; null if the day has none. */
export function hoursOn(day: number, hoursOf: 'telemarketing' | 'research'): Hours | null {
  const weekday = weekdayOf(day);
  if (weekday === 0) return ON_SUNDAY[hoursOf];
  return weekday === 6 ? ON_SATURDAY : ON_WEEKDAYS[hoursOf];
}

/** Whether a holiday prevents calls to the person on its day (campaigns 5.6 to 5.8). */
export function isBlockedBy(
  holiday: Holiday,
  place: Pick<RecipientPlace, 'country' | 'subdivision' | 'isInWesternAustralia'>,
  rules: CallingRules,
): boolean {
  if (holiday.kind === 'state') {
    return rules.keepsHolidaysOfWa && place.isInWesternAustralia && holiday.observedIn.includes('AU-WA');
  }
  if (!rules.keepsHolidays) return false;
  if (holiday.kind === 'national') return true;
  // In Australia with an unknown state, any state's holiday counts. In another country none does.
  if (place.subdivision === null) return place.country === null || place.country === 'AU';
  return holiday.observedIn.includes(place.subdivision);
}

/** Weekends, holidays and their substitutes never cover this many days in a row. */
const MAX_DAYS_AHEAD = 14;

/**
 * The first instant at or after `fromMs` at which all of the clocks permit a call; null if there is
 * none within two weeks.
 * @param clocks one, plus those of the location if it is outside their zone
 */
export function nextPermitted(
  fromMs: number,
  place: RecipientPlace,
  clocks: readonly ZoneClock[],
  rules: CallingRules,
  calendar: HolidayCalendar,
): number | null {
  const latest = fromMs + (MAX_DAYS_AHEAD + 1) * DAY_MS;
  let at = fromMs;
  // How many consecutive clocks permit a call at this instant.
  let agreed = 0;
  for (let index = 0; agreed < clocks.length; index += 1) {
    const next = nextByClock(at, place, clocks[index % clocks.length]!, rules, calendar);
    if (next === null || next > latest) return null;
    agreed = next === at ? agreed + 1 : 1;
    at = next;
  }
  return at;
}

function nextByClock(
  fromMs: number,
  place: RecipientPlace,
  clock: ZoneClock,
  rules: CallingRules,
  calendar: HolidayCalendar,
): number | null {
  const today = Math.floor(clock.wallAt(fromMs) / DAY_MS);
  for (let day = today; day <= today + MAX_DAYS_AHEAD; day += 1) {
    const open = rules.hoursOf === null ? WHOLE_DAY : hoursOn(day, rules.hoursOf);
    if (open === null || calendar.on(day).some((holiday) => isBlockedBy(holiday, place, rules))) continue;
    if (fromMs >= clock.firstInstantAt(day * DAY_MS + open.endMs)) continue;
    return Math.max(fromMs, clock.firstInstantAt(day * DAY_MS + open.startMs));
  }
  return null;
}

const WHOLE_DAY = hours(0, 24);
