import { isISO31661Alpha2 } from 'class-validator';
import { isElsewhere, SUBDIVISIONS, type Subdivision } from './subdivisions.js';
import type { ZoneClock, ZoneClocks } from './zone-clock.policy.js';

/** What a contact says of where the person is. */
export interface PlaceFacts {
  readonly recipientTimezone: string | null;
  readonly recipientCountry: string | null;
  readonly recipientSubdivision: string | null;
}

/** Where the person is, as far as it is known, and whose clock counts. */
export interface RecipientPlace {
  readonly clock: ZoneClock | null;
  /** What told the zone. */
  readonly source: 'contact' | 'subdivision' | 'country' | 'campaign' | null;
  /** ISO 3166-1, two letters; null where nothing tells it. */
  readonly country: string | null;
  /** Null where it is unknown or not Australian. */
  readonly subdivision: Subdivision | null;
  /** In Western Australia, or on its time where the subdivision is unknown. */
  readonly isInWesternAustralia: boolean;
  readonly fault: 'timezone_missing' | 'timezone_invalid' | 'location_missing' | null;
}

/** Where the subdivision alone tells it; who lives in one of its exceptions needs a zone of their own (campaigns 5.4). */
const ZONE_OF_SUBDIVISION: Readonly<Record<Subdivision, string>> = {
  'AU-ACT': 'Australia/Sydney',
  'AU-NSW': 'Australia/Sydney',
  'AU-NT': 'Australia/Darwin',
  'AU-QLD': 'Australia/Brisbane',
  'AU-SA': 'Australia/Adelaide',
  'AU-TAS': 'Australia/Hobart',
  'AU-VIC': 'Australia/Melbourne',
  'AU-WA': 'Australia/Perth',
};

const ZONES_OF_WESTERN_AUSTRALIA = new Set(['Australia/Perth', 'Australia/West', 'Australia/Eucla']);
const ZONES_OF_NEW_ZEALAND = new Set(['Pacific/Auckland', 'Pacific/Chatham', 'NZ', 'NZ-CHAT']);
const CHATHAM_ISLANDS = new Set(['NZ-CIT', 'CIT']);

const SUBDIVISION_BY_TEXT = new Map<string, Subdivision>(SUBDIVISIONS.map((code) => [code, code]));
const SUBDIVISION_BY_SHORT_TEXT = new Map<string, Subdivision>(
  SUBDIVISIONS.map((code) => [code.slice(3), code]),
);

/** @param fallback the campaign's zone, where it may stand in for one that the contact does not tell */
export function recipientPlace(
  contact: PlaceFacts,
  clocks: ZoneClocks,
  fallback: string | null,
): RecipientPlace {
  const { recipientTimezone } = contact;
  // Stored before it was refused: a country that there is not tells no place, and lifts no holiday.
  const told = contact.recipientCountry?.toUpperCase() ?? null;
  const isCountry = told !== null && isISO31661Alpha2(told);
  const text = contact.recipientSubdivision?.toUpperCase() ?? null;
  // An update may have brought the one without the other: then neither tells where the person is.
  const isContradicted = told !== null && text !== null && isElsewhere(text, told);
  const named = isContradicted || !isCountry ? null : told;
  const subdivision = isContradicted ? null : subdivisionOf(text, named);
  const own = recipientTimezone === null ? null : clocks.find(recipientTimezone);
  const country = named ?? (subdivision === null ? countryOfZone(own) : 'AU');
  const isInWesternAustralia =
    subdivision === 'AU-WA' ||
    (subdivision === null && own !== null && ZONES_OF_WESTERN_AUSTRALIA.has(own.timezone));
  const known = { country, subdivision, isInWesternAustralia };
  if (recipientTimezone !== null) {
    if (own === null) return { ...known, clock: null, source: null, fault: 'timezone_invalid' };
    return { ...known, clock: own, source: 'contact', fault: country === null ? 'location_missing' : null };
  }
  if (subdivision !== null) {
    return {
      ...known,
      clock: clocks.find(ZONE_OF_SUBDIVISION[subdivision]),
      source: 'subdivision',
      fault: null,
    };
  }
  if (country === 'NZ') {
    const isOnTheChathams = text !== null && CHATHAM_ISLANDS.has(text);
    return {
      ...known,
      clock: clocks.find(isOnTheChathams ? 'Pacific/Chatham' : 'Pacific/Auckland'),
      source: isOnTheChathams ? 'subdivision' : 'country',
      fault: null,
    };
  }
  const clock = fallback === null ? null : clocks.find(fallback);
  if (clock !== null) return { ...known, clock, source: 'campaign', fault: null };
  return { ...known, clock: null, source: null, fault: 'timezone_missing' };
}

/** `AU-NSW`, and `NSW` where the country is told. */
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
