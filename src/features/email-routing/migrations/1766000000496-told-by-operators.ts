import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A notice is sent when an operator disables an address. */
export class ToldByOperators1766000000496 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT SELECT, INSERT ON notice_entries TO telephony_operations');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE SELECT, INSERT ON notice_entries FROM telephony_operations');
  }
}
