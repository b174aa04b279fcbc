import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what a session knows the envelope that it has taken, when that is sent again. */
export class TakenEnvelopes1766000000299 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE direct_input_sessions ADD COLUMN taken_hash bytea');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE direct_input_sessions DROP COLUMN taken_hash');
  }
}
