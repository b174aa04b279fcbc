import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import type { CallingRules } from '../calling-hours/calling-hours.policy.js';
import type { ConsentState } from './consent.policy.js';
import type { CampaignFacts, ContactFacts } from './contact-facts.js';
import { exemptionType, type Findings } from './lasting-reasons.policy.js';
import type { LocalMoment } from '../calling-hours/local-moment.policy.js';
import type { RecipientPlace } from '../calling-hours/recipient-place.policy.js';
import { retriesAllowed } from './retry.policy.js';
import type { ZoneClock } from '../calling-hours/zone-clock.policy.js';

// The facts of a decision, with the field names of evidence in the API. They are frozen: evidence
// keeps the state of the moment when the number was dialled. Instants are dates, which JSON formats
// as in the API: formatting them here took half of a decision's time.

/** The local time, and the hours of that day. */
interface ClockReading {
  /** With its offset; null if no zone is known. */
  readonly local_time: string | null;
  /** `09:00`; null on a day without hours, and if any hour is permitted. */
  readonly window_start: string | null;
  readonly window_end: string | null;
  readonly within_window: boolean;
}

/** A clock of the location, which also applied. */
interface PlaceClockReading extends ClockReading {
  readonly timezone: string;
}

/** The zone that applied, and its local time. */
export interface TimezoneEvaluation extends ClockReading {
  readonly recipient_timezone: string | null;
  readonly source: RecipientPlace['source'];
  readonly evaluated_at_utc: Date;
  /** The clocks of the place; absent if the contact's zone belongs to it. */
  readonly place_clocks?: readonly PlaceClockReading[];
}

/** The calendar that was used, and its result for the local day. */
export interface HolidayEvaluation {
  readonly calendar: string;
  readonly subdivision: string | null;
  readonly holiday_name: string | null;
  readonly is_national: boolean;
  readonly blocked: boolean;
}

/** The register's result for the number. */
export interface DncrSummary {
  readonly registry_wash_record_id: string | null;
  readonly registry_status: string | null;
  readonly washed_at_utc: Date | null;
  readonly valid_until_utc: Date | null;
  /** Whole days since the wash. */
  readonly age_days: number | null;
  readonly ruleset_id: string | null;
}

/** The attempt that was decided. */
export interface RetrySummary {
  readonly attempt_number: number;
  /** Retries after the first attempt. */
  readonly max_attempts: number;
  readonly next_attempt_at_utc: Date | null;
  /** How the previous attempt ended. */
  readonly reason: string | null;
}

/** The latest earlier call to the number by another campaign of the client. */
export interface RecentCallSummary {
  readonly called_at_utc: Date | null;
  readonly may_be_called_from_utc: Date | null;
}

export interface ConsentEvidence {
  readonly required: boolean;
  readonly state: ConsentState;
  readonly consent_type: string | null;
  readonly consent_source: string | null;
  readonly consent_given_at_utc: Date | null;
  readonly consent_expires_at_utc: Date | null;
  readonly consent_withdrawn_at_utc: Date | null;
  readonly evidence_recorded: boolean;
}

export interface ExemptionEvidence {
  readonly exemption_type: string | null;
  readonly verified: boolean;
}

export const timezoneEvaluation = (
  instant: Date,
  place: RecipientPlace,
  rules: CallingRules,
  moment: LocalMoment | null,
  placeMoments: readonly LocalMoment[],
): TimezoneEvaluation =>
  Object.freeze({
    recipient_timezone: place.clock?.timezone ?? null,
    source: place.source,
    ...readingOf(place.clock, instant, rules, moment),
    evaluated_at_utc: instant,
    ...(place.placeClocks.length > 0 && {
      place_clocks: Object.freeze(
        place.placeClocks.map((clock, index) =>
          Object.freeze({
            timezone: clock.timezone,
            ...readingOf(clock, instant, rules, placeMoments[index] ?? null),
          }),
        ),
      ),
    }),
  });

const readingOf = (
  clock: ZoneClock | null,
  instant: Date,
  rules: CallingRules,
  moment: LocalMoment | null,
): ClockReading => ({
  local_time: clock?.writtenAt(instant.getTime()) ?? null,
  window_start: moment?.hours?.start ?? null,
  window_end: moment?.hours?.end ?? null,
  within_window: moment?.isWithinHours ?? rules.hoursOf === null,
});

export const holidayEvaluation = (place: RecipientPlace, moment: LocalMoment | null): HolidayEvaluation =>
  Object.freeze({
    calendar: 'AU',
    subdivision: place.subdivision,
    holiday_name: moment?.holiday?.name ?? null,
    is_national: moment?.holiday?.kind === 'national',
    blocked: moment?.isBlockedByHoliday ?? false,
  });

export const dncrSummary = (contact: ContactFacts, atMs: number): DncrSummary =>
  Object.freeze({
    registry_wash_record_id: contact.registryWashRecordId,
    registry_status: contact.registryStatus,
    washed_at_utc: contact.registryCheckedAt,
    valid_until_utc: contact.registryValidUntil,
    age_days:
      contact.registryCheckedAt === null
        ? null
        : Math.floor((atMs - contact.registryCheckedAt.getTime()) / DAY_MS),
    ruleset_id: contact.registryRulesetId,
  });

export const retrySummary = (contact: ContactFacts, campaign: CampaignFacts): RetrySummary =>
  Object.freeze({
    attempt_number: contact.attemptCount + 1,
    max_attempts: retriesAllowed(campaign.retryPolicy, contact.maxAttempts),
    next_attempt_at_utc: contact.nextAttemptAt,
    reason: contact.lastDisposition,
  });

export const recentCallSummary = ({ recentCall }: ContactFacts): RecentCallSummary =>
  Object.freeze({
    called_at_utc: recentCall?.at ?? null,
    may_be_called_from_utc: recentCall?.pauseEndsAt ?? null,
  });

export const consentEvidence = (
  contact: ContactFacts,
  campaign: CampaignFacts,
  { consent }: Findings,
): ConsentEvidence =>
  Object.freeze({
    required: campaign.compliance.consent_required,
    state: consent,
    consent_type: contact.consentType,
    consent_source: contact.consentSource,
    consent_given_at_utc: contact.consentGivenAt,
    consent_expires_at_utc: contact.consentExpiresAt,
    consent_withdrawn_at_utc: contact.consentWithdrawnAt,
    evidence_recorded: contact.hasConsentEvidence,
  });

export const exemptionEvidence = (contact: ContactFacts, campaign: CampaignFacts): ExemptionEvidence =>
  Object.freeze({
    exemption_type: exemptionType(contact, campaign),
    verified: contact.exemptionVerified === true,
  });
