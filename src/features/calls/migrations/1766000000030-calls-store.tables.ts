/** Tables of the migration of the same name, with their indexes. */
export const TABLES = [
  // Because of the key, an event is appended once per call, however often its batch is repeated.
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
     sequence integer,
     CONSTRAINT call_events_pkey PRIMARY KEY (client_id, data_env, call_id, event_type)
   )`,
  `CREATE INDEX call_events_by_append ON call_events (client_id, data_env, appended_at)`,
  // In the collation "C" a call_id sorts the same here, in the service and in a cursor, and its
  // index supports prefix searches.
  `CREATE TABLE calls (
     client_id text NOT NULL,
     data_env text NOT NULL,
     call_id text COLLATE "C" NOT NULL,
     revision integer NOT NULL,
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
     duration_order double precision GENERATED ALWAYS AS ((COALESCE(duration_seconds, ('-1'::integer)::numeric))::double precision) STORED NOT NULL,
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
     CONSTRAINT calls_pkey PRIMARY KEY (client_id, data_env, call_id, started_at_utc),
     CONSTRAINT calls_revision_check1 CHECK (revision >= 1)
   ) PARTITION BY RANGE (started_at_utc)`,
  // Months from 2020 on are created with their first call.
  `CREATE TABLE calls_before_2020 PARTITION OF calls
     FOR VALUES FROM (MINVALUE) TO ('2020-01-01 00:00:00+00')`,
  `CREATE INDEX calls_by_project_start ON calls (client_id, data_env, project_id, started_at_utc, call_id)`,
  `CREATE INDEX calls_by_start ON calls (client_id, data_env, started_at_utc, call_id)`,
  // One for each column by which a list may be sorted: a page is then read off the index, at any
  // depth.
  `CREATE INDEX calls_by_duration ON calls (client_id, data_env, duration_order, started_at_utc, call_id, project_id)`,
  `CREATE INDEX calls_by_status ON calls (client_id, data_env, call_status, started_at_utc, call_id, project_id)`,
  `CREATE INDEX calls_by_outcome ON calls (client_id, data_env, (
CASE
    WHEN (resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure')) THEN resolution_status
    WHEN ((resolution_status = 'escalated') AND transfer_completed) THEN 'transferred'
    ELSE 'unclassified'
END), started_at_utc, call_id, project_id)`,
  `CREATE INDEX calls_by_caller ON calls (client_id, data_env, caller_hash, started_at_utc) WHERE caller_hash IS NOT NULL`,
  `CREATE INDEX calls_by_campaign ON calls (client_id, data_env, campaign_id, project_id, started_at_utc) INCLUDE (call_status, duration_seconds) WHERE campaign_id IS NOT NULL`,
  `CREATE INDEX calls_open ON calls (client_id, data_env, updated_at) WHERE call_status IN ('queued', 'ringing', 'in_progress')`,
  // No foreign key to calls: a session that first checked it while the tables were empty keeps the
  // plan from that time, and a batch of a thousand calls then takes seconds. Ingest writes both
  // rows in one transaction, and code that deletes calls must delete their contents in the same
  // one.
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
  `CREATE TABLE call_contents_before_2020 PARTITION OF call_contents
     FOR VALUES FROM (MINVALUE) TO ('2020-01-01 00:00:00+00')`,
  `CREATE TABLE call_index (
     client_id text NOT NULL,
     data_env text NOT NULL,
     call_id text COLLATE "C" NOT NULL,
     revision integer NOT NULL,
     project_id text NOT NULL,
     started_at_utc timestamptz(3) NOT NULL,
     erased_at timestamptz,
     legal_hold_since timestamptz,
     CONSTRAINT call_index_pkey PRIMARY KEY (client_id, data_env, call_id)
   )`,
  // For operators' commands, which look for few calls among all.
  `CREATE INDEX call_index_held ON call_index (started_at_utc) WHERE legal_hold_since IS NOT NULL`,
  `CREATE INDEX call_index_erased ON call_index (started_at_utc) WHERE erased_at IS NOT NULL`,
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
  // Never unique: a dirty hour that an uncommitted refresh is about to remove must not swallow the
  // dirty hour of a later change.
  `CREATE TABLE call_rollup_dirty_hours (
     row_id bigint GENERATED ALWAYS AS IDENTITY,
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     hour_utc timestamptz(0) NOT NULL
   )`,
  `CREATE INDEX call_rollup_dirty_hours_by_hour ON call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)`,
  // One row: the months before this one have been dropped, and their sums are final.
  `CREATE TABLE call_retention (
     only_row boolean NOT NULL DEFAULT true,
     kept_from timestamptz(0) NOT NULL,
     CONSTRAINT call_retention_pkey PRIMARY KEY (only_row),
     CONSTRAINT call_retention_only_row_check CHECK (only_row)
   )`,
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
  // Nothing has been dropped yet.
  `INSERT INTO call_retention (kept_from) VALUES ('-infinity')`,
];
