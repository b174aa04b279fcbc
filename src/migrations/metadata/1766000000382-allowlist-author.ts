import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries of an IP allowlist record who last saved the list, and when. */
export class AllowlistAuthor1766000000382 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE tenant_ip_allowlist ADD COLUMN updated_at timestamptz, ADD COLUMN updated_by text`,
    );
    await db.query(
      `GRANT INSERT (updated_at, updated_by), UPDATE (updated_at, updated_by) ON tenant_ip_allowlist TO telephony_requests`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE tenant_ip_allowlist DROP COLUMN updated_at, DROP COLUMN updated_by`);
  }
}
