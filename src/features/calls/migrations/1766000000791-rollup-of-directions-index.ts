import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the indexes of the next primary key of hourly sums, and of the sums of all calls of an hour.
 */
export class RollupOfDirectionsIndex1766000000791 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `SET lock_timeout = 0`,
  `DROP INDEX CONCURRENTLY IF EXISTS call_rollups_by_direction`,
  `CREATE UNIQUE INDEX CONCURRENTLY call_rollups_by_direction
     ON call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number, direction, is_inferred, has_ended)`,
  `DROP INDEX CONCURRENTLY IF EXISTS call_rollups_of_hours`,
  `CREATE INDEX CONCURRENTLY call_rollups_of_hours ON call_rollups (client_id, data_env, hour_utc)
     INCLUDE (project_id, total_calls, sentiment_negative) WHERE direction = ''`,
  `SET lock_timeout = 100`,
];

const DOWN = [`DROP INDEX call_rollups_of_hours`, `DROP INDEX call_rollups_by_direction`];
