import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Exports of calls that run or have run. */
export class CallsMetadata1766000000030 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE export_runs (
     client_id text NOT NULL,
     data_env text NOT NULL,
     caller text NOT NULL,
     run_id uuid NOT NULL,
     deadline_at timestamptz NOT NULL,
     CONSTRAINT export_runs_pkey PRIMARY KEY (client_id, data_env, caller)
   )`,
  ...rowsOfTenant('export_runs'),
  `GRANT SELECT, INSERT, UPDATE ON export_runs TO telephony_requests`,
];

const DOWN = [`DROP TABLE export_runs`];
