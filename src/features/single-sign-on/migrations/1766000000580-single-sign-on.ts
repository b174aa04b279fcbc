import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Connections to the directories of clients, and their domains. */
export class SingleSignOn1766000000580 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE sso_domains, sso_connections');
  }
}

const UP = [
  `CREATE TABLE sso_connections (
     client_id text NOT NULL,
     data_env text NOT NULL,
     connection_id uuid NOT NULL,
     name text NOT NULL,
     kind text NOT NULL,
     settings jsonb NOT NULL,
     secret_encrypted bytea,
     secret_preview text,
     version integer NOT NULL,
     tested_version integer,
     tested_at timestamptz,
     serving jsonb,
     serving_version integer,
     serving_secret_encrypted bytea,
     is_disabled boolean NOT NULL,
     default_role text,
     etag text NOT NULL,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT sso_connections_pkey PRIMARY KEY (client_id, data_env, connection_id),
     CONSTRAINT sso_connections_id_key UNIQUE (connection_id),
     CONSTRAINT sso_connections_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT sso_connections_kind_check CHECK (kind IN ('oidc', 'saml')),
     CONSTRAINT sso_connections_default_role_check CHECK (default_role IN ('client_admin', 'client_manager', 'client_staff')),
     CONSTRAINT sso_connections_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE TABLE sso_domains (
     client_id text NOT NULL,
     data_env text NOT NULL,
     domain text NOT NULL,
     token text NOT NULL,
     status text NOT NULL,
     connection_id uuid,
     checked_at timestamptz,
     last_found_at timestamptz,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL,
     CONSTRAINT sso_domains_pkey PRIMARY KEY (client_id, data_env, domain),
     CONSTRAINT sso_domains_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT sso_domains_status_check CHECK (status IN ('pending', 'verified', 'lost')),
     CONSTRAINT sso_domains_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  // Across clients: the first client that proves a domain owns it.
  `CREATE UNIQUE INDEX sso_domains_one_owner ON sso_domains (domain) WHERE status = 'verified'`,
  `CREATE INDEX sso_domains_by_connection ON sso_domains (connection_id)`,
  ...['sso_connections', 'sso_domains'].flatMap(rowsOfTenant),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON sso_connections, sso_domains TO telephony_requests`,
  // To reseal the secrets under another key.
  `GRANT SELECT (client_id, data_env, connection_id, secret_encrypted, serving_secret_encrypted),
     UPDATE (secret_encrypted, serving_secret_encrypted) ON sso_connections TO telephony_jobs`,
  `GRANT SELECT ON sso_domains TO telephony_jobs, telephony_jobs_system`,
  `GRANT UPDATE (status, checked_at, last_found_at) ON sso_domains TO telephony_jobs`,
];
