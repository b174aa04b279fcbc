import { DAY_MS, firstInstantAfter, firstInstantAt, wallAt } from '../../../core/time/wall-clock.policy.js';

/** `daily`: one mail a day with all notices of the day. */
export const DELIVERIES = ['immediate', 'daily'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** When an address gets its mails. Times are HH:MM in its own zone. */
export interface SendingTimes {
  readonly delivery: Delivery;
  readonly digest_at: string;
  /** Both, or neither. */
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly timezone: string;
}

/** The default times of an address. */
export const USUAL_TIMES: SendingTimes = {
  delivery: 'immediate',
  digest_at: '08:00',
  quiet_from: null,
  quiet_until: null,
  timezone: 'UTC',
};

/** Why a notice waits, and until when. */
interface Wait {
  readonly until: Date;
  readonly reason: 'daily_mail' | 'quiet_hours';
}

/**
 * When a notice that was written at `createdAt` may be mailed (email-routing 6.9, 6.10). Checked
 * again at each attempt.
 * @returns null: now
 */
export function waitOf(times: SendingTimes, createdAt: Date, now: Date): Wait | null {
  const daily = times.delivery === 'daily' ? digestAfter(times, createdAt.getTime()) : 0;
  const earliest = Math.max(now.getTime(), daily);
  const until = quietEnd(times, earliest);
  if (until <= now.getTime()) return null;
  return { until: new Date(until), reason: until > earliest ? 'quiet_hours' : 'daily_mail' };
}

/** The first time of the daily mail at or after an instant. */
function digestAfter({ digest_at: at, timezone }: SendingTimes, instant: number): number {
  const today = dayOf(instant, timezone) + msOf(at);
  const first = firstInstantAt(today, timezone);
  return first >= instant ? first : firstInstantAt(today + DAY_MS, timezone);
}

/** The first instant at or after this one that is not within quiet hours. */
function quietEnd({ quiet_from, quiet_until, timezone }: SendingTimes, instant: number): number {
  if (quiet_from === null || quiet_until === null) return instant;
  const [from, until] = [msOf(quiet_from), msOf(quiet_until)];
  let at = instant;
  // If the clock is put back during quiet hours, they occur twice.
  for (;;) {
    const day = dayOf(at, timezone);
    const time = wallAt(at, timezone) - day;
    const isQuiet = from < until ? time >= from && time < until : time >= from || time < until;
    if (!isQuiet) return at;
    const end = day + until + (time < until ? 0 : DAY_MS);
    const first = firstInstantAt(end, timezone);
    at = first > at ? first : firstInstantAfter(end, timezone) - 1;
  }
}

const dayOf = (instant: number, timezone: string): number =>
  Math.floor(wallAt(instant, timezone) / DAY_MS) * DAY_MS;

const msOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours! * 60 + minutes!) * 60_000;
};
