import { DAY_MS, firstInstantAt, HOUR_MS, wallAt } from '../../../core/time/wall-clock.policy.js';
import type { Frequency } from './report-words.js';

export interface PeriodTerms {
  readonly frequency: Frequency;
  /** A checked IANA name. */
  readonly timezone: string;
  /** HH:MM */
  readonly sendAtLocal: string;
}

/** A local day, a week from Monday, or a month (report-schedules 2.1). */
export interface Period {
  /** Its first and its last local day, as YYYY-MM-DD. */
  readonly from: string;
  readonly until: string;
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
  /** When it is sent: the first time that the clock shows send_at_local on the following day. */
  readonly sendAt: Date;
}

/** The period that begins on a local day, given as YYYY-MM-DD. */
export const periodFrom = (terms: PeriodTerms, from: string): Period => periodAt(terms, Date.parse(from));

/** The next period. */
export const periodAfter = (terms: PeriodTerms, { until }: Pick<Period, 'until'>): Period =>
  periodAt(terms, Date.parse(until) + DAY_MS);

/** The first period to report after an instant, with which a new schedule starts. */
export function nextPeriod(terms: PeriodTerms, now: Date): Period {
  let period = lastClosed(terms, now);
  while (period.sendAt <= now) period = periodAfter(terms, period);
  return period;
}

/** The last complete day, week or month. */
export function lastClosed(terms: PeriodTerms, now: Date): Period {
  const current = firstDayOf(terms.frequency, wallAt(now.getTime(), terms.timezone));
  return periodAt(terms, firstDayOf(terms.frequency, current - DAY_MS));
}

/** @param firstDay its midnight, as milliseconds since 1970 read as if in UTC */
function periodAt({ frequency, timezone, sendAtLocal }: PeriodTerms, firstDay: number): Period {
  const next = firstDayOf(frequency, firstDay + LONGEST_DAYS[frequency] * DAY_MS);
  const [hours = 0, minutes = 0] = sendAtLocal.split(':').map(Number);
  return {
    from: dayOf(firstDay),
    until: dayOf(next - DAY_MS),
    start: new Date(firstInstantAt(firstDay, timezone)),
    end: new Date(firstInstantAt(next, timezone)),
    sendAt: new Date(firstInstantAt(next + hours * HOUR_MS + minutes * 60_000, timezone)),
  };
}

const LONGEST_DAYS: Readonly<Record<Frequency, number>> = { daily: 1, weekly: 7, monthly: 31 };

function firstDayOf(frequency: Frequency, wallMs: number): number {
  const day = Math.floor(wallMs / DAY_MS) * DAY_MS;
  const date = new Date(day);
  switch (frequency) {
    case 'daily':
      return day;
    case 'weekly':
      return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
    case 'monthly':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
}

const dayOf = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10);
