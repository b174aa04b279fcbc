import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a runtime runs what it reports: `reported_at` moves with each repetition. */
export class RuntimeAppliedSince1766000000280 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  // With a default: processes of the release before go on inserting without it.
  `ALTER TABLE project_runtime_reports ADD COLUMN applied_since timestamptz NOT NULL DEFAULT now()`,
  `UPDATE project_runtime_reports SET applied_since = reported_at`,
];

const DOWN = [`ALTER TABLE project_runtime_reports DROP COLUMN applied_since`];
