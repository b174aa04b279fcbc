import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records who last changed an API key, and when; null: not since it was created. */
export class ApiKeyChanges1766000000520 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE api_keys ADD COLUMN updated_at timestamptz, ADD COLUMN updated_by text`);
    await db.query(
      `GRANT UPDATE (updated_at, updated_by) ON api_keys TO telephony_requests, telephony_operations`,
    );
    await db.query(`GRANT SELECT (updated_at, updated_by) ON api_keys TO telephony_jobs`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE api_keys DROP COLUMN updated_at, DROP COLUMN updated_by`);
  }
}
