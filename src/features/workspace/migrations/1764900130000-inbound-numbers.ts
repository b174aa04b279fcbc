import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which project of a client an inbound number belongs to, by keyed hashes. */
export class InboundNumbers1764900130000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE project_inbound_numbers`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

const UP = [
  `CREATE TABLE project_inbound_numbers (
     client_id text NOT NULL,
     data_env text NOT NULL,
     number_hash text NOT NULL,
     project_id text NOT NULL,
     is_staged boolean NOT NULL,
     CONSTRAINT project_inbound_numbers_pkey PRIMARY KEY (client_id, data_env, number_hash),
     CONSTRAINT project_inbound_numbers_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id)
       REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE INDEX project_inbound_numbers_by_project ON project_inbound_numbers (client_id, data_env, project_id)`,
  `GRANT SELECT, INSERT, DELETE, UPDATE (is_staged) ON project_inbound_numbers TO telephony_app, telephony_requests`,
  `ALTER TABLE project_inbound_numbers ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY all_rows ON project_inbound_numbers TO ${SEES_ALL} USING (true)`,
  `CREATE POLICY tenant_isolation ON project_inbound_numbers TO ${BOUND}
     USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`,
];
