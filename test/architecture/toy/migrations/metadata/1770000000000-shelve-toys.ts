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
    await db.query('GRANT SELECT, INSERT, UPDATE ON toys TO telephony_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE toys');
  }
}
