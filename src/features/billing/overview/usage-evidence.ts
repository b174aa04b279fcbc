import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { BillingPeriod } from '../rules/billing-period.policy.js';
import type { ReconciliationState } from '../rules/reconciliation.policy.js';
import type { MeterEvidence } from '../rules/usage-evidence.policy.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import { FAILED_BY_REASON, METER_EVIDENCE, USAGE_BY_PROJECT } from './usage-evidence.queries.js';

export interface PeriodUsage extends MeterEvidence {
  /** Messages that count; 0 for minutes. */
  readonly messages: number;
  /** The 50 with the highest usage. */
  readonly projects: readonly {
    readonly projectId: string;
    readonly name: string | null;
    readonly units: number;
  }[];
  /** The sum over all projects. */
  readonly attributed: number;
  /** Messages that were not delivered, by reason; empty for minutes. */
  readonly failures: Readonly<Record<string, number>>;
}

interface MeterRow {
  readonly meter_id: MeterId;
  readonly metered_from: Date | null;
  readonly total: string;
  readonly failed: number;
  readonly corrections: number;
  readonly messages: string;
  readonly closed_until: Date | null;
  readonly unreported_since: Date | null;
  readonly state: ReconciliationState | null;
  readonly checked_at: Date | null;
}

interface ProjectRow {
  readonly meter_id: MeterId;
  readonly project_id: string;
  readonly project_name: string | null;
  readonly quantity: string;
  readonly attributed: string;
}

export async function readUsage(db: StoreReader, { start, end }: BillingPeriod): Promise<PeriodUsage[]> {
  const meters = await db.query<MeterRow>(METER_EVIDENCE, [start, end]);
  const projects = await db.query<ProjectRow>(USAGE_BY_PROJECT, [start, end]);
  const failures = await db.query<{ reason: string; messages: number }>(FAILED_BY_REASON, [start, end]);
  return meters.map((row) => {
    const own = projects.filter((it) => it.meter_id === row.meter_id);
    return {
      meterId: row.meter_id,
      meteredFrom: row.metered_from,
      total: Number(row.total),
      failed: row.failed,
      corrections: row.corrections,
      closedUntil: row.closed_until,
      unreportedSince: row.unreported_since,
      comparison:
        row.state === null || row.checked_at === null
          ? null
          : { state: row.state, checkedAt: row.checked_at },
      messages: Number(row.messages),
      projects: own.map((it) => ({
        projectId: it.project_id,
        name: it.project_name,
        units: Number(it.quantity),
      })),
      attributed: Number(own[0]?.attributed ?? 0),
      failures:
        row.meter_id === 'minutes'
          ? {}
          : Object.fromEntries(failures.map(({ reason, messages }) => [reason, messages])),
    };
  });
}
