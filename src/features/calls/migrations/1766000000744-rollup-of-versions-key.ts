import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets an hour have sums for each version. A worker of an earlier release cannot store sums from
 * here on: its hours stay dirty, and dirty hours are read from their calls.
 */
export class RollupOfVersionsKey1766000000744 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE call_rollups DROP CONSTRAINT call_rollups_pkey,
     ADD CONSTRAINT call_rollups_pkey PRIMARY KEY USING INDEX call_rollups_by_version`,
];

// Hours with versions are summed again.
const DOWN = [
  `INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
   SELECT DISTINCT client_id, data_env, project_id, hour_utc FROM call_rollups WHERE version_number <> 0`,
  `DELETE FROM call_rollups WHERE version_number <> 0`,
  `CREATE UNIQUE INDEX call_rollups_by_version
     ON call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number)`,
  `ALTER TABLE call_rollups DROP CONSTRAINT call_rollups_pkey,
     ADD CONSTRAINT call_rollups_pkey PRIMARY KEY (client_id, data_env, project_id, hour_utc, solution_id)`,
];
