import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Calls1763690000000 } from './1763690000000-calls.js';

/**
 * Calls by month, so that an old month is dropped instead of deleted row by row, and hourly sums of them.
 *
 * `calls` and `call_contents` are partitioned by the start of the call. `call_index` keeps a call_id unique over
 * all months and says in which one the call lies. `call_rollups` holds the sums of an hour; a row of
 * `call_rollup_marks` says that something in an hour has changed since, and is appended with every change.
 */
export class CallMonths1763900000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [...SET_ASIDE, ...TABLES, ...FUNCTIONS]) await db.query(statement);
    for (const table of ['calls', 'call_contents', 'call_index', 'call_rollups', 'call_rollup_marks']) {
      await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY tenant_isolation ON ${table} TO telephony_app USING (${OWN_ROWS})`);
    }
    for (const statement of [...COPY_IN, ...CLEAR_AWAY]) await db.query(statement);
  }

  /** Back to one table each. What had been dropped as too old stays gone. */
  async down(db: QueryRunner): Promise<void> {
    const old = ['calls', 'call_contents', 'call_events'];
    for (const table of old) await db.query(`ALTER TABLE ${table} RENAME TO ${table}_by_month`);
    for (const name of ['calls_pkey', 'calls_by_project_start', 'calls_by_start', 'call_contents_pkey']) {
      await db.query(`ALTER INDEX ${name} RENAME TO ${name}_by_month`);
    }
    for (const name of ['call_events_pkey', 'call_events_by_append']) {
      await db.query(`ALTER INDEX ${name} RENAME TO ${name}_by_month`);
    }
    await new Calls1763690000000().up(db);
    await db.query(`INSERT INTO calls (${CALL_COLUMNS}) SELECT ${CALL_COLUMNS} FROM calls_by_month`);
    await db.query(
      `INSERT INTO call_contents (${CONTENT_COLUMNS}) SELECT ${CONTENT_COLUMNS} FROM call_contents_by_month`,
    );
    await db.query(`INSERT INTO call_events SELECT * FROM call_events_by_month`);
    for (const table of old) await db.query(`DROP TABLE ${table}_by_month`);
    await db.query(`DROP TABLE call_rollup_marks, call_rollups, call_index, call_retention`);
    await db.query(
      `DROP FUNCTION call_rollup_backlog(), open_call_months(timestamptz[]), add_call_month(date)`,
    );
  }
}

const OWN_ROWS = `client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true))`;

const CALL_COLUMNS = `client_id, data_env, call_id, revision, project_id, solution_id, campaign_id, contact_id,
  direction, channel, call_status, status_detail, started_at_utc, answered_at_utc, ended_at_utc, duration_seconds,
  caller_masked, caller_hash, caller_hash_key_id, agent_name, resolution_status, end_reason, sentiment,
  caller_sentiment, human_escalation, transfer_last_outcome, transfer_named_target, transfer_completed,
  booking_created, cost_usd, cost_local, currency, ai_response_seconds, provider_label, redaction_status,
  transcript_available, recording_available, consent_status, consent_method, consent_obtained_at_utc,
  consent_expires_at_utc, consent_withdrawn_at_utc, ingested_at, updated_at`;

const CONTENT_COLUMNS = `client_id, data_env, call_id, caller_number_encrypted, caller_name_encrypted,
  transfer_encrypted, summary_encrypted, transcript_encrypted, redacted_transcript_encrypted`;

const SET_ASIDE = [
  'ALTER TABLE calls RENAME TO calls_whole',
  'ALTER TABLE call_contents RENAME TO call_contents_whole',
  'ALTER INDEX calls_pkey RENAME TO calls_whole_pkey',
  'ALTER INDEX calls_by_project_start RENAME TO calls_whole_by_project_start',
  'ALTER INDEX calls_by_start RENAME TO calls_whole_by_start',
  'ALTER INDEX call_contents_pkey RENAME TO call_contents_whole_pkey',
];

// What calls began before 2020 is imported history: one part is enough for all of it.
const FIRST_MONTH = '2020-01-01';

// The primary outcome as rows show it, for the index that lists by it; written as the service's statements write it.
const OUTCOME = `CASE WHEN resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN resolution_status WHEN resolution_status = 'escalated' AND transfer_completed THEN 'transferred' ELSE 'unclassified' END`;

const TABLES = [
  // In the collation "C" a call_id sorts the same here, in the service and in a cursor, and its index serves prefixes.
  `CREATE TABLE calls (
      client_id text NOT NULL,
      data_env text NOT NULL,
      call_id text COLLATE "C" NOT NULL,
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
      -- What a list sorts by. Under row-level security only a leakproof comparison may walk an index, which that of
      -- numeric is not and that of double precision is; unknown durations come before all others.
      duration_order double precision NOT NULL
        GENERATED ALWAYS AS (coalesce(duration_seconds, -1)::double precision) STORED,
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
      CONSTRAINT calls_pkey PRIMARY KEY (client_id, data_env, call_id, started_at_utc)
    ) PARTITION BY RANGE (started_at_utc)`,
  `CREATE INDEX calls_by_project_start ON calls (client_id, data_env, project_id, started_at_utc, call_id)`,
  `CREATE INDEX calls_by_start ON calls (client_id, data_env, started_at_utc, call_id)`,
  // One for each column a list may be sorted by: a page is then read off the index, at any depth.
  `CREATE INDEX calls_by_duration ON calls
     (client_id, data_env, duration_order, started_at_utc, call_id, project_id)`,
  `CREATE INDEX calls_by_status ON calls (client_id, data_env, call_status, started_at_utc, call_id, project_id)`,
  `CREATE INDEX calls_by_outcome ON calls (client_id, data_env, (${OUTCOME}), started_at_utc, call_id, project_id)`,
  `CREATE INDEX calls_by_caller ON calls (client_id, data_env, caller_hash, started_at_utc)
     WHERE caller_hash IS NOT NULL`,
  `CREATE TABLE call_contents (
      client_id text NOT NULL,
      data_env text NOT NULL,
      call_id text COLLATE "C" NOT NULL,
      started_at_utc timestamptz(3) NOT NULL,
      caller_number_encrypted bytea,
      caller_name_encrypted bytea,
      transfer_encrypted bytea,
      summary_encrypted bytea,
      transcript_encrypted bytea,
      redacted_transcript_encrypted bytea,
      CONSTRAINT call_contents_pkey PRIMARY KEY (client_id, data_env, call_id, started_at_utc)
    ) PARTITION BY RANGE (started_at_utc)`,
  `CREATE TABLE calls_before_2020 PARTITION OF calls FOR VALUES FROM (MINVALUE) TO ('${FIRST_MONTH} 00:00:00+00')`,
  `CREATE TABLE call_contents_before_2020 PARTITION OF call_contents
     FOR VALUES FROM (MINVALUE) TO ('${FIRST_MONTH} 00:00:00+00')`,
  ...['calls_before_2020', 'call_contents_before_2020'].flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_isolation ON ${table} TO telephony_app USING (${OWN_ROWS})`,
  ]),
  `CREATE TABLE call_index (
      client_id text NOT NULL,
      data_env text NOT NULL,
      call_id text COLLATE "C" NOT NULL,
      revision integer NOT NULL,
      project_id text NOT NULL,
      started_at_utc timestamptz(3) NOT NULL,
      CONSTRAINT call_index_pkey PRIMARY KEY (client_id, data_env, call_id)
    )`,
  // Sums and counts only, so that rows may be added up; a call without a solution counts under ''.
  `CREATE TABLE call_rollups (
      client_id text NOT NULL,
      data_env text NOT NULL,
      project_id text NOT NULL,
      hour_utc timestamptz(0) NOT NULL,
      solution_id text NOT NULL,
      total_calls integer NOT NULL,
      queued_calls integer NOT NULL,
      ringing_calls integer NOT NULL,
      in_progress_calls integer NOT NULL,
      completed_calls integer NOT NULL,
      missed_calls integer NOT NULL,
      failed_calls integer NOT NULL,
      total_duration_seconds numeric,
      duration_known integer NOT NULL,
      total_cost_usd numeric,
      cost_usd_known integer NOT NULL,
      currency_count integer NOT NULL,
      currency_min text,
      currency_max text,
      total_cost_local numeric,
      cost_local_known integer NOT NULL,
      human_escalation_count integer NOT NULL,
      sentiment_positive integer NOT NULL,
      sentiment_neutral integer NOT NULL,
      sentiment_negative integer NOT NULL,
      sentiment_unclassified integer NOT NULL,
      disconnect_caller_hangup integer NOT NULL,
      disconnect_agent_or_system_end integer NOT NULL,
      disconnect_transferred integer NOT NULL,
      disconnect_missed integer NOT NULL,
      disconnect_failed integer NOT NULL,
      disconnect_unknown integer NOT NULL,
      outcome_resolved integer NOT NULL,
      outcome_transferred integer NOT NULL,
      outcome_follow_up_required integer NOT NULL,
      outcome_abandoned integer NOT NULL,
      outcome_caller_hangup integer NOT NULL,
      outcome_timeout integer NOT NULL,
      outcome_technical_failure integer NOT NULL,
      outcome_unclassified integer NOT NULL,
      booking_count integer NOT NULL,
      transfer_count integer NOT NULL,
      total_ai_response_seconds numeric,
      ai_response_known integer NOT NULL,
      CONSTRAINT call_rollups_pkey PRIMARY KEY (client_id, data_env, project_id, hour_utc, solution_id)
    )`,
  `CREATE INDEX call_rollups_by_hour ON call_rollups (client_id, data_env, hour_utc)`,
  // Never unique: a mark that an uncommitted refresh is about to remove must not swallow the mark of a later change.
  `CREATE TABLE call_rollup_marks (
      mark_id bigint GENERATED ALWAYS AS IDENTITY,
      client_id text NOT NULL,
      data_env text NOT NULL,
      project_id text NOT NULL,
      hour_utc timestamptz(0) NOT NULL
    )`,
  `CREATE INDEX call_rollup_marks_by_hour ON call_rollup_marks (client_id, data_env, project_id, hour_utc)`,
  // One row: the months before this one have been dropped, and their sums are final.
  `CREATE TABLE call_retention (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      kept_from timestamptz(0) NOT NULL
    )`,
  `INSERT INTO call_retention (kept_from) VALUES ('-infinity')`,
  `GRANT SELECT ON call_retention TO telephony_app`,
  `ALTER TABLE call_retention ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY everybody_reads ON call_retention FOR SELECT TO telephony_app USING (true)`,
];

const FUNCTIONS = [
  // The owner's: the service may ask for a month and cannot make tables.
  `CREATE FUNCTION add_call_month(first date) RETURNS void
     LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
   DECLARE
     opens text := to_char(first, 'YYYY-MM-DD') || ' 00:00:00+00';
     closes text := to_char(first + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00';
     parent text;
     part text;
   BEGIN
     FOREACH parent IN ARRAY ARRAY['calls', 'call_contents'] LOOP
       part := parent || to_char(first, '"_y"YYYY"m"MM');
       -- Made beside its parent and then attached: readers and writers of other months are not held up.
       EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
       EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
       EXECUTE format('CREATE POLICY tenant_isolation ON %I TO telephony_app USING (${OWN_ROWS.replaceAll("'", "''")})', part);
       EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, opens, closes);
     END LOOP;
   END $$`,
  // Called at the start of every write: makes the months of these instants where they are missing, and keeps
  // retention from dropping any until the writer has committed. Gives back since when calls are kept.
  `CREATE FUNCTION open_call_months(instants timestamptz[]) RETURNS timestamptz
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
   DECLARE
     since timestamptz;
     missing date;
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(4316942109);
     SELECT kept_from INTO since FROM call_retention;
     FOR missing IN
       SELECT DISTINCT date_trunc('month', wanted)::date FROM unnest(instants) AS wanted
        WHERE wanted >= greatest(since, '${FIRST_MONTH} 00:00:00+00')
          AND to_regclass('calls' || to_char(wanted, '"_y"YYYY"m"MM')) IS NULL
        ORDER BY 1
     LOOP
       PERFORM pg_advisory_xact_lock(4316942110);
       -- A query of the catalogue, because to_regclass remembers its answer from before the wait.
       IF NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace
                         AND relname = 'calls' || to_char(missing, '"_y"YYYY"m"MM')) THEN
         PERFORM add_call_month(missing);
       END IF;
     END LOOP;
     RETURN since;
   END $$`,
  // Which tenants have marks; their names are all it tells.
  `CREATE FUNCTION call_rollup_backlog() RETURNS TABLE (client_id text, data_env text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH RECURSIVE tenants AS (
       (SELECT m.client_id, m.data_env FROM call_rollup_marks m ORDER BY m.client_id, m.data_env LIMIT 1)
       UNION ALL
       SELECT later.client_id, later.data_env FROM tenants t CROSS JOIN LATERAL (
         SELECT m.client_id, m.data_env FROM call_rollup_marks m
          WHERE (m.client_id, m.data_env) > (t.client_id, t.data_env)
          ORDER BY m.client_id, m.data_env LIMIT 1) later)
     SELECT t.client_id, t.data_env FROM tenants t $$`,
  ...['add_call_month(date)', 'open_call_months(timestamptz[])', 'call_rollup_backlog()'].map(
    (name) => `REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`,
  ),
  'GRANT EXECUTE ON FUNCTION open_call_months(timestamptz[]), call_rollup_backlog() TO telephony_app',
];

const COPY_IN = [
  `SELECT open_call_months(array_agg(month)) FROM (
     SELECT DISTINCT date_trunc('month', started_at_utc, 'UTC') AS month FROM calls_whole) months HAVING count(*) > 0`,
  `INSERT INTO calls (${CALL_COLUMNS}) SELECT ${CALL_COLUMNS} FROM calls_whole`,
  `INSERT INTO call_contents (${CONTENT_COLUMNS}, started_at_utc)
     SELECT ${CONTENT_COLUMNS}, (SELECT started_at_utc FROM calls_whole c
       WHERE (c.client_id, c.data_env, c.call_id) = (n.client_id, n.data_env, n.call_id)) FROM call_contents_whole n`,
  `INSERT INTO call_index (client_id, data_env, call_id, revision, project_id, started_at_utc)
     SELECT client_id, data_env, call_id, revision, project_id, started_at_utc FROM calls_whole`,
  `INSERT INTO call_rollup_marks (client_id, data_env, project_id, hour_utc)
     SELECT DISTINCT client_id, data_env, project_id, date_trunc('hour', started_at_utc, 'UTC') FROM calls_whole`,
];

const CLEAR_AWAY = ['DROP TABLE call_contents_whole', 'DROP TABLE calls_whole'];
