import tzdata from 'tzdata' with { type: 'json' };

// The names of the IANA database, zones and links of old names, as they are spelled there. Intl
// alone would take names that no other system knows ("AET", "SystemV/EST5") and many in any case.
// Factory stands for a clock that was never set.
const IANA_NAMES = new Set(Object.keys(tzdata.zones).filter((name) => name !== 'Factory'));

/** Names already checked against this platform. */
const known = new Set<string>();

/**
 * Is this text the name of a time zone in the IANA database ("UTC", "Australia/Sydney", and old
 * names such as "US/Pacific"), and one that can be reckoned with here? Offsets, blanks, names in
 * the wrong case and names that only some platforms have are not.
 */
export function isIanaTimezone(value: unknown): value is string {
  if (typeof value !== 'string' || !IANA_NAMES.has(value)) return false;
  if (known.has(value)) return true;
  if (!isReckonedHere(value)) return false;
  known.add(value);
  return true;
}

const IN_ANY_CASE = new Map([...IANA_NAMES].map((name) => [name.toLowerCase(), name]));

/**
 * The message for a text that is no name of a zone. If only the case is wrong, it gives the right
 * spelling.
 */
export function timezoneMessage(value: unknown): string {
  const spelled = typeof value === 'string' ? IN_ANY_CASE.get(value.toLowerCase()) : undefined;
  return spelled === undefined || spelled === value
    ? 'must be an IANA time zone, such as Australia/Sydney'
    : `must be an IANA time zone, and is spelled ${spelled}`;
}

/** The names may be newer than the platform's own data. */
function isReckonedHere(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
