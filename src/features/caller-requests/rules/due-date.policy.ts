import { isIanaTimezone } from '../../../core/time/timezone.policy.js';
import { addLocalDays, DAY_MS, firstInstantAt, wallAt } from '../../../core/time/wall-clock.policy.js';
import { isClosed } from './transition.policy.js';
import type { CallerRequestStatus, DueState } from './vocabulary.js';

/**
 * The local days within which a request has to be answered, and before whose end it is urgent
 * (caller-requests section 3).
 */
const DAYS_TO_ANSWER = 30;
const URGENT_DAYS = 7;

/**
 * When a request falls due. Both the time zone and the date are fixed when the request is recorded.
 */
export interface DueDate {
  /** The local time of receipt, 30 days later. */
  readonly dueAt: Date;
  /** The local day 30 days later, as YYYY-MM-DD. */
  readonly dueDateLocal: string;
  /** The first instant of the seventh day before that day. */
  readonly urgentFrom: Date;
  /** The first instant after that day. */
  readonly overdueFrom: Date;
}

/** @param timezone a checked IANA name */
export function dueDate(receivedAt: Date, timezone: string): DueDate {
  // Counted in calendar days: if a clock jumps from 23:00 to midnight, that is the next day.
  const day = localDay(receivedAt.getTime(), timezone) + DAYS_TO_ANSWER * DAY_MS;
  return {
    dueAt: new Date(addLocalDays(receivedAt.getTime(), DAYS_TO_ANSWER, timezone)),
    dueDateLocal: new Date(day).toISOString().slice(0, 10),
    urgentFrom: new Date(firstInstantAt(day - URGENT_DAYS * DAY_MS, timezone)),
    overdueFrom: new Date(firstInstantAt(day + DAY_MS, timezone)),
  };
}

/**
 * The zone in which a request falls due: that of its project, else that of the client, else UTC.
 * @param project undefined if the request names none
 * @returns null if that zone is invalid
 */
export function dueTimezone(project: string | undefined, client: string): string | null {
  const timezone = project ?? (client === '' ? 'UTC' : client);
  return isIanaTimezone(timezone) ? timezone : null;
}

/**
 * How urgent a request is at an instant (caller-requests 3.3). Instants are either all Dates or all
 * texts as in responses, which sort chronologically.
 */
export function dueState<T extends Date | string>(
  status: CallerRequestStatus,
  { urgentFrom, overdueFrom }: { readonly urgentFrom: T; readonly overdueFrom: T },
  now: T,
): DueState {
  if (isClosed(status)) return 'closed';
  if (now >= overdueFrom) return 'overdue';
  return now >= urgentFrom ? 'urgent' : 'normal';
}

/** Local days until the due date: 0 on the day, then negative (caller-requests 3.4). */
export function daysRemaining(dueDateLocal: string, timezone: string, now: Date): number {
  return Math.round((Date.parse(`${dueDateLocal}T00:00:00Z`) - localDay(now.getTime(), timezone)) / DAY_MS);
}

/** The local day: its midnight, read as if in UTC. */
const localDay = (instantMs: number, timezone: string): number =>
  Math.floor(wallAt(instantMs, timezone) / DAY_MS) * DAY_MS;
