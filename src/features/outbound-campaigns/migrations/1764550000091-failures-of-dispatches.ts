import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether half of a campaign's calls fail is read off its failures, which are mostly few. */
export class FailuresOfDispatches1764550000091 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX dispatches_by_failure ON dispatches (client_id, data_env, campaign_id, ended_at)
        WHERE disposition IN ('carrier_failed', 'system_failed')`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX dispatches_by_failure');
  }
}
