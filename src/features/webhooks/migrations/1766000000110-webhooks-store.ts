import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Deliveries of webhooks: the queue, the history by day, and the health of endpoints. */
export class WebhooksStore1766000000110 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE webhook_health (
     client_id text NOT NULL,
     data_env text NOT NULL,
     webhook_id uuid NOT NULL,
     enablement integer NOT NULL,
     consecutive_failures integer NOT NULL DEFAULT 0,
     failing_since timestamptz,
     degraded_at timestamptz,
     disabled_at timestamptz,
     disabled_reason text,
     last_success_at timestamptz,
     last_failure_at timestamptz,
     CONSTRAINT webhook_health_pkey PRIMARY KEY (client_id, data_env, webhook_id),
     CONSTRAINT webhook_health_disabled_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
   )`,
  `CREATE TABLE webhook_deliveries (
     client_id text NOT NULL,
     data_env text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     delivery_id uuid NOT NULL DEFAULT uuidv7(),
     webhook_id uuid NOT NULL,
     project_id text NOT NULL,
     call_id text COLLATE "C",
     event_id uuid NOT NULL,
     event_type text NOT NULL,
     sequence integer NOT NULL,
     occurred_at timestamptz(3) NOT NULL,
     is_test boolean NOT NULL,
     redelivery_of uuid,
     status text NOT NULL,
     attempt_count integer NOT NULL DEFAULT 0,
     max_attempts integer NOT NULL,
     first_attempt_at timestamptz,
     last_attempt_at timestamptz,
     next_attempt_at timestamptz,
     response_status_code integer,
     duration_ms integer,
     failure_code text,
     endpoint_host text NOT NULL,
     transcript_mode text NOT NULL,
     CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (client_id, data_env, created_at, delivery_id)
   ) PARTITION BY RANGE (created_at)`,
  `CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (client_id, data_env, webhook_id, created_at, delivery_id)`,
  // Most rows change once, at their first attempt. No index contains a changing column, so updates
  // are in place (HOT).
  `CREATE TABLE webhook_queue (
     client_id text NOT NULL,
     data_env text NOT NULL,
     delivery_id uuid NOT NULL,
     created_at timestamptz(3) NOT NULL,
     webhook_id uuid NOT NULL,
     project_id text NOT NULL,
     call_id text COLLATE "C",
     event_id uuid NOT NULL,
     event_type text NOT NULL,
     sequence integer NOT NULL,
     occurred_at timestamptz(3) NOT NULL,
     is_test boolean NOT NULL,
     attempt_count integer NOT NULL DEFAULT 0,
     max_attempts integer NOT NULL,
     -- When it may be taken: at once, when the lease on it ends, or at its next attempt; null: behind an earlier one of its call.
     ready_at timestamptz,
     lease_token bigint,
     activation integer,
     CONSTRAINT webhook_queue_pkey PRIMARY KEY (client_id, data_env, delivery_id)
   )`,
  // A claim also takes deliveries that follow the first one of their call, and changes only their
  // leases.
  `ALTER TABLE webhook_queue SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, fillfactor = 60)`,
  `CREATE INDEX webhook_queue_by_webhook ON webhook_queue (webhook_id, ready_at, client_id, data_env)`,
  `CREATE INDEX webhook_queue_by_webhook_call ON webhook_queue (webhook_id, call_id, sequence, delivery_id)`,
  `CREATE TABLE webhook_positions (
     client_id text NOT NULL,
     data_env text NOT NULL,
     call_id text COLLATE "C" NOT NULL,
     sequence integer NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT webhook_positions_pkey PRIMARY KEY (client_id, data_env, call_id)
   )`,
  `CREATE INDEX webhook_positions_by_update ON webhook_positions (client_id, data_env, updated_at)`,
  // Runs as the owner: the service may request days but cannot create tables. Created two days
  // ahead, so that no insert waits at midnight.
  `CREATE FUNCTION open_webhook_days() RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE
  wanted date;
  part text;
BEGIN
  FOR wanted IN SELECT current_date + ahead FROM generate_series(0, 2) AS ahead LOOP
    part := 'webhook_deliveries' || to_char(wanted, '"_y"YYYY"m"MM"d"DD');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    PERFORM pg_advisory_xact_lock(4316942111);
    -- A query of the catalogue, because to_regclass remembers its answer from before the wait.
    CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = part);
    EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING ALL) WITH (fillfactor = 42)', part);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I TO telephony_app USING (client_id = (SELECT current_setting(''app.client_id'', true)) AND data_env = (SELECT current_setting(''app.data_env'', true)))', part);
    EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      part, wanted || ' 00:00:00+00', wanted + 1 || ' 00:00:00+00');
  END LOOP;
END $$`,
  // Drops days that ended 30 days ago. It stops if readers hold the table for long; the next run
  // tries again.
  `CREATE FUNCTION drop_webhook_days() RETURNS integer
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '2s' AS $$
   DECLARE
     part text;
     dropped integer := 0;
   BEGIN
     FOR part IN
       SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'webhook_deliveries'::regclass
          AND c.relname < 'webhook_deliveries' || to_char(current_date - 30, '"_y"YYYY"m"MM"d"DD')
        ORDER BY 1
     LOOP
       EXECUTE format('DROP TABLE %I', part);
       dropped := dropped + 1;
     END LOOP;
     RETURN dropped;
   END $$`,
  `REVOKE EXECUTE ON FUNCTION open_webhook_days(), drop_webhook_days() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION open_webhook_days(), drop_webhook_days() TO telephony_app`,
  `SELECT open_webhook_days()`,
  ...['webhook_health', 'webhook_deliveries', 'webhook_queue', 'webhook_positions'].flatMap(rowsOfStore),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_health, webhook_queue, webhook_positions TO telephony_app`,
  `GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO telephony_app`,
];

const DOWN = [
  `DROP TABLE webhook_positions, webhook_queue, webhook_deliveries, webhook_health`,
  `DROP FUNCTION drop_webhook_days()`,
  `DROP FUNCTION open_webhook_days()`,
];
