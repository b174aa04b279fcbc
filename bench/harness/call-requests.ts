import { getRequest } from './load.ts';
import type { Platform } from './platform.ts';

/** A range of whole UTC days, in the format of our routes and of SQL. */
export interface Days {
  /** YYYY-MM-DD; both days are included. */
  readonly start_date: string;
  readonly end_date: string;
  /** ISO 8601; the second instant is exclusive. */
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** The last whole days before an instant. */
export function wholeDaysBefore(untilMs: number, count: number): Days {
  const to = Math.floor(untilMs / DAY_MS) * DAY_MS;
  const from = to - count * DAY_MS;
  return {
    start_date: dateOf(from),
    end_date: dateOf(to - DAY_MS),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
}

const dateOf = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);

/** A GET of one of the analytics routes, with a partner's key. */
export const callsRequest = (
  { partnerKey }: Platform,
  route: string,
  query: Readonly<Record<string, string>>,
): Buffer =>
  getRequest(`/v1/calls/${route}?${new URLSearchParams(query).toString()}`, { 'X-API-Key': partnerKey });
