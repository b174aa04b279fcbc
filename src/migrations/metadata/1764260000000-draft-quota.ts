import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many edits a draft has gathered, and room for new ones in a project's history. */
export class DraftQuota1764260000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // With a default: processes from before this migration go on writing without it.
    await db.query(`ALTER TABLE project_drafts ADD COLUMN edit_count integer NOT NULL DEFAULT 0`);
    // In order of time, for the oldest ones to be found without reading all of them.
    await db.query(
      `CREATE INDEX project_section_edits_in_order ON project_section_edits (client_id, data_env, project_id, edit_id)`,
    );
    await db.query(`GRANT DELETE ON project_section_edits TO telephony_app`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE DELETE ON project_section_edits FROM telephony_app`);
    await db.query(`DROP INDEX project_section_edits_in_order`);
    await db.query(`ALTER TABLE project_drafts DROP COLUMN edit_count`);
  }
}
