import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The calls of a campaign, with what a report sums of them: months are made with it from here on. */
export class LinkedCalls1764550000042 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE INDEX calls_by_campaign ON calls (client_id, data_env, campaign_id, project_id, started_at_utc)
        INCLUDE (call_status, duration_seconds) WHERE campaign_id IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX calls_by_campaign');
  }
}
