import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem, rowsOfClient, rowsOfTenant } from '../../core/registry/row-security.js';
import { TABLES } from './1766000000000-core.tables.js';

/**
 * Clients, partners, people, keys, routes, privacy, audit and throttling windows, which every
 * request uses.
 */
export class CoreMetadata1766000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  ...TABLES,
  // The advisory lock serializes callers of one window; each statement of the function sees what
  // the previous one committed. Time never runs backwards inside a window, even if the clocks of
  // the processes differ.
  `CREATE FUNCTION take_throttle_hit(key text, at timestamptz, window_ms bigint, max_hits integer, OUT taken boolean, OUT hits integer, OUT retry_after_ms bigint, OUT hit_id uuid) RETURNS record
     LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz;
    oldest timestamptz;
    length interval := window_ms * interval '1 millisecond';
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(key, 0));
    SELECT greatest(at, max(h.hit_at)) INTO moment FROM throttle_hits h WHERE h.window_key = key;
    DELETE FROM throttle_hits h WHERE h.window_key = key AND h.hit_at <= moment - length;
    SELECT count(*), min(h.hit_at) INTO hits, oldest FROM throttle_hits h WHERE h.window_key = key;
    taken := hits < max_hits;
    IF taken THEN
      INSERT INTO throttle_hits AS h (window_key, hit_at, expires_at) VALUES (key, moment, moment + length)
      RETURNING h.hit_id INTO hit_id;
      hits := hits + 1;
    END IF;
    retry_after_ms := ceil(extract(epoch FROM (coalesce(oldest, moment) + length - moment)) * 1000);
  END $$`,
  // The raised error rolls back the windows that were already taken when one refuses, so none of
  // the returned ids has a row; the caller never sees the error. Windows have a fixed order, so two
  // requests cannot deadlock. Each call also deletes expired rows of unused keys: more than a
  // request can add, oldest first, an hour late so that a process with a fast clock deletes nothing
  // that still counts, and without waiting for locks.
  `CREATE FUNCTION take_throttle_hits(keys text[], at timestamptz, windows_ms bigint[], limits integer[]) RETURNS TABLE(taken boolean, hits integer, retry_after_ms bigint, hit_id uuid)
     LANGUAGE plpgsql AS $$
  DECLARE
    slots jsonb := '[]';
    slot record;
    all_taken boolean := true;
  BEGIN
    BEGIN
      FOR i IN 1 .. cardinality(keys) LOOP
        SELECT s.* INTO slot FROM take_throttle_hit(keys[i], at, windows_ms[i], limits[i]) s;
        slots := slots || jsonb_build_array(to_jsonb(slot));
        all_taken := all_taken AND slot.taken;
      END LOOP;
      IF NOT all_taken THEN
        RAISE EXCEPTION USING ERRCODE = 'TS001';
      END IF;
    EXCEPTION WHEN SQLSTATE 'TS001' THEN NULL;
    END;
    DELETE FROM throttle_hits h WHERE h.hit_id IN (
      SELECT e.hit_id FROM throttle_hits e
       WHERE e.expires_at < at - interval '1 hour'
       ORDER BY e.expires_at LIMIT 10 FOR UPDATE SKIP LOCKED);
    RETURN QUERY
      SELECT s.taken,
             CASE WHEN s.taken AND NOT all_taken THEN s.hits - 1 ELSE s.hits END,
             s.retry_after_ms,
             CASE WHEN all_taken THEN s.hit_id END
        FROM jsonb_to_recordset(slots) AS s(taken boolean, hits integer, retry_after_ms bigint, hit_id uuid);
  END $$`,
  ...[
    'api_keys',
    'audit_events',
    'portal_user_client_assignments',
    'tenant_routes',
    'tenant_ip_allowlist',
    'tenant_data_keys',
    'pii_policies',
    'tenant_governance',
    'idempotency_records',
    'project_governance',
    'pii_settings',
  ].flatMap(rowsOfTenant),
  ...['clients', 'partner_client_ownerships'].flatMap(rowsOfClient),
  ...rowsBySystem('partner_organisations'),
  ...rowsBySystem('portal_users'),
  ...rowsBySystem('partner_organisation_members'),
  `CREATE POLICY operators_see_all ON partner_organisations TO telephony_operations
     USING (true)`,
  `CREATE POLICY owners_of_the_client ON partner_organisations FOR SELECT TO telephony_requests
     USING (EXISTS (SELECT FROM partner_client_ownerships w WHERE ((w.organisation_id = partner_organisations.organisation_id) AND (w.client_id = (SELECT current_setting('app.client_id', true))))))`,
  // Routes create no keys of other scopes; only operators do.
  `CREATE POLICY partner_scopes_alone ON api_keys AS RESTRICTIVE FOR INSERT TO telephony_requests
     WITH CHECK (scope IN ('partner_admin', 'partner_user'))`,
  `CREATE POLICY operators_see_all ON portal_users TO telephony_operations
     USING (true)`,
  // People who could be assigned: the members of the organisations that own the client.
  `CREATE POLICY members_of_owners ON portal_users FOR SELECT TO telephony_requests
     USING (EXISTS (SELECT FROM partner_organisation_members m WHERE m.user_id = portal_users.user_id AND m.active))`,
  // A person is added with their first role; the row cannot be changed.
  `CREATE POLICY people_are_added ON portal_users FOR INSERT TO telephony_requests WITH CHECK (true)`,
  `CREATE POLICY operators_see_all ON portal_user_client_assignments TO telephony_operations
     USING (true)`,
  // Routes grant no internal roles; only operators do.
  `CREATE POLICY internal_roles_by_operators_alone ON portal_user_client_assignments AS RESTRICTIVE FOR INSERT TO telephony_requests
     WITH CHECK (role NOT IN ('service_admin', 'service_operator'))`,
  `CREATE POLICY internal_roles_stay ON portal_user_client_assignments AS RESTRICTIVE FOR UPDATE TO telephony_requests
     USING (role NOT IN ('service_admin', 'service_operator'))`,
  `CREATE POLICY operators_see_all ON partner_organisation_members TO telephony_operations
     USING (true)`,
  `CREATE POLICY owners_of_the_client ON partner_organisation_members FOR SELECT TO telephony_requests
     USING (EXISTS (SELECT FROM partner_client_ownerships w WHERE ((w.organisation_id = partner_organisation_members.organisation_id) AND (w.client_id = (SELECT current_setting('app.client_id', true))))))`,
  `CREATE POLICY members_are_added_by_owners ON partner_organisation_members FOR INSERT TO telephony_requests
     WITH CHECK (EXISTS (SELECT FROM partner_client_ownerships w WHERE w.organisation_id = partner_organisation_members.organisation_id AND w.client_id = (SELECT current_setting('app.client_id', true)) AND w.active))`,
  `GRANT USAGE ON SCHEMA public TO telephony_requests, telephony_requests_system, telephony_jobs, telephony_jobs_system, telephony_operations`,
  `GRANT SELECT ON clients TO telephony_requests, telephony_requests_system, telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE (status, updated_at) ON clients TO telephony_operations`,
  `GRANT SELECT ON partner_organisations TO telephony_requests, telephony_requests_system`,
  `GRANT SELECT, INSERT ON partner_organisations TO telephony_operations`,
  `GRANT SELECT, INSERT, UPDATE (revoked_at, revoked_by, replaced_by_key_id, grace_expires_at) ON api_keys TO telephony_requests, telephony_operations`,
  `GRANT SELECT, UPDATE (last_used_at) ON api_keys TO telephony_requests_system`,
  `GRANT INSERT ON audit_events TO telephony_requests, telephony_jobs, telephony_jobs_system, telephony_operations`,
  `GRANT SELECT ON portal_users TO telephony_requests_system`,
  `GRANT SELECT, INSERT, UPDATE (subject) ON portal_users TO telephony_operations`,
  `GRANT SELECT (user_id, display_name, active), INSERT (user_id, subject, display_name) ON portal_users TO telephony_requests`,
  `GRANT SELECT ON portal_user_client_assignments TO telephony_requests, telephony_requests_system`,
  `GRANT INSERT (user_id, client_id, data_env, role, assigned_at, assigned_by),
         UPDATE (role, active, is_default, assigned_at, assigned_by)
      ON portal_user_client_assignments TO telephony_requests`,
  `GRANT UPDATE (last_seen_at) ON portal_user_client_assignments TO telephony_requests_system`,
  `GRANT SELECT, INSERT, UPDATE (role, active, is_default) ON portal_user_client_assignments TO telephony_operations`,
  `GRANT SELECT ON partner_organisation_members TO telephony_requests, telephony_requests_system`,
  `GRANT INSERT (organisation_id, user_id) ON partner_organisation_members TO telephony_requests`,
  `GRANT SELECT, INSERT ON partner_organisation_members TO telephony_operations`,
  `GRANT SELECT ON partner_client_ownerships TO telephony_requests, telephony_requests_system`,
  `GRANT SELECT, INSERT ON partner_client_ownerships TO telephony_operations`,
  `GRANT SELECT ON tenant_routes TO telephony_requests, telephony_requests_system, telephony_jobs, telephony_jobs_system`,
  `GRANT SELECT, INSERT ON tenant_routes TO telephony_operations`,
  `GRANT SELECT ON tenant_ip_allowlist TO telephony_requests_system`,
  `GRANT SELECT, INSERT (client_id, data_env, network, label), UPDATE (label), DELETE ON tenant_ip_allowlist TO telephony_requests`,
  `GRANT SELECT, INSERT ON tenant_data_keys TO telephony_requests, telephony_jobs, telephony_operations`,
  `GRANT SELECT (provider_id) ON tenant_data_keys TO telephony_requests_system, telephony_jobs_system`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON throttle_hits TO telephony_requests, telephony_requests_system, telephony_operations`,
  `GRANT SELECT, DELETE ON throttle_hits TO telephony_jobs_system`,
  `GRANT SELECT, INSERT, UPDATE ON pii_policies TO telephony_requests, telephony_operations`,
  `GRANT SELECT ON pii_policies TO telephony_jobs`,
  `GRANT SELECT ON tenant_governance TO telephony_requests, telephony_jobs, telephony_operations`,
  `GRANT INSERT (client_id, data_env, audio_retention, secondary_reuse, transcript_retention_days, updated_at, updated_by),
         UPDATE (revision, audio_retention, secondary_reuse, transcript_retention_days, updated_at, updated_by)
      ON tenant_governance TO telephony_requests`,
  `GRANT SELECT, UPDATE (fingerprint, completed_at, response_status, response_headers, response_body) ON idempotency_records TO telephony_requests, telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_records TO telephony_requests_system, telephony_jobs_system`,
  `GRANT SELECT, INSERT, UPDATE ON project_governance TO telephony_requests`,
  `GRANT SELECT ON project_governance TO telephony_jobs, telephony_operations`,
  `GRANT SELECT, INSERT, UPDATE ON pii_settings TO telephony_requests, telephony_operations`,
  `GRANT SELECT ON pii_settings TO telephony_jobs`,
  `GRANT SELECT, INSERT ON secret_fingerprints TO telephony_requests_system, telephony_jobs_system`,
];

const DOWN = [
  `DROP TABLE secret_fingerprints, pii_settings, project_governance, idempotency_records, tenant_governance, pii_policies, throttle_hits, tenant_data_keys, tenant_ip_allowlist, tenant_routes, partner_client_ownerships, partner_organisation_members, portal_user_client_assignments, portal_users, audit_events, api_keys, partner_organisations, clients`,
  `DROP FUNCTION take_throttle_hits(text[], timestamptz, bigint[], integer[])`,
  `DROP FUNCTION take_throttle_hit(text, timestamptz, bigint, integer)`,
  `REVOKE USAGE ON SCHEMA public FROM telephony_requests, telephony_requests_system, telephony_jobs, telephony_jobs_system, telephony_operations`,
];
