import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scripted callers of a project, the runs of them, and what came of each. */
export class ConversationTests1764800020010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await db.query(`GRANT ${rights} ON ${table} TO telephony_app, telephony_requests`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY all_rows ON ${table} TO ${SEES_ALL} USING (true)`);
      await db.query(
        `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`,
      );
    }
    // What has been kept for as long as it may be goes.
    await db.query(
      `GRANT SELECT (client_id, data_env, requested_at), DELETE ON conversation_test_runs TO telephony_jobs`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE conversation_test_results, conversation_test_runs, conversation_tests`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

const RIGHTS: Readonly<Record<string, string>> = {
  conversation_tests: 'SELECT, INSERT, UPDATE, DELETE',
  conversation_test_runs: 'SELECT, INSERT, UPDATE, DELETE',
  // Its rows go with their run.
  conversation_test_results: 'SELECT, INSERT, UPDATE',
};

const TENANT = `client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL`;

const ofProject = (table: string): string =>
  `CONSTRAINT ${table}_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
     REFERENCES projects(client_id, data_env, project_id)`;

const UP = [
  `CREATE TABLE conversation_tests (
     ${TENANT},
     test_id uuid NOT NULL,
     name text NOT NULL,
     etag text NOT NULL,
     assertion_count integer NOT NULL,
     definition_encrypted bytea NOT NULL,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT conversation_tests_pkey PRIMARY KEY (client_id, data_env, project_id, test_id),
     ${ofProject('conversation_tests')}
   )`,
  `CREATE UNIQUE INDEX conversation_tests_by_name ON conversation_tests (client_id, data_env, project_id, name)`,
  `CREATE TABLE conversation_test_runs (
     ${TENANT},
     run_id uuid NOT NULL,
     source text NOT NULL,
     configuration text NOT NULL,
     content_hash text,
     version_number integer,
     requested_at timestamptz NOT NULL,
     requested_by text NOT NULL,
     CONSTRAINT conversation_test_runs_source_check CHECK (source IN ('draft', 'published')),
     CONSTRAINT conversation_test_runs_pkey PRIMARY KEY (client_id, data_env, project_id, run_id),
     ${ofProject('conversation_test_runs')}
   )`,
  `CREATE INDEX conversation_test_runs_by_time
     ON conversation_test_runs (client_id, data_env, project_id, requested_at)`,
  `CREATE TABLE conversation_test_results (
     ${TENANT},
     run_id uuid NOT NULL,
     test_id uuid NOT NULL,
     test_name text NOT NULL,
     test_etag text NOT NULL,
     assertion_count integer NOT NULL,
     status text NOT NULL DEFAULT 'queued',
     attempt integer NOT NULL DEFAULT 0,
     lease_expires_at timestamptz,
     started_at timestamptz,
     ended_at timestamptz,
     error_reason text,
     assertions jsonb,
     turns integer,
     first_response_ms integer,
     redaction_status text,
     excerpt_encrypted bytea,
     CONSTRAINT conversation_test_results_status_check
       CHECK (status IN ('queued', 'running', 'passed', 'failed', 'error')),
     CONSTRAINT conversation_test_results_pkey PRIMARY KEY (client_id, data_env, project_id, run_id, test_id),
     CONSTRAINT conversation_test_results_run_fkey FOREIGN KEY (client_id, data_env, project_id, run_id)
       REFERENCES conversation_test_runs(client_id, data_env, project_id, run_id) ON DELETE CASCADE
   )`,
  `CREATE INDEX conversation_test_results_by_test
     ON conversation_test_results (client_id, data_env, project_id, test_id)`,
  // Which projects of a tenant a runtime has something to take from.
  `CREATE INDEX conversation_test_results_open
     ON conversation_test_results (client_id, data_env, project_id) WHERE status IN ('queued', 'running')`,
];
