import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Adds the table of acknowledged alerts. */
export class Alerts1766000000281 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE alert_acknowledgements (
     client_id text NOT NULL,
     data_env text NOT NULL,
     alert_id uuid NOT NULL,
     acknowledged_at timestamptz NOT NULL,
     acknowledged_by text NOT NULL,
     CONSTRAINT alert_acknowledgements_pkey PRIMARY KEY (client_id, data_env, alert_id),
     CONSTRAINT alert_acknowledgements_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('alert_acknowledgements'),
  `GRANT SELECT, INSERT, UPDATE ON alert_acknowledgements TO telephony_requests`,
];

const DOWN = [`DROP TABLE alert_acknowledgements`];
