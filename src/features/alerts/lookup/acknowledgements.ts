import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { Acknowledgement } from '../rules/open-alerts.policy.js';
import { ACKNOWLEDGEMENTS } from './acknowledgements.queries.js';

interface Row {
  readonly alert_id: string;
  readonly acknowledged_at: Date;
  readonly acknowledged_by: string;
}

/** Reads which of these alerts people have acknowledged. */
export async function acknowledgementsOf(
  db: StoreReader,
  alertIds: readonly string[],
): Promise<readonly Acknowledgement[]> {
  if (alertIds.length === 0) return [];
  const rows = await db.query<Row>(ACKNOWLEDGEMENTS, [alertIds]);
  return rows.map((row) => ({
    alertId: row.alert_id,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: row.acknowledged_by,
  }));
}
