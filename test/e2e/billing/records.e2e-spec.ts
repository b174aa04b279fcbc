import { describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { aBillingDesk, useBilling } from './billing-desk.js';

describe('records of metering', () => {
  const billing = useBilling();
  const { test } = billing;

  const own = perSuite(() => aBillingDesk(test, billing.provider));
  const foreign = perSuite(() => aBillingDesk(test, billing.provider));

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
});
