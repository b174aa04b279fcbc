import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCampaign, aContact } from '../../../../../test/support/contact-facts.js';
import { HOLIDAYS, localTime, verdictOfAll } from '../../../../../test/support/independent-calling-hours.js';
import { decideContact } from '../eligibility/decide-contact.policy.js';
import { CALL_TYPES } from '../statuses.js';

// Rules: campaigns 5.2, 5.4, 5.6, 5.7, 5.8 and 5.17.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Locations: the zones that count, the contact's own, and the known subdivision. */
const PLACES = [
  ...(
    [
      ['AU-NSW', 'Australia/Sydney'],
      ['AU-ACT', 'Australia/Sydney'],
      ['AU-VIC', 'Australia/Melbourne'],
      ['AU-QLD', 'Australia/Brisbane'],
      ['AU-SA', 'Australia/Adelaide'],
      ['AU-WA', 'Australia/Perth'],
      ['AU-TAS', 'Australia/Hobart'],
      ['AU-NT', 'Australia/Darwin'],
    ] as const
  ).map(([subdivision, zone]) => ({ zones: [zone], subdivision, named: null })),
  ...(
    [
      ['Australia/Broken_Hill', 'AU-NSW'],
      ['Australia/Lord_Howe', 'AU-NSW'],
      ['Australia/Eucla', 'AU-WA'],
      ['Australia/Sydney', null],
      ['Australia/Perth', null],
      ['Australia/Hobart', null],
    ] as const
  ).map(([zone, subdivision]) => ({ zones: [zone], subdivision, named: zone })),
  // If the zone is outside the place, both clocks apply.
  ...(
    [
      ['Europe/London', 'AU-VIC', 'Australia/Melbourne'],
      ['America/St_Johns', 'AU-SA', 'Australia/Adelaide'],
      ['Australia/Perth', 'AU-TAS', 'Australia/Hobart'],
      ['UTC', 'AU-NSW', 'Australia/Sydney'],
    ] as const
  ).map(([zone, subdivision, own]) => ({ zones: [zone, own], subdivision, named: zone })),
];

/** The days on which clocks are changed, first Sundays of April and October. */
const CLOCK_CHANGES = [2024, 2025, 2026, 2027, 2028, 2029, 2030].flatMap((year) =>
  [3, 9].map((month) => {
    const first = Date.UTC(year, month, 1);
    return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY;
  }),
);

// At any time; on or next to a holiday; around a clock change; and at the limits of legal calling
// hours.
const anywhere = fc.integer({ min: Date.UTC(2024, 0, 2), max: Date.UTC(2030, 11, 30) });
const around = (days: readonly number[]) =>
  fc
    .tuple(fc.constantFrom(...days), fc.integer({ min: -DAY, max: 2 * DAY }))
    .map(([day, shift]) => Math.min(day + shift, Date.UTC(2030, 11, 30)));
const instants = fc.oneof(
  anywhere,
  around(HOLIDAYS.filter((date) => date > '2024-01-02').map((date) => Date.parse(date))),
  around(CLOCK_CHANGES),
);
const onBorders = fc
  .tuple(instants, fc.constantFrom(-1, 0, 1))
  .map(([instant, shift]) => Math.round(instant / (HOUR / 4)) * (HOUR / 4) + shift);

const cases = fc.record({
  place: fc.constantFrom(...PLACES),
  callType: fc.constantFrom(...CALL_TYPES),
  instant: fc.oneof(instants, onBorders),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function decisionOn({ place, callType, instant }: Case) {
  const contact = aContact({
    recipientTimezone: place.named,
    recipientSubdivision: place.subdivision,
    // Only the hour and the day should decide.
    consentExpiresAt: new Date('2040-01-01Z'),
    consentGivenAt: new Date('2020-01-01Z'),
  });
  const compliance = {
    registry_wash_required: false,
    prevent_after_hours: false,
    check_public_holiday: false,
  };
  return decideContact(contact, aCampaign({ callType, compliance }), new Date(instant));
}

describe('calling hours', () => {
  it('are those of the law in 2,000 cases', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(cases, (one) => {
        const expected = verdictOfAll(one.callType, one.place.zones, one.place.subdivision, one.instant);
        const { reason, timezone_evaluation: evaluation } = decisionOn(one);
        expect(reason ?? 'permitted').toBe(expected);
        const { date, time } = localTime(one.instant, one.place.zones[0]!);
        expect(evaluation.local_time?.slice(0, 16)).toBe(`${date}T${time}`);
        seen.set(expected, (seen.get(expected) ?? 0) + 1);
      }),
      { numRuns: 2000, seed: 20_261_122 },
    );
    // Each result occurred often enough for the comparison to be meaningful.
    expect(Math.min(...seen.values())).toBeGreaterThan(100);
    expect(seen.size).toBe(3);
  });

  it('are those of the law on every holiday and beside it, everywhere', () => {
    const wrong: string[] = [];
    for (const date of new Set(HOLIDAYS)) {
      for (const shift of [-1, 0, 1]) {
        // Early in the afternoon in Sydney, ten or eleven in Perth.
        const instant = Date.parse(date) + shift * DAY + 3 * HOUR;
        for (const place of PLACES) {
          for (const callType of CALL_TYPES) {
            const expected = verdictOfAll(callType, place.zones, place.subdivision, instant);
            const found = decisionOn({ place, callType, instant }).reason ?? 'permitted';
            if (found !== expected) {
              wrong.push(
                `${date} ${shift} ${place.zones.join('+')} ${place.subdivision ?? '-'} ${callType}: ${found}`,
              );
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  // All bounds are quarters of an hour, in every zone.
  it('open next when the law says', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const quarter = HOUR / 4;
        const { callable, deferredUntil } = decisionOn(one);
        if (callable) return;
        const verdictAt = (at: number) =>
          verdictOfAll(one.callType, one.place.zones, one.place.subdivision, at);
        const latest = one.instant + 13 * DAY;
        let next = Math.ceil(one.instant / quarter) * quarter;
        while (verdictAt(next) !== 'permitted' && next < latest) next += quarter;
        if (next < latest) expect(deferredUntil?.toISOString()).toBe(new Date(next).toISOString());
        else expect(deferredUntil?.getTime() ?? Infinity).toBeGreaterThanOrEqual(latest);
      }),
      { numRuns: 100, seed: 20_261_123 },
    );
  });
});
