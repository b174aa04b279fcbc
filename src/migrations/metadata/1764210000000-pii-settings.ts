import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a tenant's PII policy says beside its lines. A tenant that has lines goes on showing summaries without personal
 * data as it did; every other one has no row, which is strict.
 */
export class PiiSettings1764210000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(TABLE);
    await db.query(
      `INSERT INTO pii_settings (client_id, data_env, strict_summaries, updated_by)
       SELECT DISTINCT client_id, data_env, false, 'migration' FROM pii_policies`,
    );
    await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON pii_settings TO telephony_app`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE pii_settings`);
  }
}

const TABLE = `
  CREATE TABLE pii_settings (
    client_id text NOT NULL,
    data_env text NOT NULL,
    strict_summaries boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT now(),
    updated_by text NOT NULL,
    CONSTRAINT pii_settings_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
    CONSTRAINT pii_settings_pkey PRIMARY KEY (client_id, data_env),
    CONSTRAINT pii_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
  )`;
