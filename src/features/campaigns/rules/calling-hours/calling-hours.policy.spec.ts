import { describe, expect, it } from 'vitest';
import { aCampaign, aContact, decide, reasonsOf } from '../../../../../test/support/contact-facts.js';
import type { CampaignFacts, ContactFacts } from '../eligibility/contact-facts.js';
import { decideContact } from '../eligibility/decide-contact.policy.js';

describe('hours (campaigns 5.2)', () => {
  // Melbourne, UTC+11 in November: the first and the last permitted instant, and their neighbours.
  it.each([
    ['telemarketing', 'Friday', '2026-11-19T22:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ['telemarketing', 'Saturday', '2026-11-20T22:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['research', 'Friday', '2026-11-19T22:00:00.000Z', '2026-11-20T09:30:00.000Z'],
    ['research', 'Saturday', '2026-11-20T22:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['research', 'Sunday', '2026-11-21T22:00:00.000Z', '2026-11-22T06:00:00.000Z'],
  ] as const)('%s on a %s: from %s until before %s', (callType, _, start, end) => {
    const at = (instant: string, shift: number): boolean =>
      decideContact(aContact(), aCampaign({ callType }), new Date(Date.parse(instant) + shift)).callable;
    expect([at(start, -1), at(start, 0), at(end, -1), at(end, 0)]).toEqual([false, true, true, false]);
  });

  it('knows no hour of a Sunday for telemarketing', () => {
    expect(reasonsOf({}, {}, '2026-11-22T02:00:00Z')).toEqual(['after_hours']);
  });

  it.each([
    ['telemarketing', 'service', 'telemarketing'],
    ['telemarketing', 'research', 'telemarketing'],
    ['research', 'telemarketing', 'telemarketing'],
    ['research', 'service', 'research'],
    ['service', 'research', 'research'],
    ['service', 'telemarketing', 'telemarketing'],
    ['service', null, 'service'],
  ] as const)('a %s campaign and a %s contact make a %s call', (callType, own, expected) => {
    expect(decide(aContact({ callType: own }), aCampaign({ callType })).callType).toBe(expected);
  });

  it('hold whatever the flags, consent and exemptions say', () => {
    const flags = {
      prevent_after_hours: false,
      check_public_holiday: false,
      recipient_timezone_aware: false,
    };
    const exempt = { exemptionType: 'charity', exemptionVerified: true };
    expect(reasonsOf(exempt, { compliance: flags }, '2026-11-20T12:00:00Z')).toEqual(['after_hours']);
    expect(
      reasonsOf({ ...exempt, registryStatus: 'listed' }, { compliance: flags }, '2026-12-25T02:00:00Z'),
    ).toEqual(['public_holiday']);
  });
});

describe('service calls (campaigns 5.3)', () => {
  const service = (prevent_after_hours: boolean, check_public_holiday: boolean, at: string) =>
    reasonsOf(
      {},
      {
        callType: 'service',
        compliance: { prevent_after_hours, check_public_holiday, registry_wash_required: false },
      },
      at,
    );
  const CHRISTMAS_NIGHT = '2026-12-25T12:00:00Z';
  it('may be made at any time, except for the flags', () => {
    expect(service(false, false, CHRISTMAS_NIGHT)).toEqual([]);
    expect(service(true, false, CHRISTMAS_NIGHT)).toEqual(['after_hours']);
    expect(service(false, true, CHRISTMAS_NIGHT)).toEqual(['public_holiday']);
    expect(service(true, true, CHRISTMAS_NIGHT)).toEqual(['after_hours', 'public_holiday']);
    expect(service(true, true, '2026-11-22T02:00:00Z')).toEqual(['after_hours']);
  });
});

describe('clock and place (campaigns 5.4, 5.5)', () => {
  const placed = (
    recipientTimezone: string | null,
    recipientCountry: string | null,
    recipientSubdivision: string | null,
  ) => {
    const contact = aContact({ recipientTimezone, recipientCountry, recipientSubdivision });
    const { timezone_evaluation: it, reasons } = decide(contact, aCampaign());
    return [
      it.recipient_timezone,
      it.source,
      ...reasons.filter((reason) => /timezone|location/.test(reason)),
    ];
  };
  it.each([
    [null, 'AU', 'AU-NSW', 'Australia/Sydney', 'subdivision'],
    [null, null, 'AU-ACT', 'Australia/Sydney', 'subdivision'],
    [null, 'AU', 'vic', 'Australia/Melbourne', 'subdivision'],
    [null, 'AU', 'QLD', 'Australia/Brisbane', 'subdivision'],
    [null, 'au', 'AU-SA', 'Australia/Adelaide', 'subdivision'],
    [null, 'AU', 'AU-WA', 'Australia/Perth', 'subdivision'],
    [null, 'AU', 'AU-TAS', 'Australia/Hobart', 'subdivision'],
    [null, 'AU', 'NT', 'Australia/Darwin', 'subdivision'],
    ['Australia/Broken_Hill', 'AU', 'AU-NSW', 'Australia/Broken_Hill', 'contact'],
    ['Australia/Lord_Howe', null, null, 'Australia/Lord_Howe', 'contact'],
    ['Pacific/Auckland', null, null, 'Pacific/Auckland', 'contact'],
    ['Europe/London', 'GB', null, 'Europe/London', 'contact'],
    [null, 'NZ', null, 'Pacific/Auckland', 'country'],
    [null, 'NZ', 'NZ-CIT', 'Pacific/Chatham', 'subdivision'],
  ])('%s, %s, %s: %s by the %s', (zone, country, subdivision, clock, source) => {
    expect(placed(zone, country, subdivision)).toEqual([clock, source]);
  });

  it.each([
    [null, null, null, 'timezone_missing'],
    [null, 'AU', null, 'timezone_missing'],
    [null, 'AU', 'AU-XX', 'timezone_missing'],
    [null, null, 'WA', 'timezone_missing'],
    [null, 'US', 'WA', 'timezone_missing'],
    [null, 'NZ', 'AU-NSW', 'timezone_missing'],
    ['', 'AU', 'AU-NSW', 'timezone_invalid'],
    ['Sydney', 'AU', 'AU-NSW', 'timezone_invalid'],
    ['+10:00', null, null, 'timezone_invalid'],
  ])('%s, %s, %s: %s', (zone, country, subdivision, reason) => {
    expect(placed(zone, country, subdivision)).toEqual([null, null, reason]);
  });

  it('misses the place where a zone of elsewhere is all there is', () => {
    expect(placed('Asia/Tokyo', null, null)).toEqual(['Asia/Tokyo', 'contact', 'location_missing']);
    // Different updates set the country and the subdivision, which contradict each other.
    expect(placed('Asia/Tokyo', 'JP', 'AU-NSW')).toEqual(['Asia/Tokyo', 'contact', 'location_missing']);
  });

  it('lends a service call the campaign its own zone, where it is not bound to that of the person', () => {
    const nowhere = { recipientCountry: null, recipientSubdivision: null };
    const service = (aware: boolean, keeps: boolean) =>
      decide(
        aContact(nowhere),
        aCampaign({
          callType: 'service',
          compliance: {
            recipient_timezone_aware: aware,
            prevent_after_hours: keeps,
            check_public_holiday: keeps,
          },
        }),
      );
    expect(service(false, true)).toMatchObject({
      callable: true,
      timezone_evaluation: { source: 'campaign' },
    });
    expect(service(true, true).reasons).toEqual(['timezone_missing']);
    expect(service(true, false).reasons).toEqual([]);
  });
});

describe('holidays (campaigns 5.6 to 5.8)', () => {
  const fresh = (at: string): Partial<ContactFacts> => ({
    registryCheckedAt: new Date(Date.parse(at) - 86_400_000),
    registryValidUntil: new Date(Date.parse(at) + 86_400_000),
    consentExpiresAt: new Date('2040-01-01Z'),
    consentGivenAt: new Date('2020-01-01Z'),
  });
  const on = (
    date: string,
    where: Partial<ContactFacts>,
    callType: CampaignFacts['callType'] = 'telemarketing',
  ) =>
    decide(
      aContact({ ...fresh(`${date}T03:00:00Z`), ...where }),
      aCampaign({ callType }),
      `${date}T03:00:00Z`,
    );
  const NOWHERE = { recipientSubdivision: null, recipientTimezone: 'Australia/Sydney' };

  it.each([
    ['2025-01-27', 'AU-VIC', true],
    ['2026-04-27', 'AU-NSW', true],
    ['2026-04-27', 'AU-WA', true],
    ['2026-04-27', 'AU-QLD', false],
    ['2026-04-27', null, true],
    ['2027-04-26', 'AU-QLD', true],
    ['2027-04-26', 'AU-TAS', false],
    ['2026-12-28', 'AU-TAS', true],
    ['2027-12-28', 'AU-SA', true],
    ['2028-01-03', null, true],
    // Ordinary Mondays.
    ['2026-12-21', null, false],
    ['2026-05-04', 'AU-VIC', false],
  ])('%s in %s: %s', (date, recipientSubdivision, blocked) => {
    const where = recipientSubdivision === null ? NOWHERE : { recipientSubdivision };
    expect(on(date, where).reasons).toEqual(blocked ? ['public_holiday'] : []);
  });

  it('are those of any year', () => {
    expect(on('2047-04-15', {}).holiday_evaluation).toMatchObject({
      holiday_name: 'Easter Monday',
      blocked: true,
    });
    expect(on('2047-04-16', {}).warnings).toEqual(['substitute_days_unknown']);
  });

  it('are kept for people in other countries too, their substitutes are not', () => {
    const london = { recipientCountry: 'NZ', recipientSubdivision: null };
    expect(on('2026-12-25', london).reasons).toEqual(['public_holiday']);
    expect(on('2026-12-28', london)).toMatchObject({ reasons: [], warnings: ['holiday_calendar_unknown'] });
  });

  it('of one state are a warning there', () => {
    const cup = on('2026-11-03', { recipientSubdivision: 'AU-VIC' });
    expect(cup).toMatchObject({
      callable: true,
      warnings: ['state_holiday'],
      holiday_evaluation: {
        calendar: 'AU',
        subdivision: 'AU-VIC',
        holiday_name: 'Melbourne Cup Day',
        is_national: false,
        blocked: false,
      },
    });
    expect(on('2026-11-03', { recipientSubdivision: 'AU-NSW' }).warnings).toEqual([]);
  });

  it('of Western Australia are kept by telemarketing there', () => {
    const there = { recipientSubdivision: 'AU-WA' };
    const onItsTime = { recipientSubdivision: null, recipientTimezone: 'Australia/Perth' };
    expect(on('2026-09-28', there).reasons).toEqual(['public_holiday']);
    expect(on('2026-09-28', onItsTime).reasons).toEqual(['public_holiday']);
    expect(on('2026-09-28', there, 'research')).toMatchObject({ reasons: [], warnings: ['state_holiday'] });
    expect(on('2026-09-28', NOWHERE)).toMatchObject({ reasons: [], warnings: ['state_holiday'] });
  });
});
