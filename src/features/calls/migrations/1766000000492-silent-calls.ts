import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';
import { VIEWS_OF_CALLS } from './1766000000359-calls-of-clients.js';

/** Finds calls that their runtime abandoned, for alerts. */
export class SilentCalls1766000000492 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

export const COLUMNS_OF_CALLS =
  'project_id, started_at_utc, call_status, direction, sentiment, caller_sentiment, updated_at, status_detail';

const UP = [
  `CREATE INDEX calls_silent ON calls (client_id, data_env, updated_at) INCLUDE (project_id) WHERE status_detail = 'runtime_silent'`,
  ...viewOfClients('calls_of_clients', 'calls', COLUMNS_OF_CALLS),
];

const DOWN = [`DROP VIEW calls_of_clients`, ...VIEWS_OF_CALLS, `DROP INDEX calls_silent`];
