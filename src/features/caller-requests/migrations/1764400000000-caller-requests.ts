import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests of callers about their own data, what became of each, and the numbers that they are tracked by. */
export class CallerRequests1764400000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await db.query(`GRANT ${rights} ON ${table} TO telephony_app, telephony_requests`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY all_rows ON ${table} TO ${SEES_ALL} USING (true)`);
      await db.query(
        `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`,
      );
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE caller_request_history, caller_requests, caller_request_counters`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

/** History is only added to, and no request is ever removed. */
const RIGHTS: Readonly<Record<string, string>> = {
  caller_requests: 'SELECT, INSERT, UPDATE',
  caller_request_history: 'SELECT, INSERT',
  caller_request_counters: 'SELECT, INSERT, UPDATE',
};

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
     CONSTRAINT caller_requests_pkey PRIMARY KEY (client_id, data_env, request_id),
     CONSTRAINT caller_requests_request_type_check CHECK (request_type IN ('access', 'deletion')),
     CONSTRAINT caller_requests_identifier_kind_check CHECK (identifier_kind IN ('phone', 'manual')),
     CONSTRAINT caller_requests_closed_at_check
       CHECK ((closed_at IS NULL) = (status IN ('needs_review', 'ready', 'in_progress'))),
     CONSTRAINT caller_requests_identifier_hash_check
       CHECK ((identifier_hash IS NULL) = (identifier_kind = 'manual')),
     CONSTRAINT caller_requests_client_id_data_env_source_project_id_fkey
       FOREIGN KEY (client_id, data_env, source_project_id) REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE UNIQUE INDEX caller_requests_by_number ON caller_requests (client_id, data_env, tracking_number)`,
  `CREATE INDEX caller_requests_by_receipt ON caller_requests (client_id, data_env, received_at, request_id)`,
  `CREATE INDEX caller_requests_by_status ON caller_requests (client_id, data_env, status, received_at, request_id)`,
  `CREATE INDEX caller_requests_by_project
     ON caller_requests (client_id, data_env, source_project_id, received_at, request_id)`,
  `CREATE INDEX caller_requests_by_identifier ON caller_requests (client_id, data_env, identifier_hash)
     WHERE identifier_hash IS NOT NULL`,
  `CREATE INDEX caller_requests_open
     ON caller_requests (client_id, data_env, source_project_id, overdue_from, urgent_from) WHERE closed_at IS NULL`,
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
     CONSTRAINT caller_request_history_pkey PRIMARY KEY (client_id, data_env, request_id, revision),
     CONSTRAINT caller_request_history_client_id_data_env_request_id_fkey
       FOREIGN KEY (client_id, data_env, request_id) REFERENCES caller_requests(client_id, data_env, request_id)
   )`,
  `CREATE TABLE caller_request_counters (
     client_id text NOT NULL,
     data_env text NOT NULL,
     last_number integer NOT NULL,
     CONSTRAINT caller_request_counters_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT caller_request_counters_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
];
