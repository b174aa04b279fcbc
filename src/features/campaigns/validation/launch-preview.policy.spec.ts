import { describe, expect, it } from 'vitest';
import { aCampaign, aContact, FRIDAY } from '../../../../test/support/contact-facts.js';
import { bordersOfWindow, hoursOfContact, windowFrom } from './launch-preview.policy.js';

// Friday, 13:00 in Melbourne and 10:00 in Perth: telemarketing until 20:00, on Saturday from 9:00 to 17:00 (campaigns 5.2).
const LAUNCH = new Date(FRIDAY);
const later = (hours: number): Date => new Date(LAUNCH.getTime() + hours * 3_600_000);
const NO_WASH = { washedAt: null, validUntil: null } as const;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

interface Case {
  readonly contact?: Parameters<typeof aContact>[0];
  readonly campaign?: Parameters<typeof aCampaign>[0];
  readonly wash?: { readonly washedAt: Date; readonly validUntil: Date };
  readonly due?: Date;
  readonly launchAt?: Date;
  readonly hours?: number;
}

function found({ contact, campaign, wash, due, launchAt = LAUNCH, hours = 24 }: Case) {
  const facts = aCampaign(campaign);
  const washed = { callType: facts.callType, compliance: facts.compliance, ...(wash ?? NO_WASH) };
  return hoursOfContact(aContact(contact), due ?? launchAt, facts, washed, windowFrom(launchAt, hours));
}

// campaigns 6.7
describe('the hours in which a contact may be called', () => {
  it.each<[string, Case, readonly number[]]>([
    ['are those of its own clock', {}, [...range(0, 6), ...range(20, 23)]],
    ['lie later in the west', { contact: { recipientSubdivision: 'AU-WA' } }, [...range(0, 9), 23]],
    [
      'of a service call are all',
      {
        campaign: {
          callType: 'service',
          compliance: { prevent_after_hours: false, check_public_holiday: false },
        },
      },
      range(0, 23),
    ],
    [
      'begin with the hour of a launch that is not a full hour',
      { launchAt: new Date(LAUNCH.getTime() + 40 * 60_000), hours: 2 },
      [0, 1],
    ],
    [
      'have a part of an hour in a zone of half hours',
      // 12:30 in Adelaide; Saturday 9:00 is 22:30 of UTC.
      { contact: { recipientSubdivision: 'AU-SA' } },
      [...range(0, 7), ...range(20, 23)],
    ],
    ['of a retry begin when it is due', { due: later(3.25) }, [...range(3, 6), ...range(20, 23)]],
    ['of a retry that is due at night begin in the morning', { due: later(8) }, range(20, 23)],
    ['end with the schedule', { campaign: { scheduleEndAt: later(2) } }, [0, 1]],
    ['end in the hour in which the schedule does', { campaign: { scheduleEndAt: later(2.5) } }, [0, 1, 2]],
    ['end with the wash of the contact', { contact: { registryValidUntil: later(4) } }, range(0, 3)],
    [
      'end with the wash of the campaign',
      { wash: { washedAt: later(-1), validUntil: later(5) } },
      range(0, 4),
    ],
    ['end when that is too old', { wash: { washedAt: later(1 - 30 * 24), validUntil: later(999) } }, [0]],
    ['end with consent', { contact: { consentExpiresAt: later(1) } }, [0]],
    ['end with its withdrawal', { contact: { consentWithdrawnAt: later(1.5) } }, [0, 1]],
  ])('%s', (_, given, hours) => {
    expect(found(given)).toEqual({ hours, reason: null });
  });

  it.each<[string, Case, string | null]>([
    ['is suppressed', { contact: { isSuppressed: true } }, 'dnc'],
    ['has a number that another contact has', { contact: { repeatsNumber: true } }, 'number_repeated'],
    ['was not washed', { contact: { registryStatus: null } }, 'registry_missing'],
    ['is on the register', { contact: { registryStatus: 'listed' } }, 'registry_listed'],
    // Dialling keeps the reason of the launch, and does not decide about the contact again.
    [
      'has consent that begins after the launch',
      { contact: { consentGivenAt: later(1) } },
      'consent_unverified',
    ],
    [
      'has a retry for which the wash is too old then',
      { contact: { registryValidUntil: later(1) }, due: later(2) },
      'registry_expired',
    ],
    [
      'is in a campaign whose wash has lapsed',
      { wash: { washedAt: later(-9), validUntil: later(0) } },
      'registry_expired',
    ],
    [
      'is in a campaign whose wash is too old',
      { wash: { washedAt: later(-30 * 24), validUntil: later(9) } },
      'registry_stale',
    ],
    [
      'may not be called before the schedule ends',
      { launchAt: later(8), campaign: { scheduleEndAt: later(10) }, hours: 4 },
      'campaign_closed',
    ],
    ['waits for the morning after the window', { launchAt: later(8), hours: 4 }, null],
    ['has a retry after the window', { due: later(30) }, null],
  ])('are none of one that %s', (_, given, reason) => {
    expect(found(given)).toEqual({ hours: [], reason });
  });
});

it('draws a border at the launch and at each quarter of an hour after it', () => {
  const window = windowFrom(new Date('2026-11-20T02:50:00.000Z'), 2);
  const { lapsed, stale, given } = bordersOfWindow(
    window,
    aCampaign({ compliance: { registry_wash_max_age_days: 1 } }),
  );
  const texts = (dates: readonly Date[]): string[] => dates.map((it) => it.toISOString());
  expect(texts(lapsed)).toEqual(
    ['02:50', '03:00', '03:15', '03:30', '03:45', '04:00'].map((time) => `2026-11-20T${time}:00.001Z`),
  );
  expect(texts(stale).at(0)).toBe('2026-11-19T02:50:00.001Z');
  expect(texts(given).at(-1)).toBe('2026-08-20T04:00:00.001Z');
});
