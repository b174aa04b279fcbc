import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps unsubscribe links valid after the pepper has changed: their tokens are stored sealed. */
export class LastingLinks1766000000550 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE email_addresses ADD COLUMN unsubscribe_sealed bytea');
    await db.query(
      'GRANT UPDATE (email_hash, unsubscribe_hash, unsubscribe_sealed) ON email_addresses TO telephony_operations',
    );
    await db.query('GRANT UPDATE (unsubscribe_sealed) ON email_addresses TO telephony_jobs');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'REVOKE UPDATE (email_hash, unsubscribe_hash) ON email_addresses FROM telephony_operations',
    );
    await db.query('ALTER TABLE email_addresses DROP COLUMN unsubscribe_sealed');
  }
}
