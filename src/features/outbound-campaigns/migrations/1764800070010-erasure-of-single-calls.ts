import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls that were asked for one by one are found by the number whatever became of them. */
export class ErasureOfSingleCalls1764800070010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX single_dispatches_by_hash ON single_dispatches (client_id, data_env, phone_hash)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX single_dispatches_by_hash');
  }
}
