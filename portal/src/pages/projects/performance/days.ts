import { dayIn, isDay, type Range } from '../../../address/range';

const DAY_MS = 86_400_000;

/** The most days of a comparison (version-performance 1.2). */
const MOST_DAYS = 92;

/** The days that an address names as "2026-01-31..2026-02-28"; undefined: none. */
export function daysNamed(text: string | undefined): Range | undefined {
  const [start_date = '', end_date = ''] = (text ?? '').split('..');
  return isDay(start_date) && isDay(end_date) && start_date <= end_date
    ? { start_date, end_date }
    : undefined;
}

export const isTooLong = ({ start_date: start, end_date: end }: Range): boolean =>
  Date.parse(end) - Date.parse(start) >= MOST_DAYS * DAY_MS;

/** The days, in the project's zone, that a comparison has read. The end is exclusive. */
export const daysRead = ({
  timezone,
  from_utc: from,
  to_utc: to,
}: {
  timezone: string;
  from_utc: string;
  to_utc: string;
}): Range => ({
  start_date: dayIn(timezone, new Date(from)),
  end_date: dayIn(timezone, new Date(Math.max(Date.parse(from), Date.parse(to) - 1))),
});
