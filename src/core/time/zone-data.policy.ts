import tzdata from 'tzdata' with { type: 'json' };

/** Versions of the IANA database, such as 2026c, that one process uses. */
export interface ZoneData {
  /** The version in Node, whose rules are used. */
  readonly rules: string;
  /** The version of the package `tzdata`, whose zone names are accepted. */
  readonly names: string;
}

/**
 * The versions in this process. PostgreSQL has its own and is used only for UTC (requests 9.10).
 */
export const zoneData = (): ZoneData => ({
  rules: process.versions.tz ?? 'unknown',
  names: tzdata.version,
});

/** Explains what two different versions mean for responses; null if they are equal. */
export function differenceOfZoneData({ rules, names }: ZoneData): string | null {
  if (rules === names) return null;
  return (
    `Local times use the zone data ${rules} of Node, and zone names use the zone data ${names} of the ` +
    `package tzdata. A zone whose rules changed in between is computed with ${rules}.`
  );
}
