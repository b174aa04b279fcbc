import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';
import { COLUMNS_OF_CALLS } from './1766000000492-silent-calls.js';

/** Shows the ids of the calls of several clients, to find their follow-ups. */
export class CallsToCallBack1766000000581 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const index = (columns: string): string =>
  `CREATE INDEX calls_missed_inbound ON calls (client_id, data_env, started_at_utc) INCLUDE (${columns})
    WHERE call_status = 'missed' AND direction = 'inbound'`;

const UP = [
  ...viewOfClients('calls_of_clients', 'calls', `${COLUMNS_OF_CALLS}, call_id`),
  `DROP INDEX calls_missed_inbound`,
  index('project_id, call_id'),
];

const DOWN = [
  `DROP VIEW calls_of_clients`,
  ...viewOfClients('calls_of_clients', 'calls', COLUMNS_OF_CALLS),
  `DROP INDEX calls_missed_inbound`,
  index('project_id'),
];
