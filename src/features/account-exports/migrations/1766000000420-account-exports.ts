import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Account exports, and what the worker reads for them. */
export class AccountExports1766000000420 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

/** Columns that the worker did not need before. */
const READ = [
  `SELECT (key_id, client_id, data_env, scope, key_prefix, last_four, description, expires_at, revoked_at, revoked_by, rotated_from_key_id, replaced_by_key_id, grace_expires_at, last_used_at, created_by, created_at) ON api_keys`,
  `SELECT (event_id, client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, metadata) ON audit_events`,
  `SELECT (user_id, display_name, active) ON portal_users`,
  `SELECT (user_id, client_id, data_env, role, organisation_id, active, assigned_at, assigned_by, created_at, last_seen_at) ON portal_user_client_assignments`,
  `SELECT (source, rolled_back_from, change_note, published_at, published_by) ON project_versions`,
  `SELECT ON caller_request_history`,
  `SELECT ON client_business_hours`,
  `SELECT ON tenant_ip_allowlist`,
  `SELECT, INSERT ON billing_invoices`,
];

const UP = [
  `CREATE TABLE account_exports (
     client_id text NOT NULL,
     data_env text NOT NULL,
     export_id uuid NOT NULL,
     sections text[] NOT NULL,
     format text NOT NULL,
     status text NOT NULL DEFAULT 'queued',
     requested_by text NOT NULL,
     created_at timestamptz NOT NULL,
     attempts integer NOT NULL DEFAULT 0,
     alive_at timestamptz NOT NULL,
     files_done integer NOT NULL DEFAULT 0,
     files_total integer NOT NULL DEFAULT 0,
     rows_written bigint NOT NULL DEFAULT 0,
     ready_at timestamptz,
     expires_at timestamptz,
     bytes bigint,
     sha256 text,
     key_id text,
     failure_code text,
     downloads integer NOT NULL DEFAULT 0,
     is_cleared boolean NOT NULL DEFAULT false,
     CONSTRAINT account_exports_pkey PRIMARY KEY (client_id, data_env, export_id),
     CONSTRAINT account_exports_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT account_exports_format_check CHECK (format IN ('ndjson', 'csv')),
     CONSTRAINT account_exports_status_check CHECK (status IN ('queued', 'running', 'ready', 'expired', 'failed')),
     CONSTRAINT account_exports_ready_check CHECK (status <> 'ready' OR sha256 IS NOT NULL),
     CONSTRAINT account_exports_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE INDEX account_exports_by_time ON account_exports (client_id, data_env, created_at)`,
  `CREATE INDEX account_exports_open ON account_exports (status, alive_at) WHERE NOT is_cleared`,
  ...rowsOfTenant('account_exports'),
  `GRANT SELECT, INSERT, UPDATE (downloads) ON account_exports TO telephony_requests`,
  `GRANT SELECT, UPDATE (status, attempts, alive_at, files_done, files_total, rows_written, ready_at, expires_at, bytes, sha256, key_id, failure_code, is_cleared)
      ON account_exports TO telephony_jobs`,
  `GRANT SELECT (client_id, data_env, export_id, status, alive_at, expires_at, is_cleared) ON account_exports TO telephony_jobs_system`,
  ...READ.map((rights) => `GRANT ${rights} TO telephony_jobs`),
  // The people of the client to which the connection is bound, found through their assignments.
  `CREATE POLICY people_of_the_client ON portal_users FOR SELECT TO telephony_jobs
     USING (EXISTS (SELECT FROM portal_user_client_assignments a WHERE a.user_id = portal_users.user_id))`,
];

const DOWN = [
  `DROP POLICY people_of_the_client ON portal_users`,
  ...READ.map((rights) => `REVOKE ${rights} FROM telephony_jobs`),
  `DROP TABLE account_exports`,
];
