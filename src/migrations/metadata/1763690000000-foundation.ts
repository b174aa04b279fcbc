import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tenants, people, projects, keys, routes, audit and throttling windows. */
export class Foundation1763690000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of TABLES) await db.query(statement);
    await db.query(TAKE_THROTTLE_SLOT);
    await db.query(`GRANT USAGE ON SCHEMA public TO telephony_app`);
    await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO telephony_app`);
    // The audit trail is append-only for the service itself.
    await db.query(`REVOKE UPDATE, DELETE ON audit_events FROM telephony_app`);
  }

  async down(db: QueryRunner): Promise<void> {
    const tables = TABLES.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
    await db.query(`DROP FUNCTION take_throttle_slot`);
    await db.query(`DROP TABLE ${tables.join(', ')}`);
  }
}

const TABLES = [
  `CREATE TABLE clients (
      client_id text NOT NULL,
      business_name text NOT NULL,
      status text NOT NULL DEFAULT 'active',
      timezone text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT clients_status_check CHECK (status IN ('provisioning', 'active', 'suspended')),
      CONSTRAINT clients_pkey PRIMARY KEY (client_id)
    )`,
  `CREATE TABLE api_keys (
      key_id uuid NOT NULL DEFAULT uuidv7(),
      client_id text NOT NULL,
      data_env text NOT NULL,
      scope text NOT NULL,
      key_prefix text NOT NULL,
      secret_hash bytea NOT NULL,
      last_four text NOT NULL,
      description text NOT NULL,
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT api_keys_prefix_key UNIQUE (key_prefix),
      CONSTRAINT api_keys_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
      CONSTRAINT api_keys_pkey PRIMARY KEY (key_id)
    )`,
  `CREATE INDEX api_keys_by_tenant ON api_keys (client_id, data_env)`,
  `CREATE TABLE audit_events (
      event_id uuid NOT NULL DEFAULT uuidv7(),
      client_id text NOT NULL,
      data_env text NOT NULL,
      occurred_at timestamptz NOT NULL,
      action text NOT NULL,
      outcome text NOT NULL,
      actor_kind text NOT NULL,
      actor_id text NOT NULL,
      scope text NOT NULL,
      request_id text,
      metadata jsonb NOT NULL DEFAULT '{}',
      CONSTRAINT audit_events_pkey PRIMARY KEY (event_id)
    )`,
  `CREATE INDEX audit_events_by_tenant ON audit_events (client_id, data_env, occurred_at)`,
  `CREATE TABLE portal_users (
      user_id uuid NOT NULL DEFAULT uuidv7(),
      subject text NOT NULL,
      display_name text NOT NULL,
      active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT portal_users_subject_key UNIQUE (subject),
      CONSTRAINT portal_users_pkey PRIMARY KEY (user_id)
    )`,
  `CREATE TABLE portal_user_client_assignments (
      assignment_id uuid NOT NULL DEFAULT uuidv7(),
      user_id uuid NOT NULL,
      client_id text NOT NULL,
      data_env text NOT NULL,
      role text NOT NULL,
      active boolean NOT NULL DEFAULT true,
      is_default boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT portal_user_client_assignments_once UNIQUE (user_id, client_id, data_env),
      CONSTRAINT portal_user_client_assignments_role_check CHECK (role IN ('partner_admin', 'partner_user', 'client_admin', 'client_manager', 'client_staff', 'service_admin', 'service_operator')),
      CONSTRAINT portal_user_client_assignments_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
      CONSTRAINT portal_user_client_assignments_pkey PRIMARY KEY (assignment_id)
    )`,
  `CREATE UNIQUE INDEX portal_user_client_assignments_one_default ON portal_user_client_assignments (user_id, data_env) WHERE is_default AND active`,
  `CREATE TABLE partner_organisations (
      organisation_id text NOT NULL,
      name text NOT NULL,
      active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT partner_organisations_pkey PRIMARY KEY (organisation_id)
    )`,
  `CREATE TABLE partner_organisation_members (
      organisation_id text NOT NULL,
      user_id uuid NOT NULL,
      active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT partner_organisation_members_pkey PRIMARY KEY (organisation_id, user_id)
    )`,
  `CREATE TABLE partner_client_ownerships (
      organisation_id text NOT NULL,
      client_id text NOT NULL,
      active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT partner_client_ownerships_pkey PRIMARY KEY (organisation_id, client_id)
    )`,
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
      CONSTRAINT projects_lifecycle_state_check CHECK (lifecycle_state IN ('setup', 'active', 'archived')),
      CONSTRAINT projects_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
      CONSTRAINT projects_pkey PRIMARY KEY (client_id, data_env, project_id)
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
      CONSTRAINT project_assignments_role_visibility_check CHECK (role_visibility IN ('read', 'manage')),
      CONSTRAINT project_assignments_pkey PRIMARY KEY (assignment_id)
    )`,
  `CREATE INDEX project_assignments_by_member ON project_assignments (client_id, data_env, member_id)`,
  `CREATE TABLE tenant_routes (
      client_id text NOT NULL,
      data_env text NOT NULL,
      store_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT tenant_routes_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
      CONSTRAINT tenant_routes_pkey PRIMARY KEY (client_id, data_env)
    )`,
  `CREATE TABLE tenant_ip_allowlist (
      client_id text NOT NULL,
      data_env text NOT NULL,
      network cidr NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT tenant_ip_allowlist_pkey PRIMARY KEY (client_id, data_env, network)
    )`,
  `CREATE TABLE tenant_data_keys (
      client_id text NOT NULL,
      data_env text NOT NULL,
      purpose text NOT NULL,
      generation integer NOT NULL,
      key_id text NOT NULL,
      wrapped_key bytea NOT NULL,
      provider_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT tenant_data_keys_purpose_check CHECK (purpose IN ('encryption', 'matching')),
      CONSTRAINT tenant_data_keys_pkey PRIMARY KEY (client_id, data_env, purpose, generation)
    )`,
  `CREATE TABLE throttle_hits (
      hit_id uuid NOT NULL DEFAULT uuidv7(),
      window_key text NOT NULL,
      hit_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT throttle_hits_pkey PRIMARY KEY (hit_id)
    )`,
  `CREATE INDEX throttle_hits_by_expiry ON throttle_hits (expires_at)`,
  `CREATE INDEX throttle_hits_by_window ON throttle_hits (window_key, hit_at)`,
  `ALTER TABLE api_keys ADD CONSTRAINT api_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `ALTER TABLE portal_user_client_assignments ADD CONSTRAINT portal_user_client_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)`,
  `ALTER TABLE portal_user_client_assignments ADD CONSTRAINT portal_user_client_assignments_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `ALTER TABLE partner_organisation_members ADD CONSTRAINT partner_organisation_members_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES partner_organisations(organisation_id)`,
  `ALTER TABLE partner_organisation_members ADD CONSTRAINT partner_organisation_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)`,
  `ALTER TABLE partner_client_ownerships ADD CONSTRAINT partner_client_ownerships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES partner_organisations(organisation_id)`,
  `ALTER TABLE partner_client_ownerships ADD CONSTRAINT partner_client_ownerships_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `ALTER TABLE projects ADD CONSTRAINT projects_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `ALTER TABLE project_assignments ADD CONSTRAINT project_assignments_member_id_fkey FOREIGN KEY (member_id) REFERENCES portal_users(user_id)`,
  `ALTER TABLE project_assignments ADD CONSTRAINT project_assignments_client_id_data_env_project_id_fkey FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects(client_id,data_env,project_id)`,
  `ALTER TABLE tenant_routes ADD CONSTRAINT tenant_routes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `ALTER TABLE tenant_ip_allowlist ADD CONSTRAINT tenant_ip_allowlist_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `ALTER TABLE tenant_data_keys ADD CONSTRAINT tenant_data_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
];

// The advisory lock makes callers of one window take turns; each statement of the function sees what the one
// before it committed. Time never runs backwards inside a window, even if the clocks of the processes differ.
const TAKE_THROTTLE_SLOT = `
  CREATE FUNCTION take_throttle_slot(key text, at timestamptz, window_ms bigint, max_hits integer,
                                     OUT taken boolean, OUT hits integer, OUT retry_after_ms bigint)
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
      INSERT INTO throttle_hits (window_key, hit_at, expires_at) VALUES (key, moment, moment + length);
      hits := hits + 1;
    END IF;
    retry_after_ms := ceil(extract(epoch FROM (coalesce(oldest, moment) + length - moment)) * 1000);
  END $$`;
