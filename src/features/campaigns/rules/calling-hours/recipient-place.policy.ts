import { isISO31661Alpha2 } from 'class-validator';
import { isElsewhere, SUBDIVISIONS, type Subdivision } from './subdivisions.js';
import type { ZoneClock, ZoneClocks } from './zone-clock.policy.js';

/** A contact's fields about the person's location. */
export interface PlaceFacts {
  readonly recipientTimezone: string | null;
  readonly recipientCountry: string | null;
  readonly recipientSubdivision: string | null;
}

/** The person's location, as far as known, and the clock that applies. */
export interface RecipientPlace {
  readonly clock: ZoneClock | null;
  /** Clocks of the location, which also apply if the named zone is outside it; usually none. */
  readonly placeClocks: readonly ZoneClock[];
  /** The source of the zone. */
  readonly source: 'contact' | 'subdivision' | 'country' | 'campaign' | null;
  /** ISO 3166-1, two letters; null if unknown. */
  readonly country: string | null;
  /** Null if it is unknown or not Australian. */
  readonly subdivision: Subdivision | null;
  /** In Western Australia, or on its time if the subdivision is unknown. */
  readonly isInWesternAustralia: boolean;
  readonly fault: 'timezone_missing' | 'timezone_invalid' | 'location_missing' | null;
}

type Zones = readonly [string, ...string[]];

/**
 * The zones of each subdivision. The first applies if the contact names none; the others must be
 * named (campaigns 5.4).
 */
const ZONES_OF_SUBDIVISION: Readonly<Record<Subdivision, Zones>> = {
  'AU-ACT': ['Australia/Sydney'],
  'AU-NSW': ['Australia/Sydney', 'Australia/Broken_Hill', 'Australia/Lord_Howe'],
  'AU-NT': ['Australia/Darwin'],
  'AU-QLD': ['Australia/Brisbane', 'Australia/Lindeman'],
  'AU-SA': ['Australia/Adelaide'],
  'AU-TAS': ['Australia/Hobart', 'Antarctica/Macquarie'],
  'AU-VIC': ['Australia/Melbourne'],
  'AU-WA': ['Australia/Perth', 'Australia/Eucla'],
};
const OF_NEW_ZEALAND: Zones = ['Pacific/Auckland', 'Pacific/Chatham'];
const OF_ITS_MAIN_ISLANDS: Zones = ['Pacific/Auckland'];
const OF_THE_CHATHAMS: Zones = ['Pacific/Chatham'];

const ZONES_OF_WESTERN_AUSTRALIA = new Set(['Australia/Perth', 'Australia/West', 'Australia/Eucla']);
const ZONES_OF_NEW_ZEALAND = new Set(['Pacific/Auckland', 'Pacific/Chatham', 'NZ', 'NZ-CHAT']);
const CHATHAM_ISLANDS = new Set(['NZ-CIT', 'CIT']);

const SUBDIVISION_BY_TEXT = new Map<string, Subdivision>(SUBDIVISIONS.map((code) => [code, code]));
const SUBDIVISION_BY_SHORT_TEXT = new Map<string, Subdivision>(
  SUBDIVISIONS.map((code) => [code.slice(3), code]),
);

/** @param fallback the campaign's zone, for a contact without one, if that is permitted */
export function recipientPlace(
  contact: PlaceFacts,
  clocks: ZoneClocks,
  fallback: string | null,
): RecipientPlace {
  const { recipientTimezone } = contact;
  const text = contact.recipientSubdivision?.toUpperCase() ?? null;
  // Stored before such values were refused: a nonexistent country determines no location, and
  // exempts from no holiday.
  const given = contact.recipientCountry?.toUpperCase() ?? countryOfSubdivision(text);
  const isCountry = given !== null && isISO31661Alpha2(given);
  // An update may have changed only one of the two: in that case neither determines the location.
  const isContradicted = given !== null && text !== null && isElsewhere(text, given);
  const named = isContradicted || !isCountry ? null : given;
  const subdivision = isContradicted ? null : subdivisionOf(text, named);
  const own = recipientTimezone === null ? null : clocks.find(recipientTimezone);
  const country = named ?? (subdivision === null ? countryOfZone(own) : 'AU');
  const isOnTheChathams = named === 'NZ' && text !== null && CHATHAM_ISLANDS.has(text);
  const zones = named === 'NZ' ? zonesOfNewZealand(text) : zonesOf(subdivision);
  const at = (
    clock: ZoneClock | null,
    source: RecipientPlace['source'],
    fault: RecipientPlace['fault'],
  ): RecipientPlace => {
    const placeClocks = clock === null ? NONE : otherClocks(clock, named, zones, clocks);
    const isOnItsTime = [own, ...placeClocks].some(isOfWesternAustralia);
    const isInWesternAustralia = subdivision === null ? isOnItsTime : subdivision === 'AU-WA';
    return { clock, placeClocks, source, country, subdivision, isInWesternAustralia, fault };
  };
  if (recipientTimezone !== null) {
    if (own === null) return at(null, null, 'timezone_invalid');
    return at(own, 'contact', country === null ? 'location_missing' : null);
  }
  if (zones !== null) {
    const isFromSubdivision = subdivision !== null || isOnTheChathams;
    return at(clocks.find(zones[0]), isFromSubdivision ? 'subdivision' : 'country', null);
  }
  const clock = fallback === null ? null : clocks.find(fallback);
  return clock === null ? at(null, null, 'timezone_missing') : at(clock, 'campaign', null);
}

const NONE: readonly ZoneClock[] = Object.freeze([]);

const isOfWesternAustralia = (clock: ZoneClock | null): boolean =>
  clock !== null && ZONES_OF_WESTERN_AUSTRALIA.has(clock.timezone);

/** Zones of a location that needs no named one (campaigns 5.4); null for all others. */
const zonesOf = (subdivision: Subdivision | null): Zones | null =>
  subdivision === null ? null : ZONES_OF_SUBDIVISION[subdivision];

/** @param text its region; null: any of them */
function zonesOfNewZealand(text: string | null): Zones {
  if (text === null) return OF_NEW_ZEALAND;
  return CHATHAM_ISLANDS.has(text) ? OF_THE_CHATHAMS : OF_ITS_MAIN_ISLANDS;
}

/**
 * The clocks that apply in addition to one outside the location: that of rule 5.4, or else all of
 * the country's, since any of them may be the person's. None if the zone is inside the location, or
 * the location's zones are unknown.
 */
function otherClocks(
  clock: ZoneClock,
  country: string | null,
  zones: Zones | null,
  clocks: ZoneClocks,
): readonly ZoneClock[] {
  const ofCountry = country === null ? NONE : clocks.ofCountry(country);
  const ofPlace = zones === null ? ofCountry : zones.map((it) => clocks.find(it)).filter((it) => it !== null);
  if (ofPlace.some(({ canonical }) => canonical === clock.canonical)) return NONE;
  return zones === null ? ofPlace : ofPlace.slice(0, 1);
}

/** `AU` of `AU-NSW`; null if the text names no country. */
const countryOfSubdivision = (text: string | null): string | null =>
  text !== null && text.indexOf('-') === 2 ? text.slice(0, 2) : null;

/** `AU-NSW`, and `NSW` with a country. */
function subdivisionOf(text: string | null, country: string | null): Subdivision | null {
  if (text === null || (country !== null && country !== 'AU')) return null;
  const short = country === 'AU' ? SUBDIVISION_BY_SHORT_TEXT.get(text) : undefined;
  return SUBDIVISION_BY_TEXT.get(text) ?? short ?? null;
}

function countryOfZone(clock: ZoneClock | null): string | null {
  if (clock === null) return null;
  if (clock.timezone.startsWith('Australia/')) return 'AU';
  return ZONES_OF_NEW_ZEALAND.has(clock.timezone) ? 'NZ' : null;
}
