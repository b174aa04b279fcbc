import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where partners want to be told of calls. What becomes of deliveries is in the tenant's store. */
export class WebhookEndpoints1764600000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE webhook_endpoints (
     client_id text NOT NULL,
     data_env text NOT NULL,
     webhook_id uuid NOT NULL,
     project_id text NOT NULL,
     endpoint_url text NOT NULL,
     event_types text[] NOT NULL,
     transcript_to_send text NOT NULL,
     timeout_seconds integer NOT NULL,
     retry_attempts integer NOT NULL,
     retry_backoff_seconds integer NOT NULL,
     is_enabled boolean NOT NULL DEFAULT true,
     enablement integer NOT NULL DEFAULT 1,
     revision integer NOT NULL DEFAULT 1,
     secret_encrypted bytea NOT NULL,
     secret_rotated_at timestamptz NOT NULL,
     previous_secret_encrypted bytea,
     previous_secret_expires_at timestamptz,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (client_id, data_env, webhook_id),
     CONSTRAINT webhook_endpoints_event_types_check CHECK (cardinality(event_types) > 0
       AND event_types <@ ARRAY['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated']),
     CONSTRAINT webhook_endpoints_transcript_to_send_check CHECK (transcript_to_send IN ('none', 'redacted', 'original')),
     CONSTRAINT webhook_endpoints_timeout_seconds_check CHECK (timeout_seconds BETWEEN 1 AND 30),
     CONSTRAINT webhook_endpoints_retry_attempts_check CHECK (retry_attempts BETWEEN 0 AND 5),
     CONSTRAINT webhook_endpoints_retry_backoff_seconds_check CHECK (retry_backoff_seconds BETWEEN 5 AND 300),
     CONSTRAINT webhook_endpoints_previous_secret_check
       CHECK ((previous_secret_encrypted IS NULL) = (previous_secret_expires_at IS NULL)),
     CONSTRAINT webhook_endpoints_client_id_data_env_project_id_fkey
       FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects(client_id, data_env, project_id)
   )`);
    await db.query(
      `CREATE INDEX webhook_endpoints_by_project ON webhook_endpoints (client_id, data_env, project_id, created_at)`,
    );
    await db.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO telephony_app, telephony_requests`,
    );
    await db.query(`GRANT SELECT ON webhook_endpoints TO telephony_jobs`);
    await db.query(`ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY`);
    await db.query(`CREATE POLICY all_rows ON webhook_endpoints TO ${SEES_ALL} USING (true)`);
    await db.query(
      `CREATE POLICY tenant_isolation ON webhook_endpoints TO ${BOUND}
         USING (client_id = (SELECT current_setting('app.client_id', true))
            AND data_env = (SELECT current_setting('app.data_env', true)))`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE webhook_endpoints`);
  }
}

const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';
