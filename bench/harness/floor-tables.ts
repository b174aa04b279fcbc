import type { Client } from 'pg';

// The floor of the aggregates sums a separate copy of the data, so that its index serves no other
// statement.

/** Columns that the aggregates read in addition to the key of the index. */
const READ = `call_status, duration_seconds, cost_usd, cost_local, currency, human_escalation, sentiment,
  caller_sentiment, transfer_named_target, transfer_completed, booking_created, resolution_status, end_reason,
  ai_response_seconds`;

/** Creates the copy with its covering index, in the order in which calls arrive. */
export async function makeFloorTables(db: Client): Promise<void> {
  for (const statement of [
    'DROP SCHEMA IF EXISTS floor CASCADE',
    'CREATE SCHEMA floor',
    `CREATE TABLE floor.calls AS
     SELECT client_id, data_env, project_id, started_at_utc, ${READ} FROM calls ORDER BY started_at_utc`,
    `CREATE INDEX calls_covering ON floor.calls (client_id, data_env, project_id, started_at_utc) INCLUDE (${READ})`,
    // VACUUM notes pages that every transaction sees whole, so that an index-only scan need not
    // look. It does so only once the commit is on disk, which is later without fsync.
    'CHECKPOINT',
    'VACUUM (ANALYZE) floor.calls',
  ]) {
    await db.query(statement);
  }
}
