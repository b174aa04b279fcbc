import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CampaignValidationResult } from '../../../src/features/campaigns/detail/campaign-validation.response.js';
import { lapsedUntil } from '../../../src/features/campaigns/rules/eligibility/consent.policy.js';
import { decideContact } from '../../../src/features/campaigns/rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '../../../src/features/campaigns/rules/eligibility/facts-of.js';
import type { CampaignLaunchPreview } from '../../../src/features/campaigns/validation/launch-preview.response.js';
import {
  hoursOfContact,
  windowFrom,
} from '../../../src/features/campaigns/validation/launch-preview.policy.js';
import { addDecision, emptyTally } from '../../../src/features/campaigns/validation/contact-tally.policy.js';
import { plantCapacity, plantContacts, soundAt } from '../../support/campaign-contacts.js';
import type { StoredFacts } from '../../support/campaign-contacts.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';

// Contacts are validated by groups with equal decisions; this compares it with deciding about each
// contact (campaigns 6.2, 6.5, 6.6 and 6.7).

const NOW = new Date('2026-06-19T10:30:00.000Z');
const DAY = 86_400_000;
const WASH_DAYS = 21;
const SOUND: StoredFacts = { ...soundAt(NOW.toISOString()), recipient_subdivision: 'AU-WA' };

/** Instants before, on and after every boundary. */
const around = (...borders: number[]) =>
  fc.constantFrom(
    null,
    ...borders.flatMap((border) => [-1, 0, 1].map((shift) => new Date(border + shift))),
    new Date(NOW.getTime() - 400 * DAY),
    new Date(NOW.getTime() + 400 * DAY),
  );
const NOW_MS = NOW.getTime();
// 9:00 in Melbourne, within the calling hours of the preview.
const MORNING_MS = Date.parse('2026-06-19T23:00:00.000Z');

const contacts: fc.Arbitrary<StoredFacts> = fc.record({
  status: fc.constantFrom('pending', 'queued', 'retry_scheduled', 'completed'),
  not_callable_reason: fc.constantFrom(null, null, null, 'dnc', 'consent_missing'),
  repeats_number: fc.constantFrom(false, false, false, true),
  call_type: fc.constantFrom(null, null, 'telemarketing', 'service'),
  recipient_timezone: fc.constantFrom(null, null, 'Australia/Perth', 'Asia/Tokyo', 'Nowhere'),
  recipient_country: fc.constantFrom(null, 'AU', 'AU', 'NZ'),
  recipient_subdivision: fc.constantFrom(null, 'AU-VIC', 'AU-VIC', 'AU-WA', 'QLD'),
  registry_status: fc.constantFrom(
    null,
    'listed',
    'not_listed',
    'not_listed',
    'not_listed',
    'invalid',
    'unknown',
  ),
  registry_checked_at: around(NOW_MS, NOW_MS - WASH_DAYS * DAY, MORNING_MS - WASH_DAYS * DAY),
  registry_valid_until: around(NOW_MS, MORNING_MS),
  consent_type: fc.constantFrom(null, 'express', 'express', 'inferred', 'published'),
  consent_source: fc.constantFrom(null, 'web_form', 'web_form'),
  consent_evidence_encrypted: fc.constantFrom(null, '\\x00'),
  consent_given_at: around(NOW_MS, lapsedUntil(NOW_MS), lapsedUntil(MORNING_MS)),
  consent_expires_at: around(NOW_MS, MORNING_MS),
  consent_withdrawn_at: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: around(NOW_MS, MORNING_MS) },
  ),
  exemption_type: fc.constantFrom(null, null, 'charity'),
  exemption_verified: fc.constantFrom(null, false, true),
  attempt_count: fc.constantFrom(0, 0, 1, 3, 4),
  max_attempts: fc.constantFrom(null, null, 0, 3),
  last_disposition: fc.constantFrom(null, null, null, 'no_answer', 'invalid_number'),
  next_attempt_at: fc.constantFrom(
    null,
    null,
    new Date(NOW_MS + DAY / 2),
    new Date(MORNING_MS + 59 * 60_000),
    new Date(NOW_MS + DAY),
  ),
});

const clock = new TestClock(NOW);
const test = useSharedApp({ clock });
const desk = perSuite(() => aCampaignFixture(test));
beforeAll(async () => {
  await plantCapacity(test, desk.tenant, 10);
});

/** A contact as the store returns it. */
const factsOf = (stored: StoredFacts) =>
  contactFacts(
    {
      status: stored.status ?? 'pending',
      repeatsNumber: stored.repeats_number ?? false,
      callType: stored.call_type ?? null,
      recipientTimezone: stored.recipient_timezone ?? null,
      recipientCountry: stored.recipient_country ?? null,
      recipientSubdivision: stored.recipient_subdivision ?? null,
      registryStatus: stored.registry_status ?? null,
      registryCheckedAt: stored.registry_checked_at ?? null,
      registryValidUntil: stored.registry_valid_until ?? null,
      registryRulesetId: null,
      registryWashRecordId: null,
      consentType: stored.consent_type ?? null,
      consentSource: stored.consent_source ?? null,
      consentGivenAt: stored.consent_given_at ?? null,
      consentExpiresAt: stored.consent_expires_at ?? null,
      consentWithdrawnAt: stored.consent_withdrawn_at ?? null,
      consentEvidenceEncrypted: stored.consent_evidence_encrypted ? Buffer.from('00', 'hex') : null,
      exemptionType: stored.exemption_type ?? null,
      exemptionVerified: stored.exemption_verified ?? null,
      attemptCount: stored.attempt_count ?? 0,
      maxAttempts: stored.max_attempts ?? null,
      nextAttemptAt: null,
      lastDisposition: stored.last_disposition ?? null,
    },
    stored.not_callable_reason === 'dnc',
  );

it.each(['telemarketing', 'research', 'service'] as const)(
  'finds of %s what deciding about each contact finds',
  async (callType) => {
    const seeds = atDepth({ ordinary: [1], full: [1, 2, 3, 4, 5] });
    for (const seed of seeds) {
      const compliance = {
        registry_wash_required: seed !== 3,
        registry_wash_max_age_days: WASH_DAYS,
        consent_required: seed !== 4,
        prevent_after_hours: true,
        check_public_holiday: seed !== 5,
        recipient_timezone_aware: true,
        exemption_type: null,
      };
      const { campaign_id: id, ...made } = await desk.made({ campaign_call_type: callType, compliance });
      // Half of them are valid except for one field; otherwise, almost none would pass the first
      // checks.
      const planted = fc.sample(contacts, { numRuns: 700, seed }).map((it, index) => {
        const names = Object.keys(it) as (keyof StoredFacts)[];
        const name = names[index % names.length]!;
        return index % 2 === 0 ? it : { ...SOUND, [name]: it[name] };
      });
      await plantContacts(test, desk.tenant, id, planted);
      const facts = campaignFacts({
        status: 'draft',
        campaignCallType: callType,
        timezone: made.timezone,
        scheduleEndAt: null,
        retryPolicy: made.retry_policy,
        compliance,
      });

      const tally = emptyTally(callType);
      const reasons: string[] = [];
      for (const one of planted) {
        if (one.status === 'completed') {
          reasons.push(one.not_callable_reason ?? 'callable');
          continue;
        }
        const decision = decideContact(factsOf(one), facts, NOW);
        addDecision(tally, decision, facts, 1);
        const lasting = decision.reasons.find((it) => it !== 'after_hours' && it !== 'public_holiday');
        reasons.push(lasting ?? 'callable');
      }

      const answer = await desk.send('post', `/${id}/validate`).expect(200);
      const { contact_blocker_counts: counts, warnings, info } = answer.body as CampaignValidationResult;
      expect(counts).toEqual(Object.fromEntries(tally.blockers));
      expect(
        Object.fromEntries(
          warnings.filter(({ scope }) => scope === 'contact').map(({ code, count }) => [code, count]),
        ),
      ).toEqual(Object.fromEntries(tally.warnings));
      expect(info.map(({ count }) => count).slice(0, 2)).toEqual([tally.callable, tally.deferred]);
      const stored = await inStore(
        test,
        `SELECT coalesce(not_callable_reason, 'callable') AS reason FROM campaign_contacts WHERE campaign_id = $1`,
        [id],
      );
      expect(stored.map(({ reason }) => reason as string).toSorted()).toEqual(reasons.toSorted());
      expect(tally.callable).toBeGreaterThan(20);
      await holdsPreview(id, planted, facts);
    }
  },
);

/** The preview of the next day, compared with the decision about each contact. */
async function holdsPreview(
  id: string,
  planted: readonly StoredFacts[],
  facts: ReturnType<typeof campaignFacts>,
): Promise<void> {
  const window = windowFrom(NOW, 24);
  const wash = { callType: facts.callType, compliance: facts.compliance, washedAt: null, validUntil: null };
  const expected = {
    hours: Array.from({ length: 24 }, () => 0),
    later: 0,
    reasons: new Map<string, number>(),
  };
  for (const one of planted) {
    if (one.status === 'completed') continue;
    const due = one.next_attempt_at ?? NOW;
    const { hours, reason } = hoursOfContact(factsOf(one), due, facts, wash, window);
    for (const hour of hours) expected.hours[hour]! += 1;
    if (hours.length > 0) continue;
    if (reason === null) expected.later += 1;
    else expected.reasons.set(reason, (expected.reasons.get(reason) ?? 0) + 1);
  }
  const answer = await desk.send('get', `/${id}/launch-preview`).expect(200);
  const preview = answer.body as CampaignLaunchPreview;
  expect(preview.hours.map(({ contacts: count }) => count)).toEqual(expected.hours);
  expect(preview.later_contacts).toBe(expected.later);
  expect(preview.not_callable_by_reason).toEqual(Object.fromEntries(expected.reasons));
  const { contacts: all, callable_contacts: callable, later_contacts: later } = preview;
  expect(all).toBe(planted.filter(({ status }) => status !== 'completed').length);
  const never = Object.values(preview.not_callable_by_reason).reduce((sum, count) => sum + count, 0);
  expect(callable + later + never).toBe(all);
  expect(Math.max(...expected.hours)).toBeGreaterThan(20);
}
