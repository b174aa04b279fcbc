import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What erasing a caller's data leaves and needs: which calls have been erased, which must not be, whose calls are
 * erased when they come late, and the erasures that are under way.
 */
export class CallerErasure1764410000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    for (const table of ['erased_callers', 'caller_erasures']) {
      await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`
        CREATE POLICY tenant_isolation ON ${table} TO telephony_app
          USING (client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true)))`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE caller_erasures, erased_callers');
    await db.query('DROP INDEX call_index_held, call_index_erased');
    await db.query('ALTER TABLE call_index DROP COLUMN erased_at, DROP COLUMN legal_hold_since');
  }
}

const UP = [
  // In the index of calls, whose rows stay where they are when a call's start is corrected; ingest writes neither.
  'ALTER TABLE call_index ADD COLUMN erased_at timestamptz, ADD COLUMN legal_hold_since timestamptz',
  // For operators' commands, which ask for few calls of all.
  'CREATE INDEX call_index_held ON call_index (started_at_utc) WHERE legal_hold_since IS NOT NULL',
  'CREATE INDEX call_index_erased ON call_index (started_at_utc) WHERE erased_at IS NOT NULL',
  `CREATE TABLE erased_callers (
      client_id text NOT NULL,
      data_env text NOT NULL,
      caller_hash bytea NOT NULL,
      erased_before timestamptz NOT NULL,
      CONSTRAINT erased_callers_pkey PRIMARY KEY (client_id, data_env, caller_hash)
    )`,
  `CREATE TABLE caller_erasures (
      client_id text NOT NULL,
      data_env text NOT NULL,
      erasure_id uuid NOT NULL,
      erased_before timestamptz NOT NULL,
      stand_in bytea NOT NULL,
      erased_calls integer NOT NULL DEFAULT 0,
      CONSTRAINT caller_erasures_pkey PRIMARY KEY (client_id, data_env, erasure_id)
    )`,
];
