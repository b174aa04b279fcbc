import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The activation of its webhook that a delivery was made under; null of those that processes of an older release make. */
export class WebhookQueueActivation1765100000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_queue ADD COLUMN activation integer');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_queue DROP COLUMN activation');
  }
}
