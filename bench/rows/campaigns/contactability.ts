import { decideContact } from '#app/features/campaigns/rules/eligibility/decide-contact.policy.js';
import type { Calendars } from '#app/features/campaigns/rules/eligibility/decide-contact.policy.js';
import type { CampaignFacts, ContactFacts } from '#app/features/campaigns/rules/eligibility/contact-facts.js';
import { HolidayCalendar } from '#app/features/campaigns/rules/calling-hours/australian-holidays.policy.js';
import { ZoneClock, ZoneClocks } from '#app/features/campaigns/rules/calling-hours/zone-clock.policy.js';
import type { Bench, Row } from '../../harness/compare.ts';

const CONTACTS = 10_000;
const DECISIONS = 300_000;
const ROUNDS = 7;
const DAY_MS = 86_400_000;
const FROM = Date.parse('2026-10-01T00:00:00Z');
const SUBDIVISIONS = ['AU-NSW', 'AU-VIC', 'AU-QLD', 'AU-WA', 'AU-SA', 'AU-TAS', 'AU-NT', 'AU-ACT'];

const CAMPAIGN: CampaignFacts = {
  status: 'running',
  callType: 'telemarketing',
  timezone: 'Australia/Sydney',
  scheduleEndAt: null,
  retryPolicy: {
    enabled: true,
    max_attempts: 3,
    backoff_base_seconds: 3600,
    backoff_strategy: 'linear',
  },
  compliance: {
    registry_wash_required: true,
    registry_wash_max_age_days: 30,
    consent_required: true,
    prevent_after_hours: true,
    check_public_holiday: true,
    recipient_timezone_aware: true,
    exemption_type: null,
  },
  cli: {
    return_number_masked: '+61 *** *** 156',
    employer_name: 'Example Energy',
    authorizer_name: 'Example Group',
    call_purpose: 'Offers',
    complete: true,
  },
};

/** All over Australia; a third of them name their own zone. */
const contacts: readonly ContactFacts[] = Array.from({ length: CONTACTS }, (_, index) => ({
  status: 'pending',
  isSuppressed: false,
  repeatsNumber: false,
  recentCall: null,
  callType: null,
  recipientTimezone: index % 3 === 0 ? 'Australia/Sydney' : null,
  recipientCountry: 'AU',
  recipientSubdivision: SUBDIVISIONS[index % SUBDIVISIONS.length] ?? null,
  registryStatus: 'not_listed',
  registryCheckedAt: new Date(FROM - (index % 20) * DAY_MS),
  registryValidUntil: new Date(FROM + 60 * DAY_MS),
  registryRulesetId: 'rules-7',
  registryWashRecordId: null,
  consentType: 'express',
  consentSource: 'web_form',
  consentGivenAt: new Date(FROM - (index % 80) * DAY_MS),
  consentExpiresAt: null,
  consentWithdrawnAt: null,
  hasConsentEvidence: true,
  exemptionType: null,
  exemptionVerified: null,
  attemptCount: 0,
  maxAttempts: null,
  nextAttemptAt: null,
  lastDisposition: null,
}));

/** The mistake: it formats the local time each time. */
class FormattingClock extends ZoneClock {
  override wallAt(instantMs: number): number {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: this.timezone,
      timeZoneName: 'longOffset',
    });
    return formatter.format(instantMs) === '' ? Number.NaN : super.wallAt(instantMs);
  }
}
class FormattingClocks extends ZoneClocks {
  override find(timezone: string): ZoneClock | null {
    return super.find(timezone) && new FormattingClock(timezone);
  }
}

const formatting: Calendars = { holidays: new HolidayCalendar(), clocks: new FormattingClocks() };
const cached: Calendars = { holidays: new HolidayCalendar(), clocks: new ZoneClocks() };

/**
 * Decisions per second of the thread's own processor time, which excludes other load on the
 * machine.
 */
function decisionsPerSecond(count: number, calendars: Calendars): number {
  const before = process.threadCpuUsage();
  let callable = 0;
  for (let index = 0; index < count; index += 1) {
    const contact = contacts[index % CONTACTS]!;
    // A random instant in about eight weeks around a clock change, usually close to a boundary of a
    // decision.
    const instant = new Date(FROM + (index % 1000) * 5 * 60_000 + Math.floor(index / 1000) * 4 * 3_600_000);
    if (decideContact(contact, CAMPAIGN, instant, calendars).callable) callable += 1;
  }
  const { user, system } = process.threadCpuUsage(before);
  if (callable === 0) throw new Error('Not one contact was callable: something else was measured.');
  return count / ((user + system) / 1e6);
}

export const P14: Row<Bench> = {
  id: 'P14',
  what: 'decisions about contacts, with their evidence, on one core',
  against: '-',
  unit: '1/s',
  target: { atLeast: 300_000 },
  control: 'Intl formatter per call',
  measure: (_bench, worsened) => {
    const [count, calendars] = worsened ? [DECISIONS / 100, formatting] : [DECISIONS, cached];
    decisionsPerSecond(count, calendars);
    const all = Array.from({ length: ROUNDS }, () => Math.round(decisionsPerSecond(count, calendars)));
    const ours = all.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    return Promise.resolve({ ours, floor: null, ratio: null, ratios: all });
  },
};
