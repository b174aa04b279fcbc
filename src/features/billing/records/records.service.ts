import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import type { ReconciliationState } from '../rules/reconciliation.policy.js';
import type { MeterId } from '../rules/usage-charges.policy.js';
import { RECONCILIATIONS, USAGE_WINDOWS } from './records.queries.js';
import type {
  AggregationRecordsResponse,
  ReconciliationRecordsResponse,
  WindowStatus,
} from './records.response.js';

// Sums arrive as text.
interface WindowRow {
  readonly record_id: string;
  readonly meter_id: MeterId;
  readonly window_start: Date;
  readonly window_end: Date;
  readonly quantity: string;
  readonly status: WindowStatus;
  readonly source_hash: string | null;
  readonly provider_event_id: string | null;
  readonly frozen_at: Date | null;
  readonly submitted_at: Date | null;
  readonly attempt_count: number;
}

interface ReconciliationRow {
  readonly record_id: string;
  readonly meter_id: MeterId;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly source_total: string | null;
  readonly stored_total: string;
  readonly provider_total: string | null;
  readonly state: ReconciliationState;
  readonly checked_at: Date;
}

/** Shows internal staff how usage is counted (billing section 12). */
@Injectable()
export class MeteringRecordsService {
  constructor(private readonly metadata: MetadataStore) {}

  async aggregations(auth: AuthContext): Promise<AggregationRecordsResponse> {
    const rows = await this.metadata.read(auth, (db) => db.query<WindowRow>(USAGE_WINDOWS));
    return {
      aggregation_records: rows.map((row) => ({
        record_id: row.record_id,
        client_id: auth.clientId,
        data_env: auth.dataEnv,
        meter_id: row.meter_id,
        window_start_utc: row.window_start.toISOString(),
        window_end_utc: row.window_end.toISOString(),
        quantity: Number(row.quantity),
        status: row.status,
        source_hash: row.source_hash,
        provider_event_id: row.provider_event_id,
        frozen_at_utc: row.frozen_at?.toISOString() ?? null,
        submitted_at_utc: row.submitted_at?.toISOString() ?? null,
        attempt_count: row.attempt_count,
      })),
    };
  }

  async reconciliations(auth: AuthContext): Promise<ReconciliationRecordsResponse> {
    const rows = await this.metadata.read(auth, (db) => db.query<ReconciliationRow>(RECONCILIATIONS));
    return {
      reconciliation_records: rows.map((row) => {
        const [source, stored, provider] = [row.source_total, row.stored_total, row.provider_total].map(
          (total) => (total === null ? null : Number(total)),
        ) as [number | null, number, number | null];
        return {
          record_id: row.record_id,
          meter_id: row.meter_id,
          period_start_utc: row.period_start.toISOString(),
          period_end_utc: row.period_end.toISOString(),
          source_total: source,
          stored_total: stored,
          provider_total: provider,
          state: row.state,
          delta_source_stored: source === null ? null : source - stored,
          delta_stored_provider: provider === null ? null : stored - provider,
          checked_at_utc: row.checked_at.toISOString(),
        };
      }),
    };
  }
}
