import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions, history, secrets, runtime reports, deployments, test calls and published governance of projects. */
export class Workspace1764100000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    await db.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE
          ON project_secrets, project_runtime_reports, project_test_calls, project_governance TO telephony_app`,
    );
    // What was published, edited or deployed is history: the service itself can only add to it.
    await db.query(
      `GRANT SELECT, INSERT ON project_versions, project_section_edits, project_deployments TO telephony_app`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP TABLE project_governance, project_test_calls, project_deployments, project_runtime_reports,
                  project_secrets, project_section_edits, project_versions`,
    );
  }
}

const ofProject = (table: string): string =>
  `CONSTRAINT ${table}_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
     REFERENCES projects(client_id, data_env, project_id)`;

const UP = [
  `CREATE TABLE project_versions (
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    version_number integer NOT NULL,
    sections jsonb NOT NULL,
    secret_names text[] NOT NULL DEFAULT '{}',
    content_hash text NOT NULL,
    source text NOT NULL,
    rolled_back_from integer,
    change_note text,
    published_at timestamptz NOT NULL,
    published_by text NOT NULL,
    CONSTRAINT project_versions_source_check CHECK (source IN ('publish', 'rollback')),
    CONSTRAINT project_versions_pkey PRIMARY KEY (client_id, data_env, project_id, version_number),
    ${ofProject('project_versions')}
  )`,
  `CREATE TABLE project_section_edits (
    edit_id uuid NOT NULL DEFAULT uuidv7(),
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    section text NOT NULL,
    previous_etag text,
    etag text NOT NULL,
    configuration jsonb NOT NULL,
    edited_at timestamptz NOT NULL,
    edited_by text NOT NULL,
    CONSTRAINT project_section_edits_pkey PRIMARY KEY (edit_id),
    ${ofProject('project_section_edits')}
  )`,
  `CREATE INDEX project_section_edits_by_section ON project_section_edits (client_id, data_env, project_id, section)`,
  `CREATE TABLE project_secrets (
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    secret_name text NOT NULL,
    value_encrypted bytea NOT NULL,
    reference_preview text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    updated_by text NOT NULL,
    CONSTRAINT project_secrets_version_check CHECK (version >= 1),
    CONSTRAINT project_secrets_pkey PRIMARY KEY (client_id, data_env, project_id, secret_name),
    ${ofProject('project_secrets')}
  )`,
  `CREATE TABLE project_runtime_reports (
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    applied_hash text NOT NULL,
    runtime_id text NOT NULL,
    reported_at timestamptz NOT NULL,
    CONSTRAINT project_runtime_reports_pkey PRIMARY KEY (client_id, data_env, project_id),
    ${ofProject('project_runtime_reports')}
  )`,
  `CREATE TABLE project_deployments (
    deployment_id uuid NOT NULL DEFAULT uuidv7(),
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    version_number integer NOT NULL,
    content_hash text NOT NULL,
    runtime_id text NOT NULL,
    note text,
    deployed_at timestamptz NOT NULL,
    deployed_by text NOT NULL,
    CONSTRAINT project_deployments_pkey PRIMARY KEY (deployment_id),
    ${ofProject('project_deployments')}
  )`,
  `CREATE INDEX project_deployments_by_project ON project_deployments (client_id, data_env, project_id, deployed_at)`,
  `CREATE TABLE project_test_calls (
    test_call_id uuid NOT NULL DEFAULT uuidv7(),
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    to_number_encrypted bytea NOT NULL,
    to_number_masked text NOT NULL,
    source text NOT NULL,
    configuration text NOT NULL,
    status text NOT NULL DEFAULT 'queued',
    requested_at timestamptz NOT NULL,
    requested_by text NOT NULL,
    CONSTRAINT project_test_calls_source_check CHECK (source IN ('draft', 'published')),
    CONSTRAINT project_test_calls_status_check CHECK (status IN ('queued', 'placed', 'failed', 'expired')),
    CONSTRAINT project_test_calls_pkey PRIMARY KEY (test_call_id),
    ${ofProject('project_test_calls')}
  )`,
  `CREATE INDEX project_test_calls_by_project ON project_test_calls (client_id, data_env, project_id, requested_at)`,
  `CREATE TABLE project_governance (
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    version_number integer NOT NULL,
    audio_retention text,
    secondary_reuse text,
    transcript_retention_days integer,
    consent_expires_after_days integer,
    pii_permissions jsonb,
    CONSTRAINT project_governance_audio_retention_check CHECK (audio_retention IN ('enabled', 'disabled', 'unconfirmed')),
    CONSTRAINT project_governance_secondary_reuse_check CHECK (secondary_reuse IN ('allowed', 'denied')),
    CONSTRAINT project_governance_transcript_retention_check CHECK (transcript_retention_days BETWEEN 0 AND 36500),
    CONSTRAINT project_governance_consent_expiry_check CHECK (consent_expires_after_days BETWEEN 1 AND 36500),
    CONSTRAINT project_governance_pkey PRIMARY KEY (client_id, data_env, project_id),
    ${ofProject('project_governance')}
  )`,
];
