import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShelveToys1770000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE toys (
        client_id text NOT NULL REFERENCES clients (client_id),
        data_env text NOT NULL,
        name text NOT NULL,
        polished boolean NOT NULL DEFAULT false,
        PRIMARY KEY (client_id, data_env, name))`);
    // The route and the job use different logins.
    await db.query('GRANT SELECT, INSERT ON toys TO telephony_requests');
    await db.query('GRANT SELECT, UPDATE ON toys TO telephony_jobs');
    await db.query('ALTER TABLE toys ENABLE ROW LEVEL SECURITY');
    await db.query(`
      CREATE POLICY tenant_isolation ON toys TO telephony_requests, telephony_jobs
        USING (client_id = (SELECT current_setting('app.client_id', true))
           AND data_env = (SELECT current_setting('app.data_env', true)))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE toys');
  }
}
