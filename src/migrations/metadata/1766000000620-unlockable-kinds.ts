import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A PII policy says which kinds an approved unlock of a call opens to a role; at first none. */
export class UnlockableKinds1766000000620 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE pii_policies ADD COLUMN unlockable boolean NOT NULL DEFAULT false`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE pii_policies DROP COLUMN unlockable`);
  }
}
