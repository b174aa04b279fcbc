import { firstInstantAt, wallAt } from '../../../core/time/wall-clock.policy.js';

/** A stretch of time that is charged at once. */
export interface BillingPeriod {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** The month of the calendar in a zone, for whom the provider knows no period (billing 7.2). */
export function calendarMonth(now: Date, timezone: string): BillingPeriod {
  const wall = new Date(wallAt(now.getTime(), timezone));
  const firstDay = (months: number): Date =>
    new Date(firstInstantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, 1), timezone));
  return { start: firstDay(0), end: firstDay(1) };
}
