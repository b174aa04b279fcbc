import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasures of persons that are under way among contacts of campaigns: what stands in for their hash, and how far they are. */
export class ErasureOfContacts1764800070000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE contact_erasures');
  }
}

const UP = [
  `CREATE TABLE contact_erasures (
     client_id text NOT NULL,
     data_env text NOT NULL,
     erasure_id uuid NOT NULL,
     erased_before timestamptz(3) NOT NULL,
     stand_in bytea NOT NULL,
     erased_contacts integer NOT NULL DEFAULT 0,
     CONSTRAINT contact_erasures_pkey PRIMARY KEY (client_id, data_env, erasure_id)
   )`,
  'GRANT SELECT, INSERT, UPDATE, DELETE ON contact_erasures TO telephony_app',
  'ALTER TABLE contact_erasures ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY tenant_isolation ON contact_erasures TO telephony_app
     USING (client_id = (SELECT current_setting('app.client_id', true))
        AND data_env = (SELECT current_setting('app.data_env', true)))`,
];
