import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';
import { TABLES } from './1766000000030-calls-store.tables.js';

/**
 * Calls by month: data for analytics, contents that only single-call reads open, the outbox, the
 * hourly sums and erasures.
 */
export class CallsStore1766000000030 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  ...TABLES,
  // Runs as the owner: the service may request a month but cannot create tables.
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
       EXECUTE format('CREATE POLICY tenant_isolation ON %I TO telephony_app USING (client_id = (SELECT current_setting(''app.client_id'', true))
             AND data_env = (SELECT current_setting(''app.data_env'', true)))', part);
       EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, opens, closes);
     END LOOP;
   END $$`,
  // Called at the start of every write: creates missing months of these instants, and keeps
  // retention from dropping any until the writer has committed. Returns since when calls are kept.
  `CREATE FUNCTION open_call_months(instants timestamptz[]) RETURNS timestamptz
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET TimeZone = 'UTC' AS $$
   DECLARE
     since timestamptz;
     missing date;
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(4316942109);
     SELECT kept_from INTO since FROM call_retention;
     FOR missing IN
       SELECT DISTINCT date_trunc('month', wanted)::date FROM unnest(instants) AS wanted
        WHERE wanted >= greatest(since, '2020-01-01 00:00:00+00')
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
  // Which tenants have dirty hours; it reveals only their names.
  `CREATE FUNCTION call_rollup_backlog() RETURNS TABLE(client_id text, data_env text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH RECURSIVE tenants AS (
       (SELECT m.client_id, m.data_env FROM call_rollup_dirty_hours m ORDER BY m.client_id, m.data_env LIMIT 1)
       UNION ALL
       SELECT later.client_id, later.data_env FROM tenants t CROSS JOIN LATERAL (
         SELECT m.client_id, m.data_env FROM call_rollup_dirty_hours m
          WHERE (m.client_id, m.data_env) > (t.client_id, t.data_env)
          ORDER BY m.client_id, m.data_env LIMIT 1) later)
     SELECT t.client_id, t.data_env FROM tenants t $$`,
  // Runs as the owner, because only an owner may analyse: it does nothing else, only to tables of
  // calls, and once for each. From then on autovacuum analyses the month. It does not wait for
  // locks.
  `CREATE FUNCTION analyse_new_call_months(instants timestamptz[]) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET TimeZone = 'UTC' AS $$
  DECLARE
    part regclass;
  BEGIN
    FOR part IN
      SELECT DISTINCT c.oid::regclass
        FROM unnest(instants) AS wanted
       CROSS JOIN unnest(ARRAY['calls', 'call_contents']) AS parent
        JOIN pg_class c ON c.relnamespace = 'public'::regnamespace
                       AND c.relname = parent || to_char(wanted, '"_y"YYYY"m"MM')
       WHERE c.relkind = 'r' AND c.reltuples < 0
    LOOP
      EXECUTE format('ANALYZE (SKIP_LOCKED) %s', part);
    END LOOP;
  END $$`,
  `REVOKE EXECUTE ON FUNCTION add_call_month(date), open_call_months(timestamptz[]), call_rollup_backlog(), analyse_new_call_months(timestamptz[]) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION open_call_months(timestamptz[]), call_rollup_backlog(), analyse_new_call_months(timestamptz[]) TO telephony_app`,
  ...[
    'call_events',
    'calls',
    'call_contents',
    'call_index',
    'call_rollups',
    'call_rollup_dirty_hours',
    'erased_callers',
    'caller_erasures',
    'calls_before_2020',
    'call_contents_before_2020',
  ].flatMap(rowsOfStore),
  `ALTER TABLE call_retention ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY everybody_reads ON call_retention FOR SELECT TO telephony_app
     USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON call_events, calls, call_contents, call_index, call_rollups, call_rollup_dirty_hours, erased_callers, caller_erasures TO telephony_app`,
  `GRANT SELECT ON call_retention TO telephony_app`,
];

const DOWN = [
  `DROP TABLE caller_erasures, erased_callers, call_retention, call_rollup_dirty_hours, call_rollups, call_index, call_contents, calls, call_events`,
  `DROP FUNCTION analyse_new_call_months(timestamptz[])`,
  `DROP FUNCTION call_rollup_backlog()`,
  `DROP FUNCTION open_call_months(timestamptz[])`,
  `DROP FUNCTION add_call_month(date)`,
];
