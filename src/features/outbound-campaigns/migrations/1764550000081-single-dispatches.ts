import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls that are asked for one by one, without a campaign; from the take on they are dispatches like all others. */
export class SingleDispatches1764550000081 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE single_dispatches');
    await db.query('DROP FUNCTION single_dispatch_waits()');
    await db.query('DELETE FROM dispatches WHERE campaign_id IS NULL');
    await db.query(
      'ALTER TABLE dispatches ALTER COLUMN campaign_id SET NOT NULL, ALTER COLUMN contact_id SET NOT NULL',
    );
  }
}

const STATEMENTS = [
  `ALTER TABLE dispatches ALTER COLUMN campaign_id DROP NOT NULL, ALTER COLUMN contact_id DROP NOT NULL`,
  `CREATE TABLE single_dispatches (
     client_id text NOT NULL,
     data_env text NOT NULL,
     dispatch_id uuid NOT NULL,
     project_id text NOT NULL,
     status text NOT NULL,
     -- Why it was not dialled, in the order of campaigns 5.1.
     refused_codes jsonb NOT NULL DEFAULT '[]',
     phone_hash bytea NOT NULL,
     phone_hash_key_id text NOT NULL,
     -- What was asked for: number, personalization, evidence of consent and who is calling are sealed in it.
     call jsonb NOT NULL,
     project_version integer NOT NULL,
     content_hash text NOT NULL,
     requested_at timestamptz(3) NOT NULL,
     requested_by text NOT NULL,
     -- Not taken until then it is refused.
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT single_dispatches_pkey PRIMARY KEY (client_id, data_env, dispatch_id),
     CONSTRAINT single_dispatches_status_check CHECK (status IN ('queued', 'taken', 'refused')),
     CONSTRAINT single_dispatches_refused_check CHECK ((status = 'refused') = (refused_codes <> '[]'))
   )`,
  `CREATE INDEX single_dispatches_waiting ON single_dispatches (client_id, data_env, project_id, requested_at)
     WHERE status = 'queued'`,
  // Opt-outs look for numbers that are about to be called.
  `CREATE INDEX single_dispatches_by_number ON single_dispatches (client_id, data_env, phone_hash) WHERE status = 'queued'`,
  `GRANT SELECT, INSERT, UPDATE ON single_dispatches TO telephony_app`,
  `ALTER TABLE single_dispatches ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY tenant_isolation ON single_dispatches TO telephony_app
     USING (client_id = (SELECT current_setting('app.client_id', true))
        AND data_env = (SELECT current_setting('app.data_env', true)))`,
  // Runtimes that wait for something to do are told.
  `CREATE FUNCTION single_dispatch_waits() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('store_notices', json_build_array(NEW.client_id, NEW.data_env, 'single_dispatch_waits')::text);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER single_dispatch_waits AFTER INSERT ON single_dispatches
     FOR EACH ROW WHEN (NEW.status = 'queued') EXECUTE FUNCTION single_dispatch_waits()`,
];
