import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';

/**
 * Lets an hour have sums for each version and direction beside those of all its calls, whose direction
 * is ''. A worker of an earlier release cannot store sums from here on: its hours stay dirty, and dirty
 * hours are read from their calls. So are all hours until they are summed by version.
 */
export class RollupOfDirectionsKey1766000000792 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DELETE FROM call_rollups a USING call_rollups o
        WHERE a.direction = '' AND o.direction <> '' AND a.client_id = o.client_id AND a.data_env = o.data_env
          AND a.project_id = o.project_id AND a.hour_utc = o.hour_utc AND a.solution_id = o.solution_id`,
    );
    const columns = (await db.query(SUMS)) as { name: string; sum: string }[];
    const names = columns.map(({ name }) => name).join(', ');
    const sums = columns.map(({ sum }) => sum).join(', ');
    await db.query(
      `CREATE TEMP TABLE merged ON COMMIT DROP AS SELECT ${KEY}, ${sums} FROM call_rollups GROUP BY ${KEY}`,
    );
    await db.query(`DELETE FROM call_rollups`);
    await db.query(`INSERT INTO call_rollups (${KEY}, ${names}) SELECT * FROM merged`);
    for (const statement of DOWN) await db.query(statement);
  }
}

const COUNTED = 'project_id, hour_utc, total_calls, sentiment_negative';
const viewWith = (columns: string) => viewOfClients('call_rollups_of_clients', 'call_rollups', columns);

const KEY = 'client_id, data_env, project_id, hour_utc, solution_id, version_number';

const UP = [
  `ALTER TABLE call_rollups DROP CONSTRAINT call_rollups_pkey,
     ADD CONSTRAINT call_rollups_pkey PRIMARY KEY USING INDEX call_rollups_by_direction`,
  `INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
   SELECT DISTINCT client_id, data_env, project_id, hour_utc FROM call_rollups
    WHERE hour_utc >= (SELECT kept_from FROM call_retention)`,
  ...viewWith(`${COUNTED}, direction`),
  `DROP INDEX call_rollups_counted_by_hour`,
];

/** All sums, and how several rows are combined into one. */
const SUMS = `
    SELECT quote_ident(attname) AS name,
           format('%s(%I) AS %I', CASE WHEN attname LIKE '%\\_min' THEN 'min'
                                       WHEN attname LIKE '%\\_max' OR attname LIKE 'worst%' THEN 'max'
                                       ELSE 'sum' END, attname, attname) AS sum
      FROM pg_attribute
     WHERE attrelid = 'call_rollups'::regclass AND attnum > 0 AND NOT attisdropped
       AND attname <> ALL (string_to_array('${KEY}, direction, is_inferred, has_ended', ', '))
     ORDER BY attnum`;

const DOWN = [
  `DROP VIEW call_rollups_of_clients`,
  ...viewWith(COUNTED),
  `CREATE INDEX call_rollups_counted_by_hour ON call_rollups (client_id, data_env, hour_utc) INCLUDE (project_id, total_calls, sentiment_negative)`,
  `CREATE UNIQUE INDEX call_rollups_by_version
     ON call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number)`,
  `ALTER TABLE call_rollups DROP CONSTRAINT call_rollups_pkey,
     ADD CONSTRAINT call_rollups_pkey PRIMARY KEY USING INDEX call_rollups_by_version`,
  `CREATE UNIQUE INDEX call_rollups_by_direction
     ON call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number, direction, is_inferred, has_ended)`,
];
