import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** When a client is open. */
export class BusinessHours1766000000261 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE client_business_hours (
     client_id text NOT NULL,
     data_env text NOT NULL,
     hours jsonb,
     revision integer DEFAULT 0 NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT client_business_hours_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT client_business_hours_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('client_business_hours'),
  `GRANT SELECT, INSERT, UPDATE ON client_business_hours TO telephony_requests`,
];

const DOWN = [`DROP TABLE client_business_hours`];
