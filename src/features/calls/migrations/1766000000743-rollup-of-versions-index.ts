import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index of the next primary key of hourly sums. */
export class RollupOfVersionsIndex1766000000743 implements MigrationInterface {
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
  `DROP INDEX CONCURRENTLY IF EXISTS call_rollups_by_version`,
  `CREATE UNIQUE INDEX CONCURRENTLY call_rollups_by_version
     ON call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number)`,
  `SET lock_timeout = 100`,
];

const DOWN = [`DROP INDEX call_rollups_by_version`];
