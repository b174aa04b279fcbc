import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Projects, and the people who work on them. */
export class Projects1766000000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE projects (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     display_name text NOT NULL,
     timezone text NOT NULL,
     lifecycle_state text NOT NULL DEFAULT 'setup',
     caller_mix_enabled boolean NOT NULL DEFAULT true,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     revision integer NOT NULL DEFAULT 1,
     lifecycle_notes text,
     profile jsonb NOT NULL DEFAULT '{"tags": []}',
     latest_published_version integer,
     rate_per_minute numeric(12,4) NOT NULL DEFAULT 0,
     currency text NOT NULL DEFAULT 'USD',
     billing_model text NOT NULL DEFAULT 'per_minute',
     minimum_billable_seconds integer NOT NULL DEFAULT 0,
     created_by text NOT NULL DEFAULT 'system',
     updated_by text,
     archived_at timestamptz,
     archived_by text,
     restored_at timestamptz,
     restored_by text,
     field_revisions jsonb NOT NULL DEFAULT '{}',
     CONSTRAINT projects_pkey PRIMARY KEY (client_id, data_env, project_id),
     CONSTRAINT projects_lifecycle_state_check CHECK (lifecycle_state IN ('setup', 'active', 'archived')),
     CONSTRAINT projects_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT projects_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
     CONSTRAINT projects_rate_per_minute_check CHECK (rate_per_minute >= (0)::numeric),
     CONSTRAINT projects_minimum_billable_seconds_check CHECK (minimum_billable_seconds >= 0),
     CONSTRAINT projects_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE TABLE project_assignments (
     assignment_id uuid NOT NULL DEFAULT uuidv7(),
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     member_id uuid NOT NULL,
     role_visibility text NOT NULL,
     active boolean NOT NULL DEFAULT true,
     created_at timestamptz NOT NULL DEFAULT now(),
     revision integer NOT NULL DEFAULT 1,
     assignment_note text,
     assigned_by text NOT NULL DEFAULT 'system',
     CONSTRAINT project_assignments_pkey PRIMARY KEY (assignment_id),
     CONSTRAINT project_assignments_role_visibility_check CHECK (role_visibility IN ('read', 'manage')),
     CONSTRAINT project_assignments_member_id_fkey FOREIGN KEY (member_id) REFERENCES portal_users(user_id),
     CONSTRAINT project_assignments_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects(client_id, data_env, project_id)
   )`,
  `CREATE INDEX project_assignments_by_member ON project_assignments (client_id, data_env, member_id)`,
  `CREATE UNIQUE INDEX project_assignments_once ON project_assignments (client_id, data_env, project_id, member_id) WHERE active`,
  `ALTER TABLE project_governance ADD CONSTRAINT project_governance_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects(client_id, data_env, project_id)`,
  `CREATE FUNCTION project_id_is_used_elsewhere(wanted text) RETURNS boolean
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT EXISTS (SELECT FROM projects p
                        WHERE p.client_id = current_setting('app.client_id', true)
                          AND p.data_env <> current_setting('app.data_env', true)
                          AND lower(p.project_id) = lower(wanted)) $$`,
  `REVOKE EXECUTE ON FUNCTION project_id_is_used_elsewhere(text) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION project_id_is_used_elsewhere(text) TO telephony_requests`,
  ...['projects', 'project_assignments'].flatMap(rowsOfTenant),
  // People: those who have or had a role for the tenant, or one of its projects.
  `CREATE POLICY people_of_the_tenant ON portal_users FOR SELECT TO telephony_requests
     USING ((EXISTS (SELECT FROM portal_user_client_assignments a WHERE ((a.user_id = portal_users.user_id) AND (a.client_id = (SELECT current_setting('app.client_id', true))) AND (a.data_env = (SELECT current_setting('app.data_env', true)))))) OR (EXISTS (SELECT FROM project_assignments p WHERE ((p.member_id = portal_users.user_id) AND (p.client_id = (SELECT current_setting('app.client_id', true))) AND (p.data_env = (SELECT current_setting('app.data_env', true)))))))`,
  `GRANT SELECT, INSERT, UPDATE ON projects TO telephony_requests`,
  `GRANT SELECT ON projects TO telephony_jobs, telephony_operations`,
  `GRANT SELECT, INSERT, UPDATE ON project_assignments TO telephony_requests`,
  `GRANT SELECT ON project_assignments TO telephony_operations`,
];

const DOWN = [
  `DROP POLICY people_of_the_tenant ON portal_users`,
  `ALTER TABLE project_governance DROP CONSTRAINT project_governance_client_id_data_env_project_id_fkey`,
  `DROP TABLE project_assignments, projects`,
  `DROP FUNCTION project_id_is_used_elsewhere(text)`,
];
