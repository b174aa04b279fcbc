import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';

/** Adds views of calls and their sums for reads over several clients. */
export class CallsOfClients1766000000359 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of VIEWS_OF_CALLS) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

export const VIEWS_OF_CALLS = [
  ...viewOfClients(
    'calls_of_clients',
    'calls',
    'project_id, started_at_utc, call_status, direction, sentiment, caller_sentiment',
  ),
  ...viewOfClients(
    'call_rollups_of_clients',
    'call_rollups',
    'project_id, hour_utc, total_calls, sentiment_negative',
  ),
  ...viewOfClients('call_rollup_dirty_hours_of_clients', 'call_rollup_dirty_hours', 'hour_utc'),
];

const DOWN = [`DROP VIEW call_rollup_dirty_hours_of_clients, call_rollups_of_clients, calls_of_clients`];
