import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Costly ranges of numbers that a client may dial. */
export class Dialling1766000000090 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE allowed_number_ranges (
     client_id text NOT NULL,
     data_env text NOT NULL,
     prefix text NOT NULL,
     allowed_at timestamptz NOT NULL,
     allowed_by text NOT NULL,
     CONSTRAINT allowed_number_ranges_pkey PRIMARY KEY (client_id, data_env, prefix)
   )`,
  ...rowsOfTenant('allowed_number_ranges'),
  `GRANT SELECT ON allowed_number_ranges TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON allowed_number_ranges TO telephony_operations`,
];

const DOWN = [`DROP TABLE allowed_number_ranges`];
