import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes the sums of all calls of an hour by project, for statements about one project. Without it
 * their generic plan takes the index by hour, and reads the hours of every project of the client.
 * The total of a list is read off the index alone.
 */
export class RollupOfProjectsIndex1766000000793 implements MigrationInterface {
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
  `DROP INDEX CONCURRENTLY IF EXISTS call_rollups_of_projects`,
  `CREATE INDEX CONCURRENTLY call_rollups_of_projects ON call_rollups (client_id, data_env, project_id, hour_utc)
     INCLUDE (total_calls) WHERE direction = ''`,
  `SET lock_timeout = 100`,
];

const DOWN = [`DROP INDEX call_rollups_of_projects`];
