import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals of drafts by a second person, and releases that take some of the calls before all of them. */
export class ReleasesWithCare1764800030000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    for (const [table, changed] of Object.entries(CHANGED)) {
      await db.query(
        `GRANT SELECT, INSERT, UPDATE (${changed}) ON ${table} TO telephony_app, telephony_requests`,
      );
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY all_rows ON ${table} TO ${SEES_ALL} USING (true)`);
      await db.query(
        `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`,
      );
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${Object.keys(CHANGED).join(', ')}`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

/** What may change of a row: what was asked for, and what was staged, stays as it was written. */
const CHANGED: Readonly<Record<string, string>> = {
  project_approvals:
    'state, approved_by, approved_at, withdrawn_by, withdrawn_at, used_at, used_version_number',
  project_staged_releases: 'state, ended_by, ended_at, runtime_id, runtime_reported_at',
};

const UP = [
  `CREATE TABLE project_approvals (
     approval_id uuid NOT NULL DEFAULT uuidv7(),
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     draft_etag text NOT NULL,
     base_version_number integer,
     state text NOT NULL,
     note text,
     requested_by text NOT NULL,
     requested_at timestamptz NOT NULL,
     approved_by text,
     approved_at timestamptz,
     withdrawn_by text,
     withdrawn_at timestamptz,
     used_at timestamptz,
     used_version_number integer,
     CONSTRAINT project_approvals_state_check CHECK (state IN ('requested', 'approved', 'withdrawn', 'used')),
     CONSTRAINT project_approvals_pkey PRIMARY KEY (approval_id),
     CONSTRAINT project_approvals_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
       REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE INDEX project_approvals_by_project ON project_approvals (client_id, data_env, project_id, requested_at)`,
  `CREATE TABLE project_staged_releases (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     version_number integer NOT NULL,
     percent integer,
     number_hashes text[] NOT NULL DEFAULT '{}',
     numbers_masked text[] NOT NULL DEFAULT '{}',
     matching_key_id text NOT NULL,
     draft_etag text NOT NULL,
     state text NOT NULL,
     started_by text NOT NULL,
     started_at timestamptz NOT NULL,
     ended_by text,
     ended_at timestamptz,
     runtime_id text,
     runtime_reported_at timestamptz,
     CONSTRAINT project_staged_releases_state_check CHECK (state IN ('active', 'finished', 'taken_back')),
     CONSTRAINT project_staged_releases_percent_check CHECK (percent BETWEEN 1 AND 99),
     CONSTRAINT project_staged_releases_share_check CHECK ((percent IS NULL) = (cardinality(number_hashes) > 0)),
     CONSTRAINT project_staged_releases_pkey PRIMARY KEY (client_id, data_env, project_id, version_number),
     CONSTRAINT project_staged_releases_version_fkey FOREIGN KEY (client_id, data_env, project_id, version_number)
       REFERENCES project_versions(client_id, data_env, project_id, version_number)
   )`,
  `CREATE UNIQUE INDEX project_staged_releases_one_active ON project_staged_releases (client_id, data_env, project_id)
     WHERE state = 'active'`,
];
