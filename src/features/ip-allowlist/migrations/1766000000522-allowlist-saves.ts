import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** The last save of an IP allowlist, also of an emptied one. */
export class AllowlistSaves1766000000522 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE ip_allowlist_saves');
  }
}

const UP = [
  `CREATE TABLE ip_allowlist_saves (
     client_id text NOT NULL,
     data_env text NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT ip_allowlist_saves_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT ip_allowlist_saves_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('ip_allowlist_saves'),
  `GRANT SELECT, INSERT, UPDATE (updated_at, updated_by) ON ip_allowlist_saves TO telephony_requests`,
];
