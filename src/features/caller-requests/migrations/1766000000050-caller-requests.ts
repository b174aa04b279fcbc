import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Requests of callers about their data. */
export class CallerRequests1766000000050 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE caller_requests (
     client_id text NOT NULL,
     data_env text NOT NULL,
     request_id uuid NOT NULL DEFAULT uuidv7(),
     tracking_number integer NOT NULL,
     revision integer NOT NULL DEFAULT 1,
     request_type text NOT NULL,
     status text NOT NULL,
     source text NOT NULL,
     received_at timestamptz NOT NULL,
     timezone text NOT NULL,
     due_at timestamptz NOT NULL,
     due_date_local date NOT NULL,
     urgent_from timestamptz NOT NULL,
     overdue_from timestamptz NOT NULL,
     closed_at timestamptz,
     caller_display text NOT NULL,
     contact_kind text NOT NULL,
     identifier_kind text NOT NULL,
     identifier_hash bytea,
     hash_key_id text,
     duplicate_of integer,
     data_found_state text NOT NULL,
     data_found_count integer,
     project_labels text[] NOT NULL DEFAULT '{}',
     source_project_id text,
     support_ticket_reference text,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     older_hashes bytea[] NOT NULL DEFAULT '{}',
     older_hash_key_ids text[] NOT NULL DEFAULT '{}',
     erasure_asked_at timestamptz,
     contact_hashes bytea[] NOT NULL DEFAULT '{}',
     erasure_result jsonb,
     CONSTRAINT caller_requests_pkey PRIMARY KEY (client_id, data_env, request_id),
     CONSTRAINT caller_requests_request_type_check CHECK (request_type IN ('access', 'deletion')),
     CONSTRAINT caller_requests_identifier_kind_check CHECK (identifier_kind IN ('phone', 'manual')),
     CONSTRAINT caller_requests_closed_at_check CHECK ((closed_at IS NULL) = (status IN ('needs_review', 'ready', 'in_progress'))),
     CONSTRAINT caller_requests_identifier_hash_check CHECK ((identifier_hash IS NULL) = (identifier_kind = 'manual')),
     CONSTRAINT caller_requests_client_id_data_env_source_project_id_fkey FOREIGN KEY (client_id, data_env, source_project_id) REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE UNIQUE INDEX caller_requests_by_number ON caller_requests (client_id, data_env, tracking_number)`,
  `CREATE INDEX caller_requests_by_receipt ON caller_requests (client_id, data_env, received_at, request_id)`,
  `CREATE INDEX caller_requests_by_status ON caller_requests (client_id, data_env, status, received_at, request_id)`,
  `CREATE INDEX caller_requests_by_project ON caller_requests (client_id, data_env, source_project_id, received_at, request_id)`,
  `CREATE INDEX caller_requests_by_identifier ON caller_requests (client_id, data_env, identifier_hash) WHERE identifier_hash IS NOT NULL`,
  `CREATE INDEX caller_requests_open ON caller_requests (client_id, data_env, source_project_id, overdue_from, urgent_from) WHERE closed_at IS NULL`,
  `CREATE TABLE caller_request_history (
     client_id text NOT NULL,
     data_env text NOT NULL,
     request_id uuid NOT NULL,
     revision integer NOT NULL,
     changed_at timestamptz NOT NULL,
     actor_kind text NOT NULL,
     actor_id text NOT NULL,
     from_status text,
     to_status text NOT NULL,
     data_found_state text NOT NULL,
     data_found_count integer,
     status_note_encrypted bytea,
     CONSTRAINT caller_request_history_pkey PRIMARY KEY (client_id, data_env, request_id, revision, actor_kind),
     CONSTRAINT caller_request_history_client_id_data_env_request_id_fkey FOREIGN KEY (client_id, data_env, request_id) REFERENCES caller_requests(client_id, data_env, request_id)
   )`,
  `CREATE TABLE caller_request_counters (
     client_id text NOT NULL,
     data_env text NOT NULL,
     last_number integer NOT NULL,
     CONSTRAINT caller_request_counters_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT caller_request_counters_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...['caller_requests', 'caller_request_history', 'caller_request_counters'].flatMap(rowsOfTenant),
  `GRANT SELECT, INSERT, UPDATE ON caller_requests TO telephony_requests`,
  `GRANT SELECT, UPDATE (revision, data_found_state, data_found_count, updated_at, erasure_asked_at, erasure_result) ON caller_requests TO telephony_jobs`,
  `GRANT SELECT, INSERT ON caller_request_history TO telephony_requests`,
  `GRANT INSERT ON caller_request_history TO telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE ON caller_request_counters TO telephony_requests`,
];

const DOWN = [`DROP TABLE caller_request_counters, caller_request_history, caller_requests`];
