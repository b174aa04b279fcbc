import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the worker needs to look for the data of a caller and to erase it, and its rights to say what came of that. */
export class CallerRequestWork1764410000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE caller_requests ADD COLUMN older_hashes bytea[] NOT NULL DEFAULT '{}',
                                  ADD COLUMN older_hash_key_ids text[] NOT NULL DEFAULT '{}',
                                  ADD COLUMN erasure_asked_at timestamptz`);
    await db.query(`GRANT SELECT, UPDATE (${RECORDED}) ON caller_requests TO telephony_jobs`);
    await db.query('GRANT INSERT ON caller_request_history TO telephony_jobs');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE SELECT, UPDATE (${RECORDED}) ON caller_requests FROM telephony_jobs`);
    await db.query('REVOKE INSERT ON caller_request_history FROM telephony_jobs');
    await db.query(`
      ALTER TABLE caller_requests DROP COLUMN older_hashes, DROP COLUMN older_hash_key_ids, DROP COLUMN erasure_asked_at`);
  }
}

const RECORDED = 'revision, data_found_state, data_found_count, erasure_asked_at, updated_at';
