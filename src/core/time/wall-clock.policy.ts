/** 24 hours of a wall clock; a local day may have 23 or 25 real hours. */
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Formatters are expensive to create and take some 30 kB each; a store's busy zones fit within this
 * limit.
 */
const MAX_ZONES = 200;
/** Days that one zone remembers, of 100 bytes each: more than two years. */
const MAX_DAYS = 1000;

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** By UTC day: the offset of the whole day; null if the clock changes on it. */
  readonly offsets: Map<number, number | null>;
}
const zones = new Map<string, Zone>();

/**
 * Minutes east of UTC at an instant; in this file `timezone` is a checked IANA name. The offset of
 * a day is cached, because looking it up takes a hundred times as long.
 */
function offsetMinutes(instantMs: number, timezone: string): number {
  if (timezone === 'UTC') return 0;
  const { formatter, offsets } = zoneOf(timezone);
  const day = Math.floor(instantMs / DAY_MS);
  let offset = offsets.get(day);
  if (offset === undefined) {
    offset = readOffset(formatter, day * DAY_MS);
    // No zone has changed its clocks there and back within a day since 2000.
    if (offset !== readOffset(formatter, (day + 1) * DAY_MS)) offset = null;
    if (offsets.size >= MAX_DAYS) offsets.clear();
    offsets.set(day, offset);
  }
  return offset ?? readOffset(formatter, instantMs);
}

/** Reads Intl's "GMT+10:00", which is four times faster than formatting a whole date. */
function readOffset(formatter: Intl.DateTimeFormat, instantMs: number): number {
  const written = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formatter.format(instantMs));
  const size = Number(written?.[2] ?? 0) * 60 + Number(written?.[3] ?? 0);
  return written?.[1] === '-' ? -size : size;
}

function zoneOf(timezone: string): Zone {
  const made = zones.get(timezone);
  if (made !== undefined) return made;
  if (zones.size >= MAX_ZONES) zones.clear();
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const zone: Zone = { formatter, offsets: new Map() };
  zones.set(timezone, zone);
  return zone;
}

/** The local time at an instant, as milliseconds since 1970 read as if in UTC. */
export const wallAt = (instantMs: number, timezone: string): number =>
  instantMs + offsetMinutes(instantMs, timezone) * MINUTE_MS;

/** The local time with its offset: `2026-10-04T00:00:00+10:00`. Parts of a second are left out. */
export function localIso(instantMs: number, timezone: string): string {
  const wall = wallAt(instantMs, timezone);
  const east = (wall - instantMs) / MINUTE_MS;
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const offset = `${east < 0 ? '-' : '+'}${two(Math.abs(east) / 60)}:${two(Math.abs(east) % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`;
}

/** The instant after the first, up to and including the second, from which another offset holds. */
export function clockChangeBetween(afterMs: number, untilMs: number, timezone: string): number | null {
  const offset = offsetMinutes(afterMs, timezone);
  const hasChanged = (instant: number): boolean => offsetMinutes(instant, timezone) !== offset;
  return hasChanged(untilMs) ? firstWhere(afterMs, untilMs, hasChanged) : null;
}

/**
 * The first instant at which a clock in the zone shows the reading. If the clock skips it: the
 * instant of that change. If it is shown twice: the earlier.
 */
export function firstInstantAt(wallMs: number, timezone: string): number {
  const shown = instantsAt(wallMs, timezone);
  return shown.length > 0 ? Math.min(...shown) : changeOver(wallMs, timezone);
}

/**
 * The first instant after the last one at which a clock in the zone shows the reading, or skips it.
 */
export function firstInstantAfter(wallMs: number, timezone: string): number {
  const shown = instantsAt(wallMs, timezone);
  return shown.length > 0 ? Math.max(...shown) + 1 : changeOver(wallMs, timezone);
}

/** The same wall time some calendar days later (negative: earlier). */
export const addLocalDays = (instantMs: number, days: number, timezone: string): number =>
  firstInstantAt(wallAt(instantMs, timezone) + days * DAY_MS, timezone);

/** Whether this is the first instant of a local day. */
export function isDayStart(instantMs: number, timezone: string): boolean {
  const wall = wallAt(instantMs, timezone);
  return firstInstantAt(Math.floor(wall / DAY_MS) * DAY_MS, timezone) === instantMs;
}

// Offsets run from -12 to +14 hours: 15 hours to either side enclose every instant the reading may
// mean.
const before = (wallMs: number): number => wallMs - 15 * HOUR_MS;
const after = (wallMs: number): number => wallMs + 15 * HOUR_MS;

function instantsAt(wallMs: number, timezone: string): number[] {
  const early = offsetMinutes(before(wallMs), timezone);
  const late = offsetMinutes(after(wallMs), timezone);
  // No zone has changed its clocks there and back within 30 hours since 2000.
  if (early === late) return [wallMs - early * MINUTE_MS];
  return [early, late]
    .map((offset) => wallMs - offset * MINUTE_MS)
    .filter((instant) => wallAt(instant, timezone) === wallMs);
}

/** The clock skipped this reading. */
const changeOver = (wallMs: number, timezone: string): number =>
  firstWhere(before(wallMs), after(wallMs), (instant) => wallAt(instant, timezone) >= wallMs);

/** Bisects the interval to find the first instant at which `holds` is true. */
function firstWhere(beforeMs: number, atMs: number, holds: (instant: number) => boolean): number {
  let low = beforeMs;
  let high = atMs;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
