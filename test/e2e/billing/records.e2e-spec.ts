import { describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { aBillingFixture, useBilling } from './billing-fixture.js';

describe('records of metering', () => {
  const billing = useBilling();
  const { test } = billing;

  const own = perSuite(() => aBillingFixture(test, billing.provider));
  const foreign = perSuite(() => aBillingFixture(test, billing.provider));

  // billing 12.1, 12.2
  it('show staff how usage was counted and compared', async () => {
    const { clientId, dataEnv } = own.tenant;
    await test.world.sql(
      `INSERT INTO billing_usage_windows (client_id, data_env, meter_id, window_start, window_end, quantity, status,
              source_hash, provider_event_id, frozen_at, submitted_at, attempt_count)
       VALUES ($1, $2, 'minutes', '2026-11-22T08:00Z', '2026-11-22T09:00Z', 42, 'submitted', 'abc', 'usage-1',
               '2026-11-22T10:00Z', '2026-11-22T10:00:01Z', 2),
              ($1, $2, 'minutes', '2026-11-22T09:00Z', '2026-11-22T10:00Z', 7, 'open', NULL, NULL, NULL, NULL, 0)`,
      [clientId, dataEnv],
    );
    await test.world.sql(
      `INSERT INTO billing_reconciliations (client_id, data_env, meter_id, period_start, period_end, source_total,
              stored_total, provider_total, state, checked_at)
       VALUES ($1, $2, 'minutes', '2026-11-21T00:00Z', '2026-11-22T00:00Z', 43, 42, 40, 'mismatch', '2026-11-22T01:00Z'),
              ($1, $2, 'minutes', '2026-11-22T00:00Z', '2026-11-23T00:00Z', NULL, 42, NULL, 'unverified', '2026-11-23T01:00Z')`,
      [clientId, dataEnv],
    );
    const windows = await own.get('/metered/aggregation-records', {}, own.staff).expect(200);
    expect(windows.body).toEqual({
      aggregation_records: [
        expect.objectContaining({
          window_start_utc: '2026-11-22T09:00:00.000Z',
          quantity: 7,
          status: 'open',
          provider_event_id: null,
          frozen_at_utc: null,
        }),
        {
          record_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          client_id: clientId,
          data_env: 'prod',
          meter_id: 'minutes',
          window_start_utc: '2026-11-22T08:00:00.000Z',
          window_end_utc: '2026-11-22T09:00:00.000Z',
          quantity: 42,
          status: 'submitted',
          source_hash: 'abc',
          provider_event_id: 'usage-1',
          frozen_at_utc: '2026-11-22T10:00:00.000Z',
          submitted_at_utc: '2026-11-22T10:00:01.000Z',
          attempt_count: 2,
        },
      ],
    });
    const compared = await own.get('/metered/reconciliation-records', {}, own.staff).expect(200);
    expect(compared.body).toEqual({
      reconciliation_records: [
        expect.objectContaining({
          source_total: null,
          provider_total: null,
          delta_source_stored: null,
          delta_stored_provider: null,
          state: 'unverified',
        }),
        {
          record_id: expect.any(String) as string,
          meter_id: 'minutes',
          period_start_utc: '2026-11-21T00:00:00.000Z',
          period_end_utc: '2026-11-22T00:00:00.000Z',
          source_total: 43,
          stored_total: 42,
          provider_total: 40,
          state: 'mismatch',
          delta_source_stored: 1,
          delta_stored_provider: 2,
          checked_at_utc: '2026-11-22T01:00:00.000Z',
        },
      ],
    });
    const theirs = await foreign.get('/metered/aggregation-records', {}, foreign.staff).expect(200);
    expect(theirs.body).toEqual({ aggregation_records: [] });
  });

  // billing 12.3
  it('come in pages that go on where the page before has ended, and by status', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    const { clientId, dataEnv } = desk.tenant;
    await test.world.sql(
      `INSERT INTO billing_usage_windows (client_id, data_env, meter_id, window_start, window_end, quantity, status)
       SELECT $1, $2, m.id, w.start, w.start + interval '1 hour', 1,
              CASE WHEN w.start = '2026-11-01T02:00Z' THEN 'correction_pending' ELSE 'submitted' END
         FROM generate_series('2026-11-01T00:00Z'::timestamptz, '2026-11-01T04:00Z', '1 hour') AS w(start),
              unnest(ARRAY['minutes', 'sms_segments']) AS m(id)`,
      [clientId, dataEnv],
    );
    await test.world.sql(
      `INSERT INTO billing_reconciliations (client_id, data_env, meter_id, period_start, period_end, stored_total, state,
              checked_at)
       SELECT $1, $2, 'minutes', d, d, 1, CASE WHEN d < '2026-11-03T00:00Z' THEN 'mismatch' ELSE 'unverified' END, d
         FROM generate_series('2026-11-01T00:00Z'::timestamptz, '2026-11-05T00:00Z', '1 day') AS d`,
      [clientId, dataEnv],
    );
    interface Page {
      readonly aggregation_records?: { window_start_utc: string; meter_id: string }[];
      readonly reconciliation_records?: { checked_at_utc: string }[];
      readonly next_cursor?: string;
    }
    const page = async (path: string, query: Record<string, string>): Promise<Page> =>
      (await desk.get(`/metered/${path}`, query, desk.staff).expect(200)).body as Page;
    async function all(path: string, query: Record<string, string>): Promise<string[]> {
      const keys: string[] = [];
      for (let cursor: string | undefined; ;) {
        const it = await page(path, { ...query, page_size: '3', ...(cursor !== undefined && { cursor }) });
        keys.push(
          ...(it.aggregation_records ?? []).map(
            (row) => `${row.window_start_utc.slice(11, 13)} ${row.meter_id}`,
          ),
          ...(it.reconciliation_records ?? []).map((row) => row.checked_at_utc.slice(8, 10)),
        );
        if (it.next_cursor === undefined) return keys;
        cursor = it.next_cursor;
      }
    }
    expect(await all('aggregation-records', {})).toEqual(
      ['04', '03', '02', '01', '00'].flatMap((hour) => [`${hour} sms_segments`, `${hour} minutes`]),
    );
    expect(await all('aggregation-records', { meter_id: 'minutes' })).toHaveLength(5);
    expect(await all('aggregation-records', { status: 'correction_pending' })).toEqual([
      '02 sms_segments',
      '02 minutes',
    ]);
    expect(await all('reconciliation-records', {})).toEqual(['05', '04', '03', '02', '01']);
    expect(await all('reconciliation-records', { state: 'mismatch' })).toEqual(['02', '01']);
    const { next_cursor: cursor = '' } = await page('aggregation-records', { page_size: '1' });
    await desk.get('/metered/aggregation-records', { cursor, status: 'submitted' }, desk.staff).expect(400);
    await desk.get('/metered/reconciliation-records', { cursor }, desk.staff).expect(400);
    await desk.get('/metered/aggregation-records', { status: 'settled' }, desk.staff).expect(400);
  });
});
