import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Idempotency records name the request that holds, or has used, the key. */
export class RequestsOfKeys1766000000510 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE idempotency_records ADD COLUMN request_id text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE idempotency_records DROP COLUMN request_id`);
  }
}
