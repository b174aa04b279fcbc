import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets operators settle windows that count otherwise than they did when they froze. */
export class Corrections1765600000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `GRANT SELECT, UPDATE (quantity, source_hash, details, status, frozen_at) ON billing_usage_windows
          TO telephony_operations`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE ALL ON billing_usage_windows FROM telephony_operations');
  }
}
