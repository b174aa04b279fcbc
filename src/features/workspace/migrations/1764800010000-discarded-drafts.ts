import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a project keeps of drafts that were discarded: how many edits they had, and the highest numbers of their parts. */
export class DiscardedDrafts1764800010000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE project_discarded_drafts (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     edit_count integer NOT NULL,
     updated_at timestamptz NOT NULL,
     part_versions jsonb NOT NULL,
     CONSTRAINT project_discarded_drafts_pkey PRIMARY KEY (client_id, data_env, project_id),
     CONSTRAINT project_discarded_drafts_client_id_data_env_project_id_fkey
       FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects(client_id, data_env, project_id)
   )`);
    await db.query(
      `GRANT SELECT, INSERT, UPDATE ON project_discarded_drafts TO telephony_app, telephony_requests`,
    );
    await db.query(`ALTER TABLE project_discarded_drafts ENABLE ROW LEVEL SECURITY`);
    await db.query(`CREATE POLICY all_rows ON project_discarded_drafts TO ${SEES_ALL} USING (true)`);
    await db.query(
      `CREATE POLICY tenant_isolation ON project_discarded_drafts TO ${BOUND}
         USING (client_id = (SELECT current_setting('app.client_id', true))
            AND data_env = (SELECT current_setting('app.data_env', true)))`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE project_discarded_drafts`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';
