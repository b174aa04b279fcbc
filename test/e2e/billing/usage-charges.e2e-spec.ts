import { beforeEach, describe, expect, it } from 'vitest';
import { after, useMeteringBench } from './metering-bench.js';

/** The clock ends at the machine's current hour, because sessions use the machine's time. */
const END = 48;

interface Line {
  readonly meter_id: string;
  readonly [field: string]: unknown;
}
interface Billing {
  readonly chargeability: string;
  readonly metered_usage_lines: readonly Line[];
  readonly [field: string]: unknown;
}

describe('usage-based charges', () => {
  let nightDesk: string;

  const bench = useMeteringBench();
  beforeEach(async () => {
    await bench.begin();
    await bench.sql(`UPDATE billing_plans SET evidence_since = now() WHERE client_id = $1`);
  });

  const billing = async (): Promise<Billing> =>
    ((await bench.desk.get('/overview').expect(200)).body as { billing: Billing }).billing;

  /** Calls and messages, with all hours closed and reported and the totals compared. */
  async function settled(): Promise<void> {
    await bench.post('calls', [
      bench.call(1.5, 600 * 60),
      bench.call(2.5, 61),
      bench.call(3.5, 60, { project_id: (nightDesk = await bench.anotherProject()) }),
    ]);
    await bench.post('messages', [
      bench.message(1.5, { segments: 101 }),
      bench.message(2.5, { segments: 9 }),
      bench.message(3.5, { status: 'failed', failed_reason: 'unreachable', delivered_at_utc: undefined }),
    ]);
    bench.clock.set(after(END));
    await bench.run();
    expect(await bench.reconcile()).toBe(true);
  }

  // billing 7.3
  it('say from when on they count, where that is within the period', async () => {
    await settled();
    const since = async (hours: number) => {
      await bench.sql(
        `UPDATE billing_plan_meters SET metered_from = $2::timestamptz + $3 * interval '1 hour' WHERE client_id = $1`,
        (await billing())['billing_period_start'],
        hours,
      );
      return (await billing())['metered_from_utc'];
    };
    expect(await since(0)).toBeUndefined();
    const { billing_period_start: start } = await billing();
    expect(Date.parse(String(await since(1)))).toBe(Date.parse(String(start)) + 3_600_000);
  });

  // billing 4.1, 5.1, 5.3, 7.3, 7.7
  it('are exact to the cent on complete evidence', async () => {
    await settled();
    const answer = await billing();
    expect(answer).toMatchObject({
      chargeability: 'hybrid',
      chargeability_status: 'available',
      chargeability_label: 'HYBRID',
      usage_status: 'available',
      included_minutes: 500,
      used_minutes: 603,
      remaining_minutes: 0,
      // 103 minutes at 59 cents each.
      estimated_overage_amount: 60.77,
      metered_usage: {
        plan_type: 'metered',
        total_metered_minutes: 603,
        per_minute_rate_cents: 59,
        currency: 'AUD',
        estimated_metered_charges_cents: 6_077,
        usage_freshness_utc: after(END - 1).toISOString(),
        usage_stale: false,
      },
    });
    const [minutes, segments] = answer.metered_usage_lines;
    expect(minutes).toEqual({
      meter_id: 'minutes',
      plan_type: 'metered',
      total_quantity: 603,
      included_units: 500,
      overage_units: 103,
      unit_label: 'minutes',
      per_unit_rate_cents: 59,
      currency: 'AUD',
      estimated_charges_cents: 6_077,
      usage_freshness_utc: after(END - 1).toISOString(),
      usage_stale: false,
      stale_reason: 'none',
      attribution_status: 'available',
      by_project: [
        expect.objectContaining({ quantity: 602 }) as object,
        { project_id: nightDesk, project_name: nightDesk, quantity: 1 },
      ],
      message_count: null,
      failed_count: null,
      failed_reasons: {},
    });
    expect(segments).toMatchObject({
      meter_id: 'sms_segments',
      total_quantity: 110,
      included_units: 100,
      overage_units: 10,
      per_unit_rate_cents: 20,
      estimated_charges_cents: 200,
      message_count: 2,
      failed_count: 1,
      failed_reasons: { unreachable: 1 },
    });
  });

  // billing 4.2, 4.4, 7.3
  it.each([
    [
      'an operator has not said so',
      'UPDATE billing_plans SET evidence_since = NULL WHERE client_id = $1',
      'pending',
    ],
    [
      'a window is not reported',
      `UPDATE billing_usage_windows SET status = 'frozen', frozen_at = frozen_at - interval '1 hour' WHERE client_id = $1 AND quantity = 2`,
      'pending',
    ],
    [
      'a window awaits a correction',
      `UPDATE billing_usage_windows SET status = 'correction_pending' WHERE client_id = $1 AND quantity = 2`,
      'pending',
    ],
    [
      'a window failed',
      `UPDATE billing_usage_windows SET status = 'failed' WHERE client_id = $1 AND quantity = 2`,
      'unavailable',
    ],
    [
      'totals differ',
      `UPDATE billing_reconciliations SET state = 'mismatch' WHERE client_id = $1 AND meter_id = 'minutes'`,
      'unavailable',
    ],
    [
      'totals are unverified',
      `UPDATE billing_reconciliations SET state = 'unverified' WHERE client_id = $1 AND meter_id = 'minutes'`,
      'unavailable',
    ],
    [
      'totals were last compared long ago',
      `UPDATE billing_reconciliations SET checked_at = checked_at - interval '49 hours' WHERE client_id = $1`,
      'unavailable',
    ],
    [
      'a meter is off',
      `UPDATE billing_plan_meters SET is_active = false WHERE client_id = $1 AND meter_id = 'sms_segments'`,
      'unavailable',
    ],
    [
      'an amount would not be exact',
      `UPDATE billing_usage_windows SET quantity = 9000000000000000 WHERE client_id = $1 AND quantity = 2`,
      'unavailable',
    ],
  ])('are withheld where %s', async (_, change, status) => {
    await settled();
    await bench.sql(change);
    expect(await billing()).toMatchObject({
      chargeability: 'flat',
      chargeability_status: status,
      usage_status: 'unavailable',
      used_minutes: null,
      metered_usage_lines: [],
      metered_usage: null,
    });
  });

  // billing 4.2
  it('are withheld where a step has a fee of a fraction of a cent', async () => {
    await settled();
    const [tier] = bench.subscriptionItems().flatMap(({ price }) => price.tiers ?? []);
    Object.assign(tier!, { flat_amount: null, flat_amount_decimal: '0.5' });
    expect(await billing()).toMatchObject({ chargeability: 'flat', chargeability_status: 'unavailable' });
    Object.assign(tier!, { flat_amount_decimal: null });
  });

  // billing 7.7
  it('say when the newest hour is not counted yet', async () => {
    await settled();
    bench.clock.advance(60_000);
    await bench.sql(
      `DELETE FROM billing_usage_windows WHERE client_id = $1 AND window_start >= $2`,
      after(END - 2),
    );
    const { metered_usage_lines: lines } = await billing();
    expect(lines.map((line) => [line['usage_stale'], line['stale_reason']])).toEqual([
      [true, 'aggregation_pending'],
      [true, 'aggregation_pending'],
    ]);
  });

  // billing 7.7
  it('withhold projects where they do not add up', async () => {
    await settled();
    await bench.sql(
      `UPDATE billing_usage_windows SET details = '{}' WHERE client_id = $1 AND meter_id = 'minutes' AND quantity = 2`,
    );
    const [minutes] = (await billing()).metered_usage_lines;
    expect(minutes).toMatchObject({ total_quantity: 603, attribution_status: 'unavailable', by_project: [] });
  });
});
