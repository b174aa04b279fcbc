import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** The tenants of the links of direct input. */
export class DirectInputMetadata1766000000290 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE direct_input_links');
  }
}

const UP = [
  `CREATE TABLE direct_input_links (
     client_id text NOT NULL,
     data_env text NOT NULL,
     session_id uuid NOT NULL,
     token_hash bytea NOT NULL,
     ends_at timestamptz NOT NULL,
     CONSTRAINT direct_input_links_pkey PRIMARY KEY (client_id, data_env, session_id),
     CONSTRAINT direct_input_links_token_key UNIQUE (token_hash),
     CONSTRAINT direct_input_links_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('direct_input_links'),
  `GRANT INSERT ON direct_input_links TO telephony_requests`,
  // A link is looked up before its tenant is known.
  `GRANT SELECT ON direct_input_links TO telephony_requests_system`,
  `GRANT SELECT, DELETE ON direct_input_links TO telephony_jobs`,
];
