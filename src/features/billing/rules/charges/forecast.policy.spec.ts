import { describe, expect, it } from 'vitest';
import { forecastCharges, type MeteredSoFar } from './forecast.policy.js';

const at = (text: string) => new Date(`2026-11-${text}T00:00:00Z`);
const PERIOD = { start: at('01'), end: new Date('2026-12-01T00:00:00Z') };
const meter = (total: number, more: Partial<MeteredSoFar> = {}): MeteredSoFar => ({
  terms: { meterId: 'minutes', includedUnits: 1000, unitRate: 5 },
  total,
  from: PERIOD.start,
  until: at('11'),
  ...more,
});

// billing 7.8
describe('the forecast of a period', () => {
  it.each<[string, number | null, MeteredSoFar[], [number, number] | null]>([
    ['is the fee where nothing is metered', 24_900, [], [24_900, 24_900]],
    ['goes on at the rate so far: ten days of thirty', 0, [meter(1200)], [1000, 13_000]],
    ['charges nothing below the included units', 0, [meter(300)], [0, 0]],
    ['may pass the included units by the end', 0, [meter(400)], [0, 1000]],
    ['counts from when the meter began', 0, [meter(1200, { from: at('06') })], [1000, 25_000]],
    ['adds meters and the fee', 100, [meter(1200), meter(1200)], [2100, 26_100]],
    ['is what it was when the period is over', 0, [meter(1200, { until: PERIOD.end })], [1000, 1000]],
    ['is unknown in the first day', 0, [meter(9, { until: new Date('2026-11-01T23:00:00Z') })], null],
    ['is known after it', 0, [meter(9, { until: at('02') })], [0, 0]],
    ['is unknown without the fee', null, [], null],
    ['is unknown where an amount is not exact', 0, [meter(Number.MAX_SAFE_INTEGER)], null],
  ])('%s', (_, fee, meters, amounts) => {
    expect(forecastCharges(fee, meters, PERIOD)).toEqual(
      amounts && { so_far_cents: amounts[0], at_period_end_cents: amounts[1] },
    );
  });
});
