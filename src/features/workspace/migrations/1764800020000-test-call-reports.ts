import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a runtime reports of test calls. Processes of the version before write none of it, and go on without it. */
export class TestCallReports1764800020000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const statuses = (words: string): string =>
  `ALTER TABLE project_test_calls ADD CONSTRAINT project_test_calls_status_check CHECK (status IN (${words}))`;

const UP = [
  `ALTER TABLE project_test_calls
     ADD COLUMN version_number integer,
     ADD COLUMN taken_at timestamptz,
     ADD COLUMN answered_at timestamptz,
     ADD COLUMN ended_at timestamptz,
     ADD COLUMN reported_at timestamptz,
     ADD COLUMN last_sequence integer NOT NULL DEFAULT 0,
     ADD COLUMN outcome text,
     ADD COLUMN failure_reason text,
     ADD COLUMN call_id text,
     ADD COLUMN stages jsonb,
     ADD COLUMN redaction_status text,
     ADD COLUMN transcript_encrypted bytea`,
  `ALTER TABLE project_test_calls DROP CONSTRAINT project_test_calls_status_check`,
  statuses(`'queued', 'placed', 'in_call', 'ended', 'failed', 'expired'`),
  // Which projects of a tenant a runtime has something to take from.
  `CREATE INDEX project_test_calls_waiting ON project_test_calls (client_id, data_env, project_id) WHERE status = 'queued'`,
  // What has been kept for as long as it may be goes.
  `GRANT DELETE ON project_test_calls TO telephony_requests`,
  `GRANT SELECT (client_id, data_env, requested_at), DELETE ON project_test_calls TO telephony_jobs`,
];

const DOWN = [
  `REVOKE ALL ON project_test_calls FROM telephony_jobs`,
  `REVOKE DELETE ON project_test_calls FROM telephony_requests`,
  `DROP INDEX project_test_calls_waiting`,
  `ALTER TABLE project_test_calls DROP CONSTRAINT project_test_calls_status_check`,
  `UPDATE project_test_calls SET status = 'placed' WHERE status IN ('in_call', 'ended')`,
  statuses(`'queued', 'placed', 'failed', 'expired'`),
  `ALTER TABLE project_test_calls
     DROP COLUMN version_number, DROP COLUMN taken_at, DROP COLUMN answered_at, DROP COLUMN ended_at,
     DROP COLUMN reported_at, DROP COLUMN last_sequence, DROP COLUMN outcome, DROP COLUMN failure_reason,
     DROP COLUMN call_id, DROP COLUMN stages, DROP COLUMN redaction_status, DROP COLUMN transcript_encrypted`,
];
