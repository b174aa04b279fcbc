import type { MigrationInterface, QueryRunner } from 'typeorm';
import { VIEWS_OF_CALLS } from './1766000000359-calls-of-clients.js';

/**
 * Adds indexes with every column that is counted for many clients at once, and views that use them.
 */
export class FasterCallsOfClients1766000000401 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  ...VIEWS_OF_CALLS,
  `CREATE INDEX call_rollups_counted_by_hour ON call_rollups (client_id, data_env, hour_utc) INCLUDE (project_id, total_calls, sentiment_negative)`,
  `DROP INDEX call_rollups_by_hour`,
  `CREATE INDEX calls_missed_inbound ON calls (client_id, data_env, started_at_utc) INCLUDE (project_id) WHERE call_status = 'missed' AND direction = 'inbound'`,
];

const DOWN = [
  `DROP INDEX calls_missed_inbound`,
  `CREATE INDEX call_rollups_by_hour ON call_rollups (client_id, data_env, hour_utc)`,
  `DROP INDEX call_rollups_counted_by_hour`,
];
