import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A rotation reseals the evidence of dials; nothing else in it can be changed. */
export class DataKeysStore1766000000531 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT UPDATE (blocks) ON outbound_evidence TO telephony_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE UPDATE (blocks) ON outbound_evidence FROM telephony_app');
  }
}
