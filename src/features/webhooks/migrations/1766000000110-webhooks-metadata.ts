import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Webhook endpoints. */
export class WebhooksMetadata1766000000110 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE webhook_endpoints (
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
     activation integer NOT NULL DEFAULT 1,
     CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (client_id, data_env, webhook_id),
     CONSTRAINT webhook_endpoints_event_types_check CHECK ((cardinality(event_types) > 0) AND (event_types <@ ARRAY['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'])),
     CONSTRAINT webhook_endpoints_transcript_to_send_check CHECK (transcript_to_send IN ('none', 'redacted', 'original')),
     CONSTRAINT webhook_endpoints_timeout_seconds_check CHECK ((timeout_seconds >= 1) AND (timeout_seconds <= 30)),
     CONSTRAINT webhook_endpoints_retry_attempts_check CHECK ((retry_attempts >= 0) AND (retry_attempts <= 5)),
     CONSTRAINT webhook_endpoints_retry_backoff_seconds_check CHECK ((retry_backoff_seconds >= 5) AND (retry_backoff_seconds <= 300)),
     CONSTRAINT webhook_endpoints_previous_secret_check CHECK ((previous_secret_encrypted IS NULL) = (previous_secret_expires_at IS NULL)),
     CONSTRAINT webhook_endpoints_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE INDEX webhook_endpoints_by_project ON webhook_endpoints (client_id, data_env, project_id, created_at)`,
  ...rowsOfTenant('webhook_endpoints'),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO telephony_requests`,
  `GRANT SELECT ON webhook_endpoints TO telephony_jobs`,
];

const DOWN = [`DROP TABLE webhook_endpoints`];
