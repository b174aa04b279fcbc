import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranges of costly numbers that operators let a client dial. */
export class AllowedNumberRanges1765300000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE allowed_number_ranges`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

const UP = [
  `CREATE TABLE allowed_number_ranges (
     client_id text NOT NULL,
     data_env text NOT NULL,
     prefix text NOT NULL,
     allowed_at timestamptz NOT NULL,
     allowed_by text NOT NULL,
     CONSTRAINT allowed_number_ranges_pkey PRIMARY KEY (client_id, data_env, prefix)
   )`,
  `GRANT SELECT ON allowed_number_ranges TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON allowed_number_ranges TO telephony_operations`,
  `ALTER TABLE allowed_number_ranges ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY all_rows ON allowed_number_ranges TO ${SEES_ALL} USING (true)`,
  `CREATE POLICY tenant_isolation ON allowed_number_ranges TO ${BOUND}
     USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`,
];
