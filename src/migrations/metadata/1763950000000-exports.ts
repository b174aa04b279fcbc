import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What exports obey (governance of tenants and projects), and which of them run. */
export class Exports1763950000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of TABLES) await db.query(table);
    await db.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_governance, project_compliance, export_runs TO telephony_app`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE export_runs, project_compliance, tenant_governance`);
  }
}

const TABLES = [
  `CREATE TABLE tenant_governance (
    client_id text NOT NULL,
    data_env text NOT NULL,
    audio_retention text NOT NULL DEFAULT 'unconfirmed',
    secondary_reuse text,
    transcript_retention_days integer,
    updated_at timestamptz NOT NULL DEFAULT now(),
    updated_by text NOT NULL,
    CONSTRAINT tenant_governance_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
    CONSTRAINT tenant_governance_audio_retention_check CHECK (audio_retention IN ('enabled', 'disabled', 'unconfirmed')),
    CONSTRAINT tenant_governance_secondary_reuse_check CHECK (secondary_reuse IN ('allowed', 'denied')),
    CONSTRAINT tenant_governance_transcript_retention_check CHECK (transcript_retention_days BETWEEN 0 AND 36500),
    CONSTRAINT tenant_governance_pkey PRIMARY KEY (client_id, data_env),
    CONSTRAINT tenant_governance_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
  )`,
  `CREATE TABLE project_compliance (
    client_id text NOT NULL,
    data_env text NOT NULL,
    project_id text NOT NULL,
    projection text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    updated_by text NOT NULL,
    CONSTRAINT project_compliance_projection_check CHECK (projection IN ('confirmed', 'pending', 'failed')),
    CONSTRAINT project_compliance_pkey PRIMARY KEY (client_id, data_env, project_id),
    CONSTRAINT project_compliance_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
      REFERENCES projects(client_id, data_env, project_id)
  )`,
  `CREATE TABLE export_runs (
    client_id text NOT NULL,
    data_env text NOT NULL,
    caller text NOT NULL,
    run_id uuid NOT NULL,
    deadline_at timestamptz NOT NULL,
    CONSTRAINT export_runs_pkey PRIMARY KEY (client_id, data_env, caller)
  )`,
];
