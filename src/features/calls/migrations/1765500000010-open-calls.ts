import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The calls that have not ended, by their last report: months are made with it from here on. */
export class OpenCalls1765500000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE INDEX calls_open ON calls (client_id, data_env, updated_at)
        WHERE call_status IN ('queued', 'ringing', 'in_progress')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX calls_open');
  }
}
