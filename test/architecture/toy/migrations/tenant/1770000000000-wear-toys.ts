import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WearToys1770000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE worn_toys (
        client_id text NOT NULL,
        data_env text NOT NULL,
        name text NOT NULL,
        PRIMARY KEY (client_id, data_env, name))`);
    await db.query('ALTER TABLE worn_toys ENABLE ROW LEVEL SECURITY');
    await db.query(`
      CREATE POLICY tenant_isolation ON worn_toys TO telephony_app
        USING (client_id = (SELECT current_setting('app.client_id', true))
           AND data_env = (SELECT current_setting('app.data_env', true)))`);
    await db.query('GRANT SELECT, INSERT ON worn_toys TO telephony_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE worn_toys');
  }
}
