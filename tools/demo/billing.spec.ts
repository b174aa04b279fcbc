import { describe, expect, it } from 'vitest';
import { DEMO_CAST } from './cast/cast.ts';
import { demoProviderState } from './billing.ts';

const DAY_MS = 86_400_000;
const DAYS = Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2027, 11, 1, 12) + day * DAY_MS));

describe('the billing period of the demo', () => {
  it.each([
    ['2026-12-01T00:10:00Z', '2026-11-15', '2026-12-15'],
    ['2026-12-10T23:59:59Z', '2026-11-15', '2026-12-15'],
    ['2026-12-11T00:00:00Z', '2026-12-01', '2027-01-01'],
    ['2027-01-01T00:00:00Z', '2026-12-15', '2027-01-15'],
    ['2028-02-29T12:00:00Z', '2028-02-01', '2028-03-01'],
  ])('at %s is from %s to %s', (now, start, end) => {
    const [subscription] = subscriptionsAt(new Date(now));
    expect(subscription).toEqual([new Date(start), new Date(end)]);
  });

  it('has ten days of usage at any day, and follows the period of the last invoice', () => {
    for (const now of DAYS) {
      const [[start, end] = []] = subscriptionsAt(now);
      expect(now.getTime() - start!.getTime(), now.toISOString()).toBeGreaterThanOrEqual(10 * DAY_MS);
      expect(end!.getTime()).toBeGreaterThan(now.getTime());
      const [last] = demoProviderState(DEMO_CAST.tenants, now).invoices;
      expect(new Date(last!.period_end * 1000)).toEqual(start);
    }
  });
});

/** Start and end of the current period of each client. */
function subscriptionsAt(now: Date): [Date, Date][] {
  const state = demoProviderState(DEMO_CAST.tenants, now);
  return [...state.subscriptions.values()].map((subscription) => {
    const { data } = (subscription as { items: { data: Record<string, number>[] } }).items;
    const [item] = data;
    return [new Date(item!['current_period_start']! * 1000), new Date(item!['current_period_end']! * 1000)];
  });
}
