import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../core/registry/row-security.js';

/** The connection through which the people of a client must sign in. */
export class RequiredConnections1766000000650 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE tenant_required_connections');
  }
}

const UP = [
  `CREATE TABLE tenant_required_connections (
     client_id text NOT NULL,
     data_env text NOT NULL,
     connection_id uuid NOT NULL,
     required_at timestamptz NOT NULL,
     required_by text NOT NULL,
     CONSTRAINT tenant_required_connections_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT tenant_required_connections_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT tenant_required_connections_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('tenant_required_connections'),
  `GRANT SELECT ON tenant_required_connections TO telephony_requests_system`,
  `GRANT SELECT, INSERT, DELETE ON tenant_required_connections TO telephony_requests`,
  `GRANT SELECT, DELETE ON tenant_required_connections TO telephony_operations`,
];
