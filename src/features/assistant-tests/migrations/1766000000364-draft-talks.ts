import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores talks with a draft as runs with their own script; results record what occurred in them.
 */
export class DraftTalks1766000000364 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE conversation_test_runs ADD COLUMN is_talk boolean NOT NULL DEFAULT false`);
    await db.query(
      `ALTER TABLE conversation_test_results ADD COLUMN definition_encrypted bytea, ADD COLUMN findings jsonb`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE conversation_test_results DROP COLUMN findings, DROP COLUMN definition_encrypted`,
    );
    await db.query(`ALTER TABLE conversation_test_runs DROP COLUMN is_talk`);
  }
}
