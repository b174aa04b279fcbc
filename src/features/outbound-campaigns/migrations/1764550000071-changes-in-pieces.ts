import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is changed of many contacts at once is changed piece by piece, behind what asked for it. */
export class ChangesInPieces1764550000071 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE campaigns
        -- Open contacts of a campaign that is over still stand as they were.
        ADD COLUMN is_closing boolean NOT NULL DEFAULT false,
        -- The validation whose reasons contacts are being given.
        ADD COLUMN deciding_since timestamptz(3)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE campaigns DROP COLUMN is_closing, DROP COLUMN deciding_since');
  }
}
