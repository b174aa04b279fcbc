import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each edit of a project changed, for those who have read an earlier state. */
export class ChangedPaths1764240000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Nullable, and with a default: processes from before this migration go on writing without them.
    await db.query(
      `ALTER TABLE project_section_edits ADD COLUMN draft_etag text, ADD COLUMN changed_paths text[]`,
    );
    await db.query(`ALTER TABLE projects ADD COLUMN field_revisions jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE projects DROP COLUMN field_revisions`);
    await db.query(`ALTER TABLE project_section_edits DROP COLUMN draft_etag, DROP COLUMN changed_paths`);
  }
}
