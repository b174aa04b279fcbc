/** The longest IANA name has 32 characters; more is never a name and is not worth asking Intl about. */
const MAX_NAME_LENGTH = 64;
/** Every part of an IANA name starts with a capital; this also refuses bare offsets such as "+10:00". */
const NAME = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)*$/;
/** About 600 names exist; the bound only matters should someone feed odd spellings of aliases. */
const MAX_KNOWN = 2000;

const known = new Set<string>();

/**
 * Is this text the name of a time zone in the IANA database ("UTC", "Australia/Sydney", and old names such as
 * "US/Pacific")? Offsets, blanks and names in the wrong case are not.
 */
export function isIanaTimezone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH || !NAME.test(value)) return false;
  if (known.has(value)) return true;
  const resolved = resolvedName(value);
  if (resolved === null) return false;
  const misspelt = resolved !== value && resolved.toLowerCase() === value.toLowerCase();
  if (misspelt) return false;
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(value);
  return true;
}

function resolvedName(value: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
