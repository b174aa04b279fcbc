import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Limits of concurrent calls, and the slots in use. */
export class Capacity1766000000080 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  // project_id '' is the client itself: claims of slots lock its row.
  `CREATE TABLE capacity_limits (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     concurrency_limit integer NOT NULL,
     reserved_inbound integer NOT NULL,
     -- The minute for which the last sample was asked for by who took a slot.
     sample_due_at timestamptz,
     CONSTRAINT capacity_limits_pkey PRIMARY KEY (client_id, data_env, project_id),
     CONSTRAINT capacity_limits_reserved_inbound_check CHECK ((reserved_inbound >= 0) AND (reserved_inbound <= concurrency_limit))
   )`,
  `CREATE TABLE capacity_limit_changes (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     changed_at timestamptz NOT NULL,
     concurrency_limit integer,
     CONSTRAINT capacity_limit_changes_pkey PRIMARY KEY (client_id, data_env, project_id, changed_at)
   )`,
  // No index on expires_at: renewing a lease then moves no entry of an index, and a tenant has some
  // hundred rows.
  `CREATE TABLE capacity_leases (
     client_id text NOT NULL,
     data_env text NOT NULL,
     source text NOT NULL,
     holder text COLLATE "C" NOT NULL,
     slot integer NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     is_inbound boolean NOT NULL,
     is_waiting boolean NOT NULL,
     expires_at timestamptz NOT NULL,
     CONSTRAINT capacity_leases_pkey PRIMARY KEY (client_id, data_env, source, holder, slot),
     CONSTRAINT capacity_leases_source_check CHECK (source IN ('call', 'dial'))
   )`,
  // Rows live only as long as calls, so vacuum runs after some thousand dead rows, regardless
  // of the size of the table.
  `ALTER TABLE capacity_leases SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
  `CREATE TABLE capacity_blocks (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     minute timestamptz NOT NULL,
     blocked integer NOT NULL,
     CONSTRAINT capacity_blocks_pkey PRIMARY KEY (client_id, data_env, minute, project_id)
   )`,
  `CREATE INDEX capacity_blocks_by_age ON capacity_blocks (minute)`,
  `CREATE TABLE capacity_samples (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     bucket_start timestamptz NOT NULL,
     peak_in_use integer NOT NULL,
     -- Of the minutes in which there was any use; the average is over all minutes of the bucket.
     in_use_sum bigint NOT NULL,
     sampled_at timestamptz NOT NULL,
     CONSTRAINT capacity_samples_pkey PRIMARY KEY (client_id, data_env, project_id, bucket_start)
   )`,
  `CREATE INDEX capacity_samples_by_age ON capacity_samples (bucket_start)`,
  `CREATE FUNCTION prune_capacity_history(before timestamptz, most integer) RETURNS integer
     LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH samples AS (
       DELETE FROM capacity_samples WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM capacity_samples WHERE bucket_start < before ORDER BY bucket_start LIMIT most))
       RETURNING 1),
     blocks AS (
       DELETE FROM capacity_blocks WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM capacity_blocks WHERE minute < before ORDER BY minute LIMIT most))
       RETURNING 1)
     SELECT greatest((SELECT count(*) FROM samples), (SELECT count(*) FROM blocks))::integer $$`,
  `REVOKE EXECUTE ON FUNCTION prune_capacity_history(timestamptz, integer) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION prune_capacity_history(timestamptz, integer) TO telephony_app`,
  ...[
    'capacity_limits',
    'capacity_limit_changes',
    'capacity_leases',
    'capacity_blocks',
    'capacity_samples',
  ].flatMap(rowsOfStore),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON capacity_limits, capacity_leases TO telephony_app`,
  `GRANT SELECT, INSERT, UPDATE ON capacity_limit_changes, capacity_blocks, capacity_samples TO telephony_app`,
];

const DOWN = [
  `DROP TABLE capacity_samples, capacity_blocks, capacity_leases, capacity_limit_changes, capacity_limits`,
  `DROP FUNCTION prune_capacity_history(timestamptz, integer)`,
];
