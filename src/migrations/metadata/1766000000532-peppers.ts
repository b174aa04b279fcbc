import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Under which pepper an API key is stored: a key is stored under the present one at its next use. */
export class Peppers1766000000532 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE api_keys ADD COLUMN pepper_id text`);
    await db.query(`GRANT UPDATE (secret_hash, pepper_id) ON api_keys TO telephony_requests_system`);
    await db.query(
      `GRANT UPDATE (fingerprint, noted_at) ON secret_fingerprints TO telephony_requests_system`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `REVOKE UPDATE (fingerprint, noted_at) ON secret_fingerprints FROM telephony_requests_system`,
    );
    await db.query(`REVOKE UPDATE (secret_hash) ON api_keys FROM telephony_requests_system`);
    await db.query(`ALTER TABLE api_keys DROP COLUMN pepper_id`);
  }
}
