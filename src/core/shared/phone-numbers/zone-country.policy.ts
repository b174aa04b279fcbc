import { getCountries, type CountryCode } from 'libphonenumber-js/max';

/** Intl's name of a zone, for any of its aliases. */
const plainName = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

let countries: ReadonlyMap<string, CountryCode> | undefined;

/** The country in which a time zone lies; null for a zone of no country, such as UTC. */
export function countryOfZone(zone: string): CountryCode | null {
  countries ??= new Map(
    getCountries().flatMap((country) =>
      (new Intl.Locale('und', { region: country }).getTimeZones() ?? []).map(
        (it) => [plainName(it), country] as const,
      ),
    ),
  );
  return countries.get(plainName(zone)) ?? null;
}
