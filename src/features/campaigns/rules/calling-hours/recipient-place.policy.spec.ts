import { describe, expect, it } from 'vitest';
import { FRIDAY, aCampaign, aContact, decide } from '../../../../../test/support/contact-facts.js';

// campaigns 5.4, 5.8, 5.17, 5.18
describe('a zone outside of the place', () => {
  const decided = (
    [recipientTimezone, recipientCountry, recipientSubdivision]: readonly (string | null)[],
    at: string,
    campaign: Parameters<typeof aCampaign>[0] = {},
  ) =>
    decide(
      aContact({
        recipientTimezone: recipientTimezone!,
        recipientCountry: recipientCountry!,
        recipientSubdivision: recipientSubdivision!,
        registryCheckedAt: new Date(Date.parse(at) - 86_400_000),
        registryValidUntil: new Date(Date.parse(at) + 86_400_000),
        consentExpiresAt: new Date('2040-01-01Z'),
      }),
      aCampaign(campaign),
      at,
    );
  const beside = (place: readonly (string | null)[]): string[] | null =>
    decided(place, FRIDAY).timezone_evaluation.place_clocks?.map(({ timezone }) => timezone) ?? null;

  it.each([
    [['UTC', 'AU', 'AU-NSW'], ['Australia/Sydney']],
    [['Australia/Perth', 'AU', 'AU-NSW'], ['Australia/Sydney']],
    [['Australia/Perth', 'AU', 'NSW'], ['Australia/Sydney']],
    [['Australia/Perth', null, 'AU-NSW'], ['Australia/Sydney']],
    [['Australia/Perth', 'NZ', null], ['Pacific/Auckland']],
    [['Pacific/Auckland', 'NZ', 'NZ-CIT'], ['Pacific/Chatham']],
    [['Pacific/Chatham', 'NZ', 'NZ-AUK'], ['Pacific/Auckland']],
    [['Pacific/Chatham', 'NZ', 'STL'], ['Pacific/Auckland']],
    [['Australia/Sydney', 'GB', null], ['Europe/London']],
    [['Australia/Sydney', null, 'GB-LND'], ['Europe/London']],
    // The zone is inside the place, also under an older name.
    [['Australia/ACT', 'AU', 'AU-NSW'], null],
    [['Australia/Broken_Hill', 'AU', 'AU-NSW'], null],
    [['Australia/Yancowinna', 'AU', 'AU-NSW'], null],
    [['Australia/Eucla', 'AU', 'AU-WA'], null],
    [['Australia/Lindeman', 'AU', 'AU-QLD'], null],
    [['Australia/Perth', 'AU', null], null],
    [['Pacific/Chatham', 'NZ', null], null],
    [['NZ', 'NZ', 'NZ-AUK'], null],
    [['US/Pacific', 'US', 'US-CA'], null],
    // Without a location, or with one whose zones are unknown.
    [['Asia/Tokyo', null, null], null],
    [['Asia/Tokyo', 'JP', 'AU-NSW'], null],
    [['Europe/Berlin', 'BV', null], null],
  ] as const)('%j: %j bind as well', (place, expected) => {
    expect(beside(place)).toEqual(expected);
  });

  it('of a country with several zones binds with all of them', () => {
    const clocks = beside(['UTC', 'AU', null]);
    expect(clocks).toContain('Australia/Perth');
    expect(clocks).toContain('Australia/Lord_Howe');
  });

  // Perth is three hours behind Sydney in November.
  it.each([
    ['2026-11-19T21:59:59.999Z', ['after_hours']],
    ['2026-11-19T22:00:00.000Z', ['after_hours']],
    ['2026-11-20T00:59:59.999Z', ['after_hours']],
    ['2026-11-20T01:00:00.000Z', []],
    ['2026-11-20T08:59:59.999Z', []],
    ['2026-11-20T09:00:00.000Z', ['after_hours']],
  ])('permits a call only when both clocks do: %s', (at, reasons) => {
    const decision = decided(['Australia/Perth', 'AU', 'AU-NSW'], at);
    expect(decision.reasons).toEqual(reasons);
    expect(decision.warnings).toEqual(['timezone_place_mismatch']);
  });

  it('does not have a person called at 01:28 in Sydney', () => {
    expect(decided(['UTC', 'AU', 'AU-NSW'], '2026-11-25T14:28:00Z').reasons).toEqual(['after_hours']);
  });

  it('keeps a holiday that either clock shows', () => {
    // 26 January in Sydney, still the 25th in Los Angeles: a Sunday there.
    expect(
      decided(['America/Los_Angeles', 'AU', 'AU-NSW'], '2027-01-26T01:00:00Z', { callType: 'research' })
        .holiday_evaluation,
    ).toMatchObject({ holiday_name: 'Australia Day', blocked: true });
  });

  it('defers until both permit, without an instant if they never do within two weeks', () => {
    const perth = decided(['Australia/Perth', 'AU', 'AU-NSW'], '2026-11-20T10:00:00Z');
    expect(perth.deferredUntil?.toISOString()).toBe('2026-11-21T01:00:00.000Z');
    // Nine in the morning in UTC is eight in the evening in Sydney.
    expect(decided(['UTC', 'AU', 'AU-NSW'], FRIDAY).deferredUntil).toBeNull();
  });

  it('is shown by the evidence with both clocks', () => {
    expect(decided(['Australia/Perth', 'AU', 'AU-NSW'], FRIDAY).timezone_evaluation).toMatchObject({
      recipient_timezone: 'Australia/Perth',
      local_time: '2026-11-20T10:00:00+08:00',
      within_window: true,
      place_clocks: [
        {
          timezone: 'Australia/Sydney',
          local_time: '2026-11-20T13:00:00+11:00',
          window_start: '09:00',
          window_end: '20:00',
          within_window: true,
        },
      ],
    });
  });

  it('is no matter of a service call that no hour binds, and binds one with hours by the zone of its campaign too', () => {
    const service = (flags: boolean, place: readonly (string | null)[], timezone = 'UTC') =>
      decided(place, '2026-11-25T14:28:00Z', {
        callType: 'service',
        timezone,
        compliance: {
          recipient_timezone_aware: false,
          prevent_after_hours: flags,
          check_public_holiday: false,
        },
      });
    expect(service(false, ['UTC', 'AU', 'AU-NSW'])).toMatchObject({ callable: true, warnings: [] });
    expect(service(true, ['UTC', 'AU', 'AU-NSW']).reasons).toEqual(['after_hours']);
    // 14:28 in London, night everywhere in Australia.
    expect(service(true, [null, 'AU', null], 'Europe/London')).toMatchObject({
      reasons: ['after_hours'],
      warnings: ['timezone_place_mismatch'],
      timezone_evaluation: { source: 'campaign' },
    });
  });
});
