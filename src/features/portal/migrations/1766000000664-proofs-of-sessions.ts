import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the person of a session last proved a second factor of this service. */
export class ProofsOfSessions1766000000664 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE portal_sessions ADD COLUMN proved_at timestamptz');
    await db.query('GRANT UPDATE (proved_at) ON portal_sessions TO telephony_requests_system');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE portal_sessions DROP COLUMN proved_at');
  }
}
