import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lifecycle and billing of projects, their drafts, rotation of API keys, and records of idempotency keys. */
export class Projects1764000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    await db.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_records, project_drafts, project_draft_sections TO telephony_app`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE projects
     ADD revision integer NOT NULL DEFAULT 1,
     ADD lifecycle_notes text,
     ADD profile jsonb NOT NULL DEFAULT '{"tags":[]}',
     ADD latest_published_version integer,
     ADD rate_per_minute numeric(12,4) NOT NULL DEFAULT 0,
     ADD currency text NOT NULL DEFAULT 'USD',
     ADD billing_model text NOT NULL DEFAULT 'per_minute',
     ADD minimum_billable_seconds integer NOT NULL DEFAULT 0,
     ADD created_by text NOT NULL DEFAULT 'system',
     ADD updated_by text,
     ADD archived_at timestamptz,
     ADD archived_by text,
     ADD restored_at timestamptz,
     ADD restored_by text,
     ADD CONSTRAINT projects_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
     ADD CONSTRAINT projects_rate_per_minute_check CHECK (rate_per_minute >= 0),
     ADD CONSTRAINT projects_minimum_billable_seconds_check CHECK (minimum_billable_seconds >= 0)`,
  `ALTER TABLE project_assignments
     ADD revision integer NOT NULL DEFAULT 1,
     ADD assignment_note text,
     ADD assigned_by text NOT NULL DEFAULT 'system'`,
  // Of two assignments of one member the older one is kept.
  `UPDATE project_assignments later SET active = false
    WHERE later.active AND EXISTS (
      SELECT FROM project_assignments earlier
       WHERE earlier.client_id = later.client_id AND earlier.data_env = later.data_env
         AND earlier.project_id = later.project_id AND earlier.member_id = later.member_id
         AND earlier.active AND earlier.assignment_id < later.assignment_id)`,
  `CREATE UNIQUE INDEX project_assignments_once ON project_assignments (client_id, data_env, project_id, member_id) WHERE active`,
  `ALTER TABLE api_keys
     ADD revoked_by text,
     ADD rotated_from_key_id uuid,
     ADD replaced_by_key_id uuid,
     ADD grace_expires_at timestamptz`,
  `CREATE TABLE idempotency_records (
     client_id text NOT NULL,
     data_env text NOT NULL,
     operation text NOT NULL,
     key_hash bytea NOT NULL,
     actor text NOT NULL,
     fingerprint bytea,
     lock_token uuid NOT NULL,
     locked_until timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     completed_at timestamptz,
     response_status integer,
     response_headers jsonb,
     response_body text,
     CONSTRAINT idempotency_records_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT idempotency_records_pkey PRIMARY KEY (client_id, data_env, operation, key_hash, actor)
   )`,
  `CREATE INDEX idempotency_records_by_expiry ON idempotency_records (expires_at)`,
  `CREATE TABLE project_drafts (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     etag text NOT NULL,
     base_version_number integer,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     updated_by text NOT NULL,
     CONSTRAINT project_drafts_pkey PRIMARY KEY (client_id, data_env, project_id),
     CONSTRAINT project_drafts_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
       REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE TABLE project_draft_sections (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     section text NOT NULL,
     configuration jsonb NOT NULL,
     etag text NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now(),
     updated_by text NOT NULL,
     CONSTRAINT project_draft_sections_pkey PRIMARY KEY (client_id, data_env, project_id, section),
     CONSTRAINT project_draft_sections_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
       REFERENCES project_drafts(client_id, data_env, project_id)
   )`,
];

const DOWN = [
  `DROP TABLE project_draft_sections, project_drafts, idempotency_records`,
  `ALTER TABLE api_keys DROP revoked_by, DROP rotated_from_key_id, DROP replaced_by_key_id, DROP grace_expires_at`,
  `DROP INDEX project_assignments_once`,
  `ALTER TABLE project_assignments DROP revision, DROP assignment_note, DROP assigned_by`,
  `ALTER TABLE projects DROP revision, DROP lifecycle_notes, DROP profile, DROP latest_published_version,
     DROP rate_per_minute, DROP currency, DROP billing_model, DROP minimum_billable_seconds, DROP created_by,
     DROP updated_by, DROP archived_at, DROP archived_by, DROP restored_at, DROP restored_by`,
];
