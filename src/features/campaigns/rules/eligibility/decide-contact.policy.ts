import { HolidayCalendar } from '../calling-hours/australian-holidays.policy.js';
import { callingRules, nextPermitted, type CallingRules } from '../calling-hours/calling-hours.policy.js';
import { consentState } from './consent.policy.js';
import {
  consentEvidence,
  dncrSummary,
  exemptionEvidence,
  holidayEvaluation,
  recentCallSummary,
  retrySummary,
  timezoneEvaluation,
} from './contact-evidence.policy.js';
import type {
  ConsentEvidence,
  DncrSummary,
  ExemptionEvidence,
  HolidayEvaluation,
  RecentCallSummary,
  RetrySummary,
  TimezoneEvaluation,
} from './contact-evidence.policy.js';
import type { CampaignFacts, CliSummary, ContactFacts } from './contact-facts.js';
import { addLastingReasons, type Findings } from './lasting-reasons.policy.js';
import { localMoment, type ContactWarning, type LocalMoment } from '../calling-hours/local-moment.policy.js';
import { recipientPlace, type RecipientPlace } from '../calling-hours/recipient-place.policy.js';
import { retryDelaySeconds } from './retry.policy.js';
import type { CallType, NotCallableReason } from '../statuses.js';
import { ZoneClocks, type ZoneClock } from '../calling-hours/zone-clock.policy.js';

/** Cached days and clocks, shared by the whole process. */
export interface Calendars {
  readonly holidays: HolidayCalendar;
  readonly clocks: ZoneClocks;
}

const CALENDARS: Calendars = { holidays: new HolidayCalendar(), clocks: new ZoneClocks() };

export interface ContactDecision {
  readonly callable: boolean;
  /** The first item of `reasons`. */
  readonly reason: NotCallableReason | null;
  /** All reasons, in the order of campaigns 5.1. */
  readonly reasons: readonly NotCallableReason[];
  /** The next permitted instant, if only a recent call, the hour or the day forbids it. */
  readonly deferredUntil: Date | null;
  readonly warnings: readonly ContactWarning[];
  /** The stricter one of the campaign's and the contact's types. */
  readonly callType: CallType;
  readonly timezone_evaluation: TimezoneEvaluation;
  readonly holiday_evaluation: HolidayEvaluation;
  readonly dncr_summary: DncrSummary;
  readonly cli_summary: CliSummary;
  readonly retry_summary: RetrySummary;
  readonly recent_call_summary: RecentCallSummary;
  readonly consent_evidence: ConsentEvidence;
  readonly exemption_evidence: ExemptionEvidence;
}

const NO_REASONS: readonly NotCallableReason[] = Object.freeze([]);
const NO_WARNINGS: readonly ContactWarning[] = Object.freeze([]);

/**
 * Decides whether a contact may be called at an instant: for the validation of its campaign, for
 * dialling, and for the evidence of a call (campaigns section 5). Pure, except for what `calendars`
 * remembers.
 */
export function decideContact(
  contact: ContactFacts,
  campaign: CampaignFacts,
  instant: Date,
  calendars: Calendars = CALENDARS,
): ContactDecision {
  const found = findings(contact, campaign, instant, calendars);
  const { atMs, callType, place, rules } = found;
  const momentBy = (clock: ZoneClock): LocalMoment =>
    localMoment(clock.wallAt(atMs), place, rules, calendars.holidays);
  const moment = place.clock === null ? null : momentBy(place.clock);
  // If the contact's place and zone disagree, all of their clocks must permit the call.
  const placeMoments = place.placeClocks.map(momentBy);
  const moments = moment === null ? placeMoments : [moment, ...placeMoments];
  const reasons: NotCallableReason[] = [];
  addLastingReasons(reasons, contact, campaign, found);
  const isLasting = reasons.length > 0;
  const pausedUntilMs = pauseEndOf(contact);
  if (pausedUntilMs > atMs) reasons.push('called_recently');
  if (moments.some(({ isWithinHours }) => !isWithinHours)) reasons.push('after_hours');
  const blocked = moments.find(({ isBlockedByHoliday }) => isBlockedByHoliday);
  if (blocked !== undefined) reasons.push('public_holiday');
  const isDeferred = !isLasting && reasons.length > 0;
  return Object.freeze({
    callable: reasons.length === 0,
    reason: reasons[0] ?? null,
    reasons: reasons.length === 0 ? NO_REASONS : Object.freeze(reasons),
    deferredUntil: isDeferred ? permittedFrom(Math.max(atMs, pausedUntilMs), place, rules, calendars) : null,
    warnings:
      placeMoments.length === 0 ? (moment?.warnings ?? NO_WARNINGS) : mismatchWarnings(moments, rules),
    callType,
    timezone_evaluation: timezoneEvaluation(instant, place, rules, moment, placeMoments),
    holiday_evaluation: holidayEvaluation(place, blocked ?? moment),
    dncr_summary: dncrSummary(contact, atMs),
    cli_summary: campaign.cli,
    retry_summary: retrySummary(contact, campaign),
    recent_call_summary: recentCallSummary(contact),
    consent_evidence: consentEvidence(contact, campaign, found),
    exemption_evidence: exemptionEvidence(contact, campaign),
  });
}

/**
 * The reason why a contact may not be called at any hour: the `is_callable` and
 * `not_callable_reason` of a stored contact.
 * @returns null if only the time of day may prevent the call
 */
export function lastingReason(
  contact: ContactFacts,
  campaign: CampaignFacts,
  instant: Date,
  calendars: Calendars = CALENDARS,
): NotCallableReason | null {
  const reasons: NotCallableReason[] = [];
  addLastingReasons(reasons, contact, campaign, findings(contact, campaign, instant, calendars));
  return reasons[0] ?? null;
}

const PASSING: readonly NotCallableReason[] = ['called_recently', 'after_hours', 'public_holiday'];

/** The reason to store for a decided contact: only one that time does not resolve. */
export const storedReason = ({ reason }: ContactDecision): NotCallableReason | null =>
  reason !== null && PASSING.includes(reason) ? null : reason;

/**
 * When a contact is tried again after a failed attempt: after the policy's delay, moved into the
 * next hours in which the person may be called (campaigns 5.16). Null if there are none within two
 * weeks, or if the zone is unknown.
 * @param retry 1 for the first retry
 */
export function nextAttemptAt(
  contact: ContactFacts,
  campaign: CampaignFacts,
  endedAt: Date,
  retry: number,
  calendars: Calendars = CALENDARS,
): Date | null {
  const due = new Date(endedAt.getTime() + retryDelaySeconds(campaign.retryPolicy, retry) * 1000);
  const { place, rules } = findings(contact, campaign, due, calendars);
  return permittedFrom(due.getTime(), place, rules, calendars);
}

/**
 * The end of the pause after a call by another campaign (campaigns 5.19). A retry does not wait for
 * a pause: its contact was called before the other one, or asked to be called back.
 */
const pauseEndOf = ({ recentCall, attemptCount }: ContactFacts): number =>
  attemptCount > 0 || recentCall === null ? -Infinity : recentCall.pauseEndsAt.getTime();

function findings(
  contact: ContactFacts,
  campaign: CampaignFacts,
  instant: Date,
  { clocks }: Calendars,
): Findings {
  const atMs = instant.getTime();
  const callType = stricter(campaign.callType, contact.callType);
  // The law refers to the person's local time; a campaign of service calls may use its own zone if
  // the person's is unknown.
  const mayUseOwnZone = callType === 'service' && !campaign.compliance.recipient_timezone_aware;
  return {
    atMs,
    callType,
    rules: callingRules(callType, campaign.compliance),
    place: recipientPlace(contact, clocks, mayUseOwnZone ? campaign.timezone : null),
    consent: consentState(contact, atMs),
  };
}

/** A call with two purposes has the stricter type (campaigns 5.2). */
export function stricter(ofCampaign: CallType, ofContact: CallType | null): CallType {
  if (ofContact === null || ofCampaign === 'telemarketing' || ofContact === 'service') return ofCampaign;
  return ofContact;
}

/** Warns if zone and place disagree; calls without time limits need neither (campaigns 5.8). */
function mismatchWarnings(moments: readonly LocalMoment[], rules: CallingRules): readonly ContactWarning[] {
  const isBound = rules.hoursOf !== null || rules.keepsHolidays;
  const warnings = new Set(moments.flatMap((it) => it.warnings));
  return Object.freeze([...(isBound ? (['timezone_place_mismatch'] as const) : []), ...warnings]);
}

function permittedFrom(
  fromMs: number,
  place: RecipientPlace,
  rules: CallingRules,
  { holidays }: Calendars,
): Date | null {
  if (rules.hoursOf === null && !rules.keepsHolidays) return new Date(fromMs);
  if (place.clock === null) return null;
  const next = nextPermitted(fromMs, place, [place.clock, ...place.placeClocks], rules, holidays);
  return next === null ? null : new Date(next);
}
