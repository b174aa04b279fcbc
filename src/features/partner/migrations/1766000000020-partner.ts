import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** How long the keys of a tenant may live. */
export class Partner1766000000020 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE tenant_key_settings (
     client_id text NOT NULL,
     data_env text NOT NULL,
     longest_lifetime_days integer,
     updated_at timestamptz NOT NULL DEFAULT now(),
     updated_by text NOT NULL,
     CONSTRAINT tenant_key_settings_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT tenant_key_settings_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT tenant_key_settings_longest_lifetime_check CHECK ((longest_lifetime_days >= 1) AND (longest_lifetime_days <= 1825)),
     CONSTRAINT tenant_key_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('tenant_key_settings'),
  `GRANT SELECT ON tenant_key_settings TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE ON tenant_key_settings TO telephony_operations`,
];

const DOWN = [`DROP TABLE tenant_key_settings`];
