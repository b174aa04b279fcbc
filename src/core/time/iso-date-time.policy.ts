/** A written date-time, before it is decided which zone was meant. */
interface IsoDateTime {
  /** The written clock reading as milliseconds since 1970, as if it had been written in UTC. */
  readonly wallMs: number;
  /** Minutes east of UTC; null when none was written. */
  readonly offsetMinutes: number | null;
  /** Digits below the millisecond were written and are not in wallMs. */
  readonly finerThanMs: boolean;
}

/** No call took place before 2000; the limits catch typing errors such as 0206. */
const MIN_YEAR = 2000;
const MAX_YEAR = 2100;
/** No clock on Earth is further from UTC. */
const MAX_OFFSET_MINUTES = 14 * 60;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?([0-5]\d))?$/;

/**
 * Midnight of a `YYYY-MM-DD` as `IsoDateTime.wallMs`; null for other text, impossible dates and
 * years outside 2000 to 2100.
 */
export function readIsoDate(text: string): number | null {
  const parts = DATE.exec(text);
  return parts === null ? null : midnightOf(parts);
}

/**
 * Reads an ISO 8601 date-time in extended form, seconds and zone optional; null for impossible
 * dates, hour 24, leap seconds, years outside 2000 to 2100, offsets beyond 14 hours.
 */
export function readIsoDateTime(text: string): IsoDateTime | null {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return null;
  const midnight = midnightOf(parts);
  if (midnight === null) return null;
  const [, , , , hour, minute, second = '0', fraction = '', zulu, sign, offsetHour, offsetMinute] = parts;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const wallMs = midnight + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const finerThanMs = /[1-9]/.test(fraction.slice(3));
  if (zulu !== undefined) return { wallMs, offsetMinutes: 0, finerThanMs };
  if (sign === undefined) return { wallMs, offsetMinutes: null, finerThanMs };
  const size = Number(offsetHour) * 60 + Number(offsetMinute);
  if (size > MAX_OFFSET_MINUTES) return null;
  return { wallMs, offsetMinutes: sign === '-' ? -size : size, finerThanMs };
}

/** The instant of a date-time with its zone, cut to milliseconds; null without a zone or when unreadable. */
export function readInstant(text: string): Date | null {
  const read = readIsoDateTime(text);
  if (read === null || read.offsetMinutes === null) return null;
  return new Date(read.wallMs - read.offsetMinutes * 60_000);
}

function midnightOf(parts: RegExpExecArray): number | null {
  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  if (year < MIN_YEAR || year > MAX_YEAR || month < 1 || month > 12 || day < 1) return null;
  const midnight = Date.UTC(year, month - 1, day);
  // Date.UTC rolls 30 February over into March instead of refusing it.
  return day <= 28 || new Date(midnight).getUTCDate() === day ? midnight : null;
}
