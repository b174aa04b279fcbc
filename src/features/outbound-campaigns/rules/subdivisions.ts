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
