import { hoursOn, localTime, verdictOfAll } from '../../support/independent-calling-hours.js';
import type { SeededRandom } from '../../support/seeded-random.js';

// Facts posted about a person, and whether the law permits a call: written only from the contract's
// text (campaigns 5.2 to 5.14), independently of the service.

const DAY = 86_400_000;
const ZONES: Readonly<Record<string, string>> = {
  'AU-NSW': 'Australia/Sydney',
  'AU-ACT': 'Australia/Sydney',
  'AU-VIC': 'Australia/Melbourne',
  'AU-QLD': 'Australia/Brisbane',
  'AU-SA': 'Australia/Adelaide',
  'AU-WA': 'Australia/Perth',
  'AU-TAS': 'Australia/Hobart',
  'AU-NT': 'Australia/Darwin',
};

/** Fields of a contact as they are imported. */
export type Posted = Readonly<Record<string, string>>;
type Type = 'telemarketing' | 'research';

const at = (instant: number, days: number): string => new Date(instant + days * DAY).toISOString();

/** Mostly valid; each kind of fault occurs now and then. */
export function randomFacts(random: SeededRandom, instant: number): Posted {
  const subdivision = random.of(Object.keys(ZONES));
  return {
    ...(!random.once(10) && { recipient_subdivision: subdivision }),
    ...(random.once(4) && {
      recipient_timezone: random.of([ZONES[subdivision]!, 'Australia/Perth', 'Australia/Broken_Hill']),
    }),
    ...(random.once(4) && { call_type: random.of(['telemarketing', 'research']) }),
    ...registryFacts(random, instant),
    ...consentFacts(random, instant),
  };
}

function registryFacts(random: SeededRandom, instant: number): Posted {
  if (random.once(20)) return {};
  const checked = random.once(8) ? 20 + random.below(20) : random.below(29);
  return {
    registry_status: random.once(10) ? random.of(['listed', 'unknown']) : 'not_listed',
    registry_checked_at_utc: at(instant, -checked - 0.01),
    registry_valid_until_utc: at(instant, (random.once(10) ? -random.below(10) : random.below(20)) + 0.01),
  };
}

function consentFacts(random: SeededRandom, instant: number): Posted {
  if (random.once(20)) return {};
  // Three months are 89 to 92 days; another test checks the exact day on which consent lapses.
  const given = random.once(8) ? 93 + random.below(60) : random.below(88);
  return {
    consent_type: random.once(12) ? 'published' : random.of(['express', 'express', 'inferred', 'implied']),
    ...(!random.once(15) && { consent_source: 'web form' }),
    consent_given_at_utc: at(instant, -given - 0.02),
    ...(random.once(6) && { consent_expires_at_utc: at(instant, random.below(12) - given / 8) }),
    ...(random.once(12) && { consent_withdrawn_at_utc: at(instant, random.below(4) - 2.01) }),
  };
}

export const isPostable = (facts: Posted): boolean =>
  isLater(facts, 'registry_checked_at_utc', 'registry_valid_until_utc') &&
  isLater(facts, 'consent_given_at_utc', 'consent_expires_at_utc');
const isLater = (facts: Posted, first: string, second: string): boolean =>
  facts[first] === undefined || facts[second] === undefined || facts[first] < facts[second];

const zoneOf = (facts: Posted): string | undefined =>
  facts['recipient_timezone'] ?? ZONES[facts['recipient_subdivision'] ?? ''];
/** All zones whose clocks count, including that of the place if the given zone lies outside it. */
function zonesOf(facts: Posted): readonly string[] {
  const told = facts['recipient_timezone'];
  const subdivision = facts['recipient_subdivision'] ?? '';
  const ofPlace = ZONES[subdivision];
  if (told === undefined || ofPlace === undefined || told === ofPlace) return [told ?? ofPlace ?? ''];
  return told === 'Australia/Broken_Hill' && subdivision === 'AU-NSW' ? [told] : [told, ofPlace];
}
const typeOf = (facts: Posted, campaign: Type): Type =>
  campaign === 'telemarketing' ? campaign : ((facts['call_type'] as Type | undefined) ?? campaign);

/**
 * Whether the person may be called at the instant, in a campaign that requires wash and consent.
 */
export function mayBeCalled(facts: Posted, campaign: Type, instant: number): boolean {
  if (zoneOf(facts) === undefined) return false;
  const place = facts['recipient_subdivision'] ?? null;
  const verdict = verdictOfAll(typeOf(facts, campaign), zonesOf(facts), place, instant);
  return verdict === 'permitted' && isWashed(facts, instant) && hasConsent(facts, instant);
}

const ms = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

function isWashed(facts: Posted, instant: number): boolean {
  const [checked, until] = [ms(facts['registry_checked_at_utc']), ms(facts['registry_valid_until_utc'])];
  if (facts['registry_status'] !== 'not_listed' || checked === undefined || until === undefined) return false;
  return checked <= instant && instant - checked < 30 * DAY && until > instant;
}

function hasConsent(facts: Posted, instant: number): boolean {
  const { consent_type: type, consent_source: source } = facts;
  const [given, expires] = [ms(facts['consent_given_at_utc']), ms(facts['consent_expires_at_utc'])];
  if ((ms(facts['consent_withdrawn_at_utc']) ?? Infinity) <= instant) return false;
  if (type === undefined || !['express', 'inferred', 'implied'].includes(type)) return false;
  if (source === undefined || given === undefined || given > instant) return false;
  if (expires !== undefined) return expires > instant;
  return type !== 'express' || instant - given < 90 * DAY;
}

/** The evidence that a call to this person must have. */
export function evidenceOf(facts: Posted, campaign: Type, instant: number): object {
  const zone = zoneOf(facts)!;
  const type = typeOf(facts, campaign);
  const { date, time } = localTime(instant, zone);
  const hours = hoursOn(type, zone, instant)!;
  const told = (name: string): string | null => facts[name] ?? null;
  const checked = ms(facts['registry_checked_at_utc'])!;
  return {
    evidence_status: 'recorded',
    call_type: type,
    jurisdiction: 'AU',
    local_time: `${date}T${time}`,
    timezone_evaluation: {
      recipient_timezone: zone,
      source: facts['recipient_timezone'] === undefined ? 'subdivision' : 'contact',
      window_start: hours[0],
      window_end: hours[1],
      within_window: true,
      evaluated_at_utc: new Date(instant).toISOString(),
    },
    holiday_evaluation: {
      calendar: 'AU',
      subdivision: told('recipient_subdivision'),
      is_national: false,
      blocked: false,
    },
    dncr_summary: {
      registry_status: 'not_listed',
      washed_at_utc: told('registry_checked_at_utc'),
      valid_until_utc: told('registry_valid_until_utc'),
      age_days: Math.floor((instant - checked) / DAY),
    },
    consent_evidence: {
      required: true,
      state: 'valid',
      consent_type: told('consent_type'),
      consent_source: told('consent_source'),
      consent_given_at_utc: told('consent_given_at_utc'),
      consent_expires_at_utc: told('consent_expires_at_utc'),
      consent_withdrawn_at_utc: told('consent_withdrawn_at_utc'),
    },
    retry_summary: { attempt_number: 1, reason: null },
  };
}
