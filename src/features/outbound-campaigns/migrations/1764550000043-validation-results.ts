import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the last validation said, whole: a report tells it without validating a million contacts anew. */
export class ValidationResults1764550000043 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE campaigns ADD COLUMN validation_result jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE campaigns DROP COLUMN validation_result');
  }
}
