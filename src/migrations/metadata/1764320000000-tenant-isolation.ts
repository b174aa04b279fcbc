import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Row-level security on every table that holds rows of tenants, and logins with only what each needs. Processes of the
 * version before, whose login is a member of telephony_app, go on seeing all rows and writing what they wrote.
 */
export class TenantIsolation1764320000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const role of ROLES) await db.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    for (const [role, tables] of Object.entries(GRANTS)) {
      for (const [table, rights] of Object.entries(tables)) {
        await db.query(`GRANT ${rights} ON ${table} TO ${role}`);
      }
    }
    for (const [table, policies] of POLICIES) {
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY all_rows ON ${table} TO ${SEES_ALL} USING (true)`);
      for (const policy of policies) await db.query(policy(table));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table] of POLICIES) {
      const policies = (await db.query(`SELECT policyname FROM pg_policies WHERE tablename = $1`, [
        table,
      ])) as {
        policyname: string;
      }[];
      for (const { policyname } of policies) await db.query(`DROP POLICY ${policyname} ON ${table}`);
      await db.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
    }
    for (const [role, tables] of Object.entries(GRANTS)) {
      for (const table of Object.keys(tables)) await db.query(`REVOKE ALL ON ${table} FROM ${role}`);
    }
    for (const role of ROLES) await db.query(`REVOKE USAGE ON SCHEMA public FROM ${role}`);
  }
}

// Made by `migrate` or by the operator; each login belongs to the one of its process.
const ROLES = [
  'telephony_requests',
  'telephony_requests_system',
  'telephony_jobs',
  'telephony_jobs_system',
  'telephony_operations',
];
const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

type Policy = (table: string) => string;

const ofTenant: Policy = (table) =>
  `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`;

const ofClient: Policy = (table) =>
  `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (client_id = ${CLIENT})`;

/** Who sets partners up looks beyond one client: whether a person has a default elsewhere, or an organisation exists. */
const ofOperators: Policy = (table) =>
  `CREATE POLICY operators_see_all ON ${table} TO telephony_operations USING (true)`;

/** No route makes a key of another scope: only operators do. */
const partnerKeysAlone: Policy = (table) =>
  `CREATE POLICY partner_scopes_alone ON ${table} AS RESTRICTIVE FOR INSERT TO telephony_requests
     WITH CHECK (scope IN ('partner_admin', 'partner_user'))`;

/** Organisations and their members: those that own or owned the client. */
const ofOwners: Policy = (table) =>
  `CREATE POLICY owners_of_the_client ON ${table} FOR SELECT TO telephony_requests USING (EXISTS (
     SELECT FROM partner_client_ownerships w
      WHERE w.organisation_id = ${table}.organisation_id AND w.client_id = ${CLIENT}))`;

/** People: those who have or had a role for the tenant, or a project of it. */
const ofPeople: Policy = (table) =>
  `CREATE POLICY people_of_the_tenant ON ${table} FOR SELECT TO telephony_requests USING (
     EXISTS (SELECT FROM portal_user_client_assignments a
              WHERE a.user_id = ${table}.user_id AND a.client_id = ${CLIENT} AND a.data_env = ${DATA_ENV})
     OR EXISTS (SELECT FROM project_assignments p
                 WHERE p.member_id = ${table}.user_id AND p.client_id = ${CLIENT} AND p.data_env = ${DATA_ENV}))`;

const POLICIES: readonly (readonly [string, readonly Policy[]])[] = [
  ['api_keys', [ofTenant, partnerKeysAlone]],
  ['audit_events', [ofTenant]],
  ['export_runs', [ofTenant]],
  ['idempotency_records', [ofTenant]],
  ['pii_policies', [ofTenant]],
  ['pii_settings', [ofTenant]],
  ['portal_user_client_assignments', [ofTenant, ofOperators]],
  ['project_assignments', [ofTenant]],
  ['project_compliance', [ofTenant]],
  ['project_deployments', [ofTenant]],
  ['project_draft_sections', [ofTenant]],
  ['project_drafts', [ofTenant]],
  ['project_governance', [ofTenant]],
  ['project_runtime_reports', [ofTenant]],
  ['project_secrets', [ofTenant]],
  ['project_section_edits', [ofTenant]],
  ['project_test_calls', [ofTenant]],
  ['project_versions', [ofTenant]],
  ['projects', [ofTenant]],
  ['tenant_data_keys', [ofTenant]],
  ['tenant_governance', [ofTenant]],
  ['tenant_ip_allowlist', [ofTenant]],
  ['tenant_key_settings', [ofTenant]],
  ['tenant_routes', [ofTenant]],
  ['clients', [ofClient]],
  ['partner_client_ownerships', [ofClient]],
  ['partner_organisations', [ofOwners, ofOperators]],
  ['partner_organisation_members', [ofOwners, ofOperators]],
  ['portal_users', [ofPeople, ofOperators]],
];

const READ = 'SELECT';
const ADD = 'SELECT, INSERT';
const CHANGE = 'SELECT, INSERT, UPDATE';
const ALL = 'SELECT, INSERT, UPDATE, DELETE';
const END_KEYS = 'UPDATE (revoked_at, revoked_by, replaced_by_key_id, grace_expires_at)';
const COMPLETE =
  'SELECT, UPDATE (completed_at, fingerprint, response_status, response_headers, response_body)';

/** What each may do; a table that is not named, nothing. `Logins and their rights` in the tests reads like it. */
const GRANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // What routes do for a tenant.
  telephony_requests: {
    api_keys: `${ADD}, ${END_KEYS}`,
    audit_events: 'INSERT',
    clients: READ,
    export_runs: CHANGE,
    idempotency_records: COMPLETE,
    partner_client_ownerships: READ,
    partner_organisation_members: READ,
    partner_organisations: READ,
    pii_policies: CHANGE,
    pii_settings: CHANGE,
    portal_user_client_assignments: READ,
    portal_users: 'SELECT (user_id, display_name, active)',
    project_assignments: CHANGE,
    project_compliance: CHANGE,
    project_deployments: ADD,
    project_draft_sections: ALL,
    project_drafts: ALL,
    project_governance: CHANGE,
    project_runtime_reports: CHANGE,
    project_secrets: ALL,
    project_section_edits: `${ADD}, DELETE`,
    project_test_calls: CHANGE,
    project_versions: ADD,
    projects: CHANGE,
    tenant_data_keys: ADD,
    tenant_governance: READ,
    tenant_key_settings: READ,
    tenant_routes: READ,
    throttle_hits: ALL,
  },
  // What guards and interceptors ask before there is a tenant, or for all of them.
  telephony_requests_system: {
    api_keys: 'SELECT, UPDATE (last_used_at)',
    clients: READ,
    idempotency_records: ALL,
    partner_client_ownerships: READ,
    partner_organisation_members: READ,
    partner_organisations: READ,
    portal_user_client_assignments: READ,
    portal_users: READ,
    tenant_data_keys: 'SELECT (provider_id)',
    tenant_ip_allowlist: READ,
    tenant_routes: READ,
    throttle_hits: ALL,
  },
  // What job handlers do for a tenant.
  telephony_jobs: {
    audit_events: 'INSERT',
    clients: READ,
    idempotency_records: COMPLETE,
    project_governance: READ,
    projects: READ,
    tenant_data_keys: ADD,
    tenant_governance: READ,
    tenant_routes: READ,
  },
  // What job handlers do for all tenants.
  telephony_jobs_system: {
    audit_events: 'INSERT',
    idempotency_records: ALL,
    tenant_data_keys: 'SELECT (provider_id)',
    tenant_routes: READ,
    throttle_hits: 'SELECT, DELETE',
  },
  // What operate does: it sets partners up, and makes and ends keys of any scope.
  telephony_operations: {
    api_keys: `${ADD}, ${END_KEYS}`,
    audit_events: 'INSERT',
    clients: ADD,
    partner_client_ownerships: ADD,
    partner_organisation_members: ADD,
    partner_organisations: ADD,
    pii_policies: CHANGE,
    pii_settings: CHANGE,
    portal_user_client_assignments: ADD,
    portal_users: 'SELECT, INSERT, UPDATE (subject)',
    project_assignments: READ,
    project_governance: READ,
    projects: READ,
    tenant_data_keys: ADD,
    tenant_governance: READ,
    tenant_key_settings: CHANGE,
    tenant_routes: ADD,
    throttle_hits: ALL,
  },
};
