/** Two days, or two instants; both belong to the range. */
export interface Range {
  readonly start_date: string;
  readonly end_date: string;
}

/** An instant in the API's format, for a range that does not consist of whole days. */
const INSTANT = /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const DEFAULT_RANGE = '7';
const DAY_MS = 86_400_000;
// The API knows days from 2000 on.
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

/** Whether a text is an instant, or a day that exists, unlike 2026-02-31. */
function isBound(text: string | undefined): text is string {
  if (text === undefined || !(DAY.test(text) || INSTANT.test(text))) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const isDay = (text: string): boolean => DAY.test(text) && isBound(text);

/** A calendar day of a zone, as YYYY-MM-DD. */
export const dayIn = (zone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);

/** The day that is this many days before another one. */
export function daysBefore(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** The days of the address's range; the default range if the address cannot be read. */
export function rangeOf(text: string | undefined, zone: string, now: Date): Range {
  const today = dayIn(zone, now);
  if (text === 'today') return { start_date: today, end_date: today };
  if (text === 'yesterday') {
    const day = daysBefore(today, 1);
    return { start_date: day, end_date: day };
  }
  if (text === 'last_month') {
    const end = daysBefore(`${today.slice(0, 8)}01`, 1);
    return { start_date: `${end.slice(0, 8)}01`, end_date: end };
  }
  const [from, to] = (text ?? '').split('..');
  if (isBound(from) && isBound(to) && from <= to) return { start_date: from, end_date: to };
  const days = Number(text ?? DEFAULT_RANGE);
  const known = Number.isInteger(days) && days >= 1 && days <= 400 ? days : Number(DEFAULT_RANGE);
  return { start_date: daysBefore(today, known - 1), end_date: today };
}

/** The clock of a zone at an instant, in milliseconds as if it were UTC. */
const clockIn = (zone: string, at: number): number => {
  const text = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(at);
  return Date.parse(`${text.replace(', ', 'T')}Z`);
};

/** The same time of day this many days earlier, even if clocks changed in between. */
function sameTimeBefore(zone: string, now: number, days: number): Date {
  const earlier = now - days * DAY_MS;
  return new Date(earlier + clockIn(zone, now) - days * DAY_MS - clockIn(zone, earlier));
}

export interface RangeBefore extends Range {
  /** Whether the range is not over yet, and only its past part counts. */
  readonly isPart: boolean;
}

/**
 * The range of the same length just before this one. While a range is not over, it is the same
 * part of the one before, because half a day has fewer calls than a whole one.
 */
export function rangeBefore(
  { start_date: start, end_date: end }: Range,
  zone: string,
  now: Date,
): RangeBefore {
  if (!DAY.test(start) || !DAY.test(end)) {
    const [from, to] = [Date.parse(start), Date.parse(end)];
    const step = to - from + 1;
    const isPart = from <= now.getTime() && now.getTime() < to;
    const until = isPart ? now.getTime() : to;
    const at = (instant: number): string => new Date(instant - step).toISOString();
    return { start_date: at(from), end_date: at(until), isPart };
  }
  const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
  const today = dayIn(zone, now);
  const isPart = start <= today && today <= end;
  return {
    start_date: daysBefore(start, days),
    end_date: isPart ? sameTimeBefore(zone, now.getTime(), days).toISOString() : daysBefore(start, 1),
    isPart,
  };
}

/** Whether this browser knows a zone. */
export function isZone(zone: string | undefined): zone is string {
  if (!zone) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
