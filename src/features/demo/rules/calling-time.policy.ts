import { HolidayCalendar } from '../../campaigns/rules/calling-hours/australian-holidays.policy.js';
import { callingRules, nextPermitted } from '../../campaigns/rules/calling-hours/calling-hours.policy.js';
import { recipientPlace } from '../../campaigns/rules/calling-hours/recipient-place.policy.js';
import { ZoneClocks } from '../../campaigns/rules/calling-hours/zone-clock.policy.js';

/** The flags of a demo call, a service call that keeps hours and holidays (campaigns 5.2). */
export const DEMO_HOURS = { prevent_after_hours: true, check_public_holiday: true } as const;

const RULES = callingRules('service', DEMO_HOURS);
const CLOCKS = new ZoneClocks();
const HOLIDAYS = new HolidayCalendar();

/**
 * A zone in which a person of a country may be called (demo 3.4). A number does not reveal where in
 * its country the person is, so all clocks of the country must permit the call, from now until the
 * call would be abandoned.
 * @param waitsMs how long the call waits for a runtime
 * @returns null: not permitted at this hour
 */
export function zoneToCallBy(country: string, now: Date, waitsMs: number): string | null {
  const clocks = CLOCKS.ofCountry(country);
  const [first] = clocks;
  if (first === undefined) return null;
  const place = recipientPlace(
    { recipientTimezone: first.timezone, recipientCountry: country, recipientSubdivision: null },
    CLOCKS,
    null,
  );
  const isPermitted = (atMs: number): boolean => nextPermitted(atMs, place, clocks, RULES, HOLIDAYS) === atMs;
  const nowMs = now.getTime();
  return isPermitted(nowMs) && isPermitted(nowMs + waitsMs) ? first.timezone : null;
}
