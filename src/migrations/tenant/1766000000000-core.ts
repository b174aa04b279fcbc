import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../core/registry/row-security.js';

/**
 * Work in a tenant store, and effects of its transactions that must still reach the metadata store.
 */
export class CoreStore1766000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  // A later lease has a higher token, so a receiver that sees both knows which one is current.
  `CREATE SEQUENCE work_lease_tokens`,
  `CREATE TABLE work_items (
     client_id text NOT NULL,
     data_env text NOT NULL,
     kind text NOT NULL,
     item_id bigint GENERATED ALWAYS AS IDENTITY,
     key text COLLATE "C",
     payload jsonb NOT NULL,
     appended_at timestamptz NOT NULL DEFAULT now(),
     -- When it may be taken: when it is due, when the lease on it ends, or when the pause after a failure is over.
     ready_at timestamptz NOT NULL DEFAULT now(),
     attempts integer NOT NULL DEFAULT 0,
     lease_token bigint,
     CONSTRAINT work_items_pkey PRIMARY KEY (client_id, data_env, kind, item_id)
   )`,
  // Thousands of rows come and go, so vacuum runs after some thousand dead rows, regardless
  // of the size of the table.
  `ALTER TABLE work_items SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,
  `CREATE INDEX work_items_by_readiness ON work_items (client_id, data_env, kind, ready_at, item_id)`,
  // For ordered kinds: finds an earlier work item of a key.
  `CREATE INDEX work_items_by_key ON work_items (client_id, data_env, kind, key, item_id) WHERE key IS NOT NULL`,
  `CREATE TABLE work_dead_letters (
     client_id text NOT NULL,
     data_env text NOT NULL,
     kind text NOT NULL,
     item_id bigint NOT NULL,
     key text COLLATE "C",
     payload jsonb NOT NULL,
     appended_at timestamptz NOT NULL,
     attempts integer NOT NULL,
     reason text NOT NULL,
     died_at timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT work_dead_letters_pkey PRIMARY KEY (client_id, data_env, kind, item_id)
   )`,
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
  // The key lets only one of several transactions with the same idempotency key commit.
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
  // Returns only the tenants and kinds with work that is due now. It steps from group to group
  // along the index, so its cost depends on the number of groups, not of work items.
  `CREATE FUNCTION work_due() RETURNS TABLE(client_id text, data_env text, kind text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH RECURSIVE groups AS (
       (SELECT m.client_id, m.data_env, m.kind, m.ready_at FROM work_items m
         ORDER BY m.client_id, m.data_env, m.kind, m.ready_at LIMIT 1)
       UNION ALL
       SELECT later.client_id, later.data_env, later.kind, later.ready_at FROM groups g CROSS JOIN LATERAL (
         SELECT m.client_id, m.data_env, m.kind, m.ready_at FROM work_items m
          WHERE (m.client_id, m.data_env, m.kind) > (g.client_id, g.data_env, g.kind)
          ORDER BY m.client_id, m.data_env, m.kind, m.ready_at LIMIT 1) later)
     SELECT g.client_id, g.data_env, g.kind FROM groups g WHERE g.ready_at <= now() $$`,
  // For the metrics: the amount of work of each kind, without names of tenants.
  `CREATE FUNCTION work_depth() RETURNS TABLE(kind text, due bigint, later bigint, dead bigint, oldest_due_seconds double precision)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT coalesce(m.kind, d.kind), coalesce(m.due, 0), coalesce(m.later, 0), coalesce(d.dead, 0),
            coalesce(m.oldest_due_seconds, 0)
       FROM (SELECT kind, count(*) FILTER (WHERE ready_at <= now()) AS due,
                    count(*) FILTER (WHERE ready_at > now()) AS later,
                    extract(epoch FROM now() - min(ready_at) FILTER (WHERE ready_at <= now()))::double precision
                      AS oldest_due_seconds
               FROM work_items GROUP BY kind) m
       FULL JOIN (SELECT kind, count(*) AS dead FROM work_dead_letters GROUP BY kind) d ON d.kind = m.kind $$`,
  `REVOKE EXECUTE ON FUNCTION work_due(), work_depth() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION work_due(), work_depth() TO telephony_app`,
  ...['work_items', 'work_dead_letters', 'audit_outbox', 'idempotency_effects'].flatMap(rowsOfStore),
  `GRANT USAGE ON SCHEMA public TO telephony_app`,
  `GRANT USAGE ON SEQUENCE work_lease_tokens TO telephony_app`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON work_items, work_dead_letters, idempotency_effects TO telephony_app`,
  `GRANT SELECT, INSERT, DELETE ON audit_outbox TO telephony_app`,
];

const DOWN = [
  `DROP TABLE idempotency_effects, audit_outbox, work_dead_letters, work_items`,
  `DROP FUNCTION work_depth()`,
  `DROP FUNCTION work_due()`,
  `DROP SEQUENCE work_lease_tokens`,
  `REVOKE USAGE ON SCHEMA public FROM telephony_app`,
];
