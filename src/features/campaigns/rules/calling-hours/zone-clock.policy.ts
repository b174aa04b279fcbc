import { isIanaTimezone } from '../../../../core/time/timezone.policy.js';
import {
  clockChangeBetween,
  DAY_MS,
  firstInstantAt,
  HOUR_MS,
  localIso,
  wallAt,
} from '../../../../core/time/wall-clock.policy.js';

/** A time with a constant offset; `until` is excluded. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
  /** As `+10:00`. */
  readonly written: string;
}

/** The length of `2026-10-04T00:00:00`. */
const WRITTEN_LENGTH = 19;

/** Years that a zone's cache covers: last year, this one and some ahead. */
const MAX_YEARS = 12;

/**
 * The clock of one zone. Its changes are computed once per UTC year, because a decision about a
 * contact needs several lookups, which would otherwise format dates.
 */
export class ZoneClock {
  private readonly years = new Map<number, readonly Stretch[]>();
  private current: Stretch = { from: 0, until: 0, offset: 0, written: '' };

  /** The canonical name of the zone: `Australia/Sydney` for `Australia/ACT`. */
  readonly canonical: string;

  /** @param timezone a checked IANA name */
  constructor(readonly timezone: string) {
    this.canonical = new Intl.DateTimeFormat('en-US', { timeZone: timezone }).resolvedOptions().timeZone;
  }

  /** The local time, as milliseconds since 1970 read as if in UTC. */
  wallAt(instantMs: number): number {
    return instantMs + this.offsetAt(instantMs);
  }

  /** The local time with offset, without fractions: `2026-10-04T00:00:00+10:00`. */
  writtenAt(instantMs: number): string {
    const wallMs = this.wallAt(instantMs);
    return `${new Date(wallMs).toISOString().slice(0, WRITTEN_LENGTH)}${this.current.written}`;
  }

  /**
   * The first instant at which it shows the reading; if the clock skips it, the instant of that
   * change.
   */
  firstInstantAt(wallMs: number): number {
    // Offsets run from -12 to +14 hours, so that these two enclose every instant the reading may
    // mean.
    const early = wallMs - this.offsetAt(wallMs - 15 * HOUR_MS);
    const late = wallMs - this.offsetAt(wallMs + 15 * HOUR_MS);
    return early === late ? early : firstInstantAt(wallMs, this.timezone);
  }

  private offsetAt(instantMs: number): number {
    if (instantMs < this.current.from || instantMs >= this.current.until) this.current = this.seek(instantMs);
    return this.current.offset;
  }

  private seek(instantMs: number): Stretch {
    const year = new Date(instantMs).getUTCFullYear();
    let stretches = this.years.get(year);
    if (stretches === undefined) {
      stretches = stretchesOf(year, this.timezone);
      if (this.years.size >= MAX_YEARS) this.years.clear();
      this.years.set(year, stretches);
    }
    return stretches.find(({ until }) => instantMs < until) ?? this.current;
  }
}

// Since 2015 no zone has changed its clocks twice within eleven days: checking each week finds
// every change.
const STEP_MS = 7 * DAY_MS;

function stretchesOf(year: number, timezone: string): Stretch[] {
  const end = Date.UTC(year + 1, 0, 1);
  const stretches: Stretch[] = [];
  let from = Date.UTC(year, 0, 1);
  for (let at = from; at < end; at += STEP_MS) {
    const change = clockChangeBetween(at, at + STEP_MS, timezone);
    if (change === null || change >= end) continue;
    stretches.push(stretch(from, change, timezone));
    from = change;
  }
  stretches.push(stretch(from, end, timezone));
  return stretches;
}

const stretch = (from: number, until: number, timezone: string): Stretch => ({
  from,
  until,
  offset: wallAt(from, timezone) - from,
  written: localIso(from, timezone).slice(WRITTEN_LENGTH),
});

/** The IANA database has 600 names: all of them fit. */
const MAX_CLOCKS = 700;

export class ZoneClocks {
  private readonly clocks = new Map<string, ZoneClock>();
  private readonly countries = new Map<string, readonly ZoneClock[]>();

  /**
   * The clocks of a country's zones.
   * @param country ISO 3166-1, two letters
   * @returns an empty list if no zone of the country is known
   */
  ofCountry(country: string): readonly ZoneClock[] {
    const known = this.countries.get(country);
    if (known !== undefined) return known;
    const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
    const found = zones.map((zone) => this.find(zone)).filter((clock) => clock !== null);
    this.countries.set(country, found);
    return found;
  }

  /** @returns null if the text is not an IANA name */
  find(timezone: string): ZoneClock | null {
    const known = this.clocks.get(timezone);
    if (known !== undefined) return known;
    if (!isIanaTimezone(timezone)) return null;
    if (this.clocks.size >= MAX_CLOCKS) this.clocks.clear();
    const clock = new ZoneClock(timezone);
    this.clocks.set(timezone, clock);
    return clock;
  }
}
