import { beforeEach, describe, expect, it } from 'vitest';
import { after, START, useMeteringBench } from './metering-bench.js';

interface ReconciliationRecord {
  readonly meter_id: string;
  readonly state: string;
  readonly source_total: number | null;
  readonly stored_total: number;
  readonly provider_total: number | null;
  readonly delta_source_stored: number | null;
  readonly delta_stored_provider: number | null;
}

describe('reconciliation of usage', () => {
  const bench = useMeteringBench();
  beforeEach(async () => {
    await bench.begin();
    await bench.post('calls', [bench.call(1.5, 600), bench.call(2.5, 61)]);
    await bench.post('messages', [bench.message(1.5, { segments: 3 })]);
    bench.clock.set(after(47));
    await bench.run();
  });

  /** The newest record of each meter, as staff see it. */
  async function records(meter = 'minutes'): Promise<ReconciliationRecord[]> {
    bench.clock.set(after(48));
    const { body } = (await bench.desk
      .get('/metered/reconciliation-records', {}, bench.desk.staff)
      .expect(200)) as { body: { reconciliation_records: ReconciliationRecord[] } };
    return body.reconciliation_records.filter(({ meter_id: id }) => id === meter);
  }

  // billing 15.1, 15.2
  it('compares what was used, what is stored and what the provider has counted', async () => {
    await bench.reconcile();
    expect(await records()).toEqual([
      expect.objectContaining({
        state: 'matched',
        source_total: 12,
        stored_total: 12,
        provider_total: 12,
        delta_source_stored: 0,
        delta_stored_provider: 0,
        period_start_utc: START.toISOString(),
        period_end_utc: after(46).toISOString(),
      }),
    ]);
    expect(await records('sms_segments')).toMatchObject([
      { state: 'matched', source_total: 3, provider_total: 3 },
    ]);
  });

  // billing 15.2
  it('has no tolerance for one unit', async () => {
    await bench.sql(`UPDATE billing_usage_windows SET quantity = 3 WHERE client_id = $1 AND quantity = 2`);
    await bench.reconcile();
    expect(await records()).toMatchObject([
      {
        state: 'mismatch',
        source_total: 12,
        stored_total: 13,
        provider_total: 12,
        delta_source_stored: -1,
        delta_stored_provider: 1,
      },
    ]);
  });

  // billing 15.2
  it.each([
    ['provider', { source_total: 12, provider_total: null, delta_stored_provider: null }],
    ['source', { source_total: null, provider_total: 12, delta_source_stored: null }],
  ])('leaves unverified what has no total of the %s', async (missing, totals) => {
    if (missing === 'provider') bench.provider.fault = { path: /event_summaries/, how: 'reset' };
    else await bench.withoutCalls(() => bench.reconcile());
    if (missing === 'provider') await bench.reconcile();
    expect(await records()).toMatchObject([{ state: 'unverified', stored_total: 12, ...totals }]);
  });

  // billing 15.2
  it('shows a late call as a correction that is awaited', async () => {
    await bench.post('calls', [bench.call(2.6, 60)]);
    await bench.reconcile();
    bench.clock.set(after(47.9));
    await bench.post('calls', [bench.call(46.5, 60)]);
    bench.clock.set(after(48));
    await bench.run();
    expect((await bench.windows()).find(({ hour }) => hour === 2)).toMatchObject({
      status: 'correction_pending',
    });
    await bench.sql(
      `UPDATE billing_plans SET reconciliation_wanted_at = $2 WHERE client_id = $1`,
      after(47.95),
    );
    await bench.reconcile();
    expect((await records()).map(({ state }) => state)).toEqual(['correction_pending', 'mismatch']);
  });

  // billing 15.1
  it('is made once a day, and when an operator asks for it', async () => {
    expect(await bench.reconcile()).toBe(true);
    expect(await bench.reconcile()).toBe(false);
    await bench.sql(`UPDATE billing_plans SET reconciliation_wanted_at = $2 WHERE client_id = $1`, after(47));
    bench.clock.advance(60_000);
    expect(await bench.reconcile()).toBe(true);
    expect(await bench.reconcile()).toBe(false);
    bench.clock.set(after(47 + 24));
    expect(await bench.reconcile()).toBe(true);
  });

  // billing 15.1
  it('stops before the first hour that was not reported to the provider', async () => {
    await bench.sql(
      `UPDATE billing_usage_windows SET status = 'frozen' WHERE client_id = $1 AND quantity = 2`,
    );
    await bench.reconcile();
    expect(await records()).toMatchObject([
      {
        state: 'matched',
        source_total: 10,
        stored_total: 10,
        provider_total: 10,
        period_end_utc: after(2).toISOString(),
      },
    ]);
  });
});
