import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Call data of many tenants: `calls` is what analytics reads and holds nothing to decrypt, `call_contents` is
 * what only single-call reads open, `call_events` is the outbox that commits with the call change.
 */
export class Calls1763690000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of TABLES) await db.query(statement);
    await db.query(`GRANT USAGE ON SCHEMA public TO telephony_app`);
    for (const table of ['calls', 'call_contents', 'call_events']) {
      await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      // The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
      await db.query(`
        CREATE POLICY tenant_isolation ON ${table} TO telephony_app
          USING (client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true)))`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE call_events, call_contents, calls`);
  }
}

const TABLES = [
  `CREATE TABLE calls (
      client_id text NOT NULL,
      data_env text NOT NULL,
      call_id text NOT NULL,
      revision integer NOT NULL CHECK (revision >= 1),
      project_id text NOT NULL,
      solution_id text,
      campaign_id text,
      contact_id text,
      direction text NOT NULL,
      channel text NOT NULL,
      call_status text NOT NULL,
      status_detail text,
      started_at_utc timestamptz(3) NOT NULL,
      answered_at_utc timestamptz(3),
      ended_at_utc timestamptz(3),
      duration_seconds numeric,
      caller_masked text,
      caller_hash bytea,
      caller_hash_key_id text,
      agent_name text,
      resolution_status text,
      end_reason text,
      sentiment text,
      caller_sentiment text,
      human_escalation boolean NOT NULL DEFAULT false,
      transfer_last_outcome text,
      transfer_named_target boolean NOT NULL DEFAULT false,
      transfer_completed boolean NOT NULL DEFAULT false,
      booking_created boolean NOT NULL DEFAULT false,
      cost_usd numeric(14,4),
      cost_local numeric(14,4),
      currency text,
      ai_response_seconds numeric,
      provider_label text,
      redaction_status text,
      transcript_available boolean NOT NULL DEFAULT false,
      recording_available boolean NOT NULL DEFAULT false,
      consent_status text,
      consent_method text,
      consent_obtained_at_utc timestamptz(3),
      consent_expires_at_utc timestamptz(3),
      consent_withdrawn_at_utc timestamptz(3),
      ingested_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT calls_pkey PRIMARY KEY (client_id, data_env, call_id)
    )`,
  `CREATE INDEX calls_by_project_start ON calls (client_id, data_env, project_id, started_at_utc)`,
  `CREATE INDEX calls_by_start ON calls (client_id, data_env, started_at_utc)`,
  // No foreign key to calls: a session that first checked it while the tables were empty keeps the plan of that
  // hour, and a batch of a thousand calls then takes seconds. Ingest writes both rows in one transaction, and
  // code that deletes calls must delete their contents in the same one.
  `CREATE TABLE call_contents (
      client_id text NOT NULL,
      data_env text NOT NULL,
      call_id text NOT NULL,
      caller_number_encrypted bytea,
      caller_name_encrypted bytea,
      transfer_encrypted bytea,
      summary_encrypted bytea,
      transcript_encrypted bytea,
      redacted_transcript_encrypted bytea,
      CONSTRAINT call_contents_pkey PRIMARY KEY (client_id, data_env, call_id)
    )`,
  // The key is what appends an event once per call, however often its batch is repeated.
  `CREATE TABLE call_events (
      client_id text NOT NULL,
      data_env text NOT NULL,
      call_id text NOT NULL,
      event_type text NOT NULL,
      event_id uuid NOT NULL DEFAULT uuidv7(),
      project_id text NOT NULL,
      revision integer NOT NULL,
      occurred_at_utc timestamptz(3) NOT NULL,
      appended_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT call_events_pkey PRIMARY KEY (client_id, data_env, call_id, event_type)
    )`,
  `CREATE INDEX call_events_by_append ON call_events (client_id, data_env, appended_at)`,
];
