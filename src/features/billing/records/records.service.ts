import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding, type CursorPosition } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { ReconciliationState } from '../rules/reconciliation.policy.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import { RECONCILIATIONS, USAGE_WINDOWS } from './records.queries.js';
import type { AggregationRecordsRequest, ReconciliationRecordsRequest } from './records.request.js';
import type {
  AggregationRecord,
  AggregationRecordsResponse,
  ReconciliationRecord,
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

/** Cursors that precede the first record of a list. A meter's name is lower-case ASCII. */
const NEWEST_WINDOW = ['infinity', '~'] as const;
const NEWEST_RECONCILIATION = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Shows internal staff how usage is counted (billing section 12). */
@Injectable()
export class MeteringRecordsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly cursors: Cursors,
  ) {}

  /** @throws 400 for a cursor from another list */
  async aggregations(
    auth: AuthContext,
    { status, meter_id: meterId, page_size: pageSize, cursor }: AggregationRecordsRequest,
  ): Promise<AggregationRecordsResponse> {
    const binding = {
      route: 'GET /v1/billing/metered/aggregation-records',
      tenant: auth,
      filter: { status, meter_id: meterId },
    };
    const after = this.positionOf(binding, cursor) ?? NEWEST_WINDOW;
    const values = [...after, status ?? null, meterId ?? null, pageSize + 1];
    const rows = await this.metadata.read(auth, (db) => db.query<WindowRow>(USAGE_WINDOWS, values));
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return {
      aggregation_records: shown.map((row) => toAggregation(auth, row)),
      ...(last && {
        next_cursor: this.cursors.encode(binding, [last.window_start.toISOString(), last.meter_id]),
      }),
    };
  }

  /** @throws 400 for a cursor from another list */
  async reconciliations(
    auth: AuthContext,
    { state, meter_id: meterId, page_size: pageSize, cursor }: ReconciliationRecordsRequest,
  ): Promise<ReconciliationRecordsResponse> {
    const binding = {
      route: 'GET /v1/billing/metered/reconciliation-records',
      tenant: auth,
      filter: { state, meter_id: meterId },
    };
    const after = this.positionOf(binding, cursor) ?? NEWEST_RECONCILIATION;
    const values = [...after, state ?? null, meterId ?? null, pageSize + 1];
    const rows = await this.metadata.read(auth, (db) => db.query<ReconciliationRow>(RECONCILIATIONS, values));
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return {
      reconciliation_records: shown.map(toReconciliation),
      ...(last && {
        next_cursor: this.cursors.encode(binding, [last.checked_at.toISOString(), last.record_id]),
      }),
    };
  }

  private positionOf(binding: CursorBinding, cursor: string | undefined): CursorPosition | null {
    return cursor === undefined ? null : this.cursors.decode(binding, cursor);
  }
}

const toAggregation = (auth: AuthContext, row: WindowRow): AggregationRecord => ({
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
});

function toReconciliation(row: ReconciliationRow): ReconciliationRecord {
  const stored = Number(row.stored_total);
  const source = totalOf(row.source_total);
  const provider = totalOf(row.provider_total);
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
}

const totalOf = (total: string | null): number | null => (total === null ? null : Number(total));
