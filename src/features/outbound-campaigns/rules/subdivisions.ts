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

/** Whether a subdivision that names its country names another one than the country that is told. */
export const isElsewhere = (subdivision: string, country: string): boolean =>
  subdivision.includes('-') && !subdivision.startsWith(`${country}-`);
