import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns say by whom they were changed last; null: before this was recorded. */
export class CampaignChanges1766000000521 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE campaigns ADD COLUMN updated_by text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE campaigns DROP COLUMN updated_by`);
  }
}
