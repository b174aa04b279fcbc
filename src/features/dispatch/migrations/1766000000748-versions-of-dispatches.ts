import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version that the runtime was told to use for the call. Null: from an earlier release. */
export class VersionsOfDispatches1766000000748 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE dispatches ADD COLUMN version_number integer`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE dispatches DROP COLUMN version_number`);
  }
}
