import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers stay for a minute after they were collected. */
export class DirectInputCollectedAgain1766000000341 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE direct_input_sessions ADD COLUMN collectable_until timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE direct_input_sessions DROP COLUMN collectable_until');
  }
}
