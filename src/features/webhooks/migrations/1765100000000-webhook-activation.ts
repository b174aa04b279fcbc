import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often a webhook was switched on that had been off, so that what was made before that is known as such. */
export class WebhookActivation1765100000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoints ADD COLUMN activation integer NOT NULL DEFAULT 1');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoints DROP COLUMN activation');
  }
}
