import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator who takes out an address tells of it. */
export class ToldByOperators1766000000496 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT SELECT, INSERT ON notice_entries TO telephony_operations');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE SELECT, INSERT ON notice_entries FROM telephony_operations');
  }
}
