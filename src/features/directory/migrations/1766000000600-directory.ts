import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** The directory of a client: its setup, its tokens, and the people and groups that it provisions. */
export class Directory1766000000600 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await db.query(`DROP TABLE ${table}`);
  }
}

const TABLES = [
  'directory_settings',
  'directory_tokens',
  'directory_users',
  'directory_groups',
  'directory_members',
  'directory_events',
];

const ENVIRONMENTS = `CHECK (data_env IN ('prod', 'staging', 'dev'))`;

const UP = [
  `CREATE TABLE directory_settings (
     client_id text NOT NULL,
     data_env text NOT NULL,
     is_on boolean NOT NULL,
     ends_keys boolean NOT NULL,
     group_roles jsonb NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT directory_settings_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT directory_settings_data_env_check ${ENVIRONMENTS},
     CONSTRAINT directory_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE TABLE directory_tokens (
     client_id text NOT NULL,
     data_env text NOT NULL,
     token_id uuid NOT NULL,
     name text NOT NULL,
     token_prefix text NOT NULL,
     secret_hash bytea NOT NULL,
     pepper_id text NOT NULL,
     last_four text NOT NULL,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL,
     expires_at timestamptz NOT NULL,
     replaced_by uuid,
     revoked_at timestamptz,
     revoked_by text,
     last_used_at timestamptz,
     CONSTRAINT directory_tokens_pkey PRIMARY KEY (client_id, data_env, token_id),
     CONSTRAINT directory_tokens_prefix_key UNIQUE (token_prefix),
     CONSTRAINT directory_tokens_data_env_check ${ENVIRONMENTS},
     CONSTRAINT directory_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE TABLE directory_users (
     client_id text NOT NULL,
     data_env text NOT NULL,
     user_id uuid NOT NULL,
     origin text NOT NULL,
     status text NOT NULL,
     active boolean NOT NULL,
     user_name_hash bytea NOT NULL,
     external_id_hash bytea,
     display_name_hash bytea,
     attributes_sealed bytea NOT NULL,
     ruled_by_groups boolean NOT NULL DEFAULT false,
     revision integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT directory_users_pkey PRIMARY KEY (client_id, data_env, user_id),
     CONSTRAINT directory_users_user_name_key UNIQUE (client_id, data_env, user_name_hash),
     CONSTRAINT directory_users_origin_check CHECK (origin IN ('made', 'linked')),
     CONSTRAINT directory_users_status_check CHECK (status IN ('awaited', 'provisioned', 'deleted')),
     CONSTRAINT directory_users_data_env_check ${ENVIRONMENTS},
     CONSTRAINT directory_users_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT directory_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)
   )`,
  `CREATE INDEX directory_users_by_external_id ON directory_users (client_id, data_env, external_id_hash)`,
  `CREATE TABLE directory_groups (
     client_id text NOT NULL,
     data_env text NOT NULL,
     group_id uuid NOT NULL,
     display_name text NOT NULL,
     group_key text NOT NULL,
     external_id text,
     revision integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT directory_groups_pkey PRIMARY KEY (client_id, data_env, group_id),
     CONSTRAINT directory_groups_key_key UNIQUE (client_id, data_env, group_key),
     CONSTRAINT directory_groups_data_env_check ${ENVIRONMENTS},
     CONSTRAINT directory_groups_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE TABLE directory_members (
     client_id text NOT NULL,
     data_env text NOT NULL,
     group_id uuid NOT NULL,
     user_id uuid NOT NULL,
     CONSTRAINT directory_members_pkey PRIMARY KEY (client_id, data_env, group_id, user_id),
     CONSTRAINT directory_members_group_id_fkey FOREIGN KEY (client_id, data_env, group_id)
       REFERENCES directory_groups(client_id, data_env, group_id) ON DELETE CASCADE,
     CONSTRAINT directory_members_user_id_fkey FOREIGN KEY (client_id, data_env, user_id)
       REFERENCES directory_users(client_id, data_env, user_id)
   )`,
  `CREATE INDEX directory_members_by_user ON directory_members (client_id, data_env, user_id)`,
  `CREATE TABLE directory_events (
     client_id text NOT NULL,
     data_env text NOT NULL,
     event_id uuid NOT NULL DEFAULT uuidv7(),
     occurred_at timestamptz NOT NULL,
     operation text NOT NULL,
     resource_id uuid,
     token_id uuid NOT NULL,
     status integer NOT NULL,
     reason text,
     CONSTRAINT directory_events_pkey PRIMARY KEY (client_id, data_env, event_id),
     CONSTRAINT directory_events_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE INDEX directory_events_by_time ON directory_events (client_id, data_env, occurred_at DESC, event_id DESC)`,
  ...TABLES.flatMap((table) => rowsOfTenant(table)),
  `GRANT SELECT, INSERT, UPDATE (is_on, ends_keys, group_roles, updated_at, updated_by) ON directory_settings TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (expires_at, replaced_by, revoked_at, revoked_by) ON directory_tokens TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE,
         UPDATE (status, active, ruled_by_groups, user_name_hash, external_id_hash, display_name_hash, attributes_sealed, revision, updated_at)
      ON directory_users TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE, UPDATE (display_name, group_key, external_id, revision, updated_at)
      ON directory_groups TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON directory_members, directory_events TO telephony_requests`,
  // To reseal the attributes under another key.
  `GRANT SELECT (client_id, data_env, user_id, attributes_sealed), UPDATE (attributes_sealed)
     ON directory_users TO telephony_jobs`,
  // The lookup of a token comes before the tenant is known.
  `GRANT SELECT ON directory_settings TO telephony_requests_system`,
  `GRANT SELECT, UPDATE (last_used_at, secret_hash, pepper_id) ON directory_tokens TO telephony_requests_system`,
];
