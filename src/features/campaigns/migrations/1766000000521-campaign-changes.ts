import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records who last changed a campaign; null: before this migration. */
export class CampaignChanges1766000000521 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE campaigns ADD COLUMN updated_by text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE campaigns DROP COLUMN updated_by`);
  }
}
