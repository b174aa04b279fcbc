import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstInstantAt, localIso, wallAt } from '../../../../core/time/wall-clock.policy.js';
import { ZoneClocks } from './zone-clock.policy.js';

const clocks = new ZoneClocks();
const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone').slice(0, 400));

it('shows what the clocks of all requests show, in every zone', () => {
  const instants = fc.array(fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }), {
    minLength: 4,
    maxLength: 4,
  });
  fc.assert(
    fc.property(zones, instants, (zone, [first = 0, ...others]) => {
      const clock = clocks.find(zone)!;
      for (const instant of [first, ...others, first]) {
        expect(clock.wallAt(instant)).toBe(wallAt(instant, zone));
        expect(clock.writtenAt(instant)).toBe(localIso(instant, zone));
        expect(clock.firstInstantAt(instant)).toBe(firstInstantAt(instant, zone));
      }
    }),
    { numRuns: 150 },
  );
});

it.each([
  ['Australia/Sydney', '2026-04-04T16:00:00.000Z'],
  ['Australia/Sydney', '2026-10-03T16:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z'],
])('%s: to the millisecond of a change at %s', (zone, change) => {
  const clock = clocks.find(zone)!;
  for (const shift of [-1, 0, 1]) {
    const instant = Date.parse(change) + shift;
    expect(clock.writtenAt(instant)).toBe(localIso(instant, zone));
  }
});

it('knows no zone that is none', () => {
  expect(['', 'Sydney', '+10:00', 'australia/sydney', 'Factory'].map((zone) => clocks.find(zone))).toEqual(
    Array(5).fill(null),
  );
});
