import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A PII policy says whether mails may quote what people write in support tickets; at first not. */
export class QuotesInMails1766000000770 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE pii_settings ADD COLUMN quotes_in_mails boolean NOT NULL DEFAULT false`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE pii_settings DROP COLUMN quotes_in_mails`);
  }
}
