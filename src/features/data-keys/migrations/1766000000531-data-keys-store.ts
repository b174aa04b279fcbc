import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The evidence of dials is sealed anew like everything else; nothing else of it can be changed. */
export class DataKeysStore1766000000531 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT UPDATE (blocks) ON outbound_evidence TO telephony_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE UPDATE (blocks) ON outbound_evidence FROM telephony_app');
  }
}
