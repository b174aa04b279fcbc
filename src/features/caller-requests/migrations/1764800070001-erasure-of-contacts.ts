import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What contacts of campaigns are found by, and what an erasure of calls and contacts came to. Requests that were taken in before
 * have neither.
 */
export class RequestsReachContacts1764800070001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE caller_requests ADD COLUMN contact_hashes bytea[] NOT NULL DEFAULT '{}',
                                  ADD COLUMN erasure_result jsonb`);
    await db.query('GRANT UPDATE (erasure_result) ON caller_requests TO telephony_jobs');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE caller_requests DROP COLUMN contact_hashes, DROP COLUMN erasure_result');
  }
}
