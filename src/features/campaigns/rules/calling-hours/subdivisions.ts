/** The states and territories of Australia, by ISO 3166-2. */
export const SUBDIVISIONS = [
  'AU-ACT',
  'AU-NSW',
  'AU-NT',
  'AU-QLD',
  'AU-SA',
  'AU-TAS',
  'AU-VIC',
  'AU-WA',
] as const;
export type Subdivision = (typeof SUBDIVISIONS)[number];

/** The regions of New Zealand, by ISO 3166-2. */
const OF_NEW_ZEALAND = 'AUK BOP CAN CIT GIS HKB MBH MWT NSN NTL OTA STL TAS TKI WGN WKO WTC'
  .split(' ')
  .map((it) => `NZ-${it}`);

/** The countries whose rules are known, with all their codes. */
export const SUBDIVISIONS_BY_COUNTRY: ReadonlyMap<string, readonly string[]> = new Map<
  string,
  readonly string[]
>([
  ['AU', SUBDIVISIONS],
  ['NZ', OF_NEW_ZEALAND],
]);

/**
 * Whether a subdivision is not in the named country: it names another one, or is not one of that
 * country's codes.
 */
export function isElsewhere(subdivision: string, country: string): boolean {
  if (subdivision.includes('-')) return !subdivision.startsWith(`${country}-`);
  return SUBDIVISIONS_BY_COUNTRY.get(country)?.includes(`${country}-${subdivision}`) === false;
}
