import { DAY_MS, wallAt } from '../../../core/time/wall-clock.policy.js';

/** Local days, YYYY-MM-DD, both included; open-ended without a last one. */
export interface EffectiveDates {
  readonly startDate: string;
  readonly endDate: string | null;
}

/** The calendar day in a zone. @param timezone a checked IANA name */
export const localDate = (now: Date, timezone: string): string =>
  new Date(Math.floor(wallAt(now.getTime(), timezone) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);

/** Whether it applies on this day; both ends are inclusive (billing 2.2). */
export const isEffectiveOn = ({ startDate, endDate }: EffectiveDates, day: string): boolean =>
  startDate <= day && (endDate === null || day <= endDate);
