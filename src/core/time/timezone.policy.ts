import tzdata from 'tzdata' with { type: 'json' };

// Zones and links of the IANA database, in their exact spelling. Intl alone accepts names that no
// other system knows ("AET"), in any letter case. Factory means a clock that was never set.
const IANA_NAMES = new Set(Object.keys(tzdata.zones).filter((name) => name !== 'Factory'));

/** Names already checked on this platform. */
const known = new Set<string>();

/**
 * Whether this is a zone of the IANA database ("UTC", "Australia/Sydney", also "US/Pacific") that
 * Intl knows here. Offsets, spaces and names in the wrong case are not.
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
 * The message for a text that is not a zone name; if only the case is wrong, it gives the right
 * spelling.
 */
export function timezoneMessage(value: unknown): string {
  const spelled = typeof value === 'string' ? IN_ANY_CASE.get(value.toLowerCase()) : undefined;
  return spelled === undefined || spelled === value
    ? 'must be an IANA time zone, such as Australia/Sydney'
    : `must be an IANA time zone, spelled exactly ${spelled}`;
}

/** The names may be newer than the platform's own data. */
function isReckonedHere(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
