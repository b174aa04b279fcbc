import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a transaction of a tenant store owes the metadata store: audit rows on their way there, and the answers of requests
 * whose idempotency records are to be completed.
 */
export class Effects1764320000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of TABLES) await db.query(statement);
    for (const table of ['audit_outbox', 'idempotency_effects']) {
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`
        CREATE POLICY tenant_isolation ON ${table} TO telephony_app
          USING (client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true)))`);
    }
    // An audit row is written once, carried over and removed; it never changes.
    await db.query(`GRANT SELECT, INSERT, DELETE ON audit_outbox TO telephony_app`);
    await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_effects TO telephony_app`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE idempotency_effects, audit_outbox`);
  }
}

const TABLES = [
  `CREATE TABLE audit_outbox (
     client_id text NOT NULL,
     data_env text NOT NULL,
     event_id uuid NOT NULL DEFAULT uuidv7(),
     occurred_at timestamptz NOT NULL,
     action text NOT NULL,
     outcome text NOT NULL,
     actor_kind text NOT NULL,
     actor_id text NOT NULL,
     scope text NOT NULL,
     request_id text,
     metadata jsonb NOT NULL,
     CONSTRAINT audit_outbox_pkey PRIMARY KEY (client_id, data_env, event_id)
   )`,
  // The key lets one of several transactions under one idempotency key commit, and no other.
  `CREATE TABLE idempotency_effects (
     client_id text NOT NULL,
     data_env text NOT NULL,
     operation text NOT NULL,
     key_hash bytea NOT NULL,
     actor text NOT NULL,
     lock_token uuid NOT NULL,
     fingerprint bytea NOT NULL,
     completed_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     response_status integer NOT NULL,
     response_headers jsonb NOT NULL,
     response_body text NOT NULL,
     CONSTRAINT idempotency_effects_pkey PRIMARY KEY (client_id, data_env, operation, key_hash, actor)
   )`,
];
