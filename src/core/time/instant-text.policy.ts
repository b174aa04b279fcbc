/** PostgreSQL's text for the zone while its session is in UTC, as sessions of this platform are. */
const IN_UTC = '+00';
const IN_UTC_OF_JSON = '+00:00';
const SECONDS = '2026-11-22T09:30:00'.length;

/**
 * The instant of a `timestamptz` as in responses, in UTC and cut to milliseconds; without a Date,
 * which takes several times as long.
 * @param text of PostgreSQL, in any zone: in JSON `2026-11-22T09:30:00.123456+00:00`, else
 *   `2026-11-22 09:30:00.123456+00`
 */
export function utcOfText(text: string): string {
  const zone = text.endsWith(IN_UTC_OF_JSON) ? IN_UTC_OF_JSON : IN_UTC;
  const end = text.length - zone.length;
  const hasFourDigitYear = text[10] === 'T' || text[10] === ' ';
  if (!hasFourDigitYear || !text.endsWith(zone)) return new Date(text).toISOString();
  const fraction = text.slice(SECONDS + 1, Math.min(end, SECONDS + 4));
  return `${text.slice(0, 10)}T${text.slice(11, SECONDS)}.${fraction.padEnd(3, '0')}Z`;
}
