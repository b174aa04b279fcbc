import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Rotations of data keys, and the columns that the worker may reseal. */
export class DataKeys1766000000530 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { columns, table, update } of SEALED)
      await db.query(`REVOKE SELECT (${columns}), UPDATE (${update}) ON ${table} FROM telephony_jobs`);
    for (const { table, update } of READ_BEFORE)
      await db.query(`REVOKE UPDATE (${update}) ON ${table} FROM telephony_jobs`);
    await db.query('REVOKE DELETE ON tenant_data_keys FROM telephony_jobs');
    await db.query('REVOKE UPDATE (wrapped_key, provider_id) ON tenant_data_keys FROM telephony_operations');
    await db.query('REVOKE SELECT (client_id, data_env) ON tenant_data_keys FROM telephony_requests_system');
    await db.query('DROP TABLE key_rotations');
  }
}

const sealed = (table: string, key: string, update: string) => ({
  table,
  columns: `${key}, ${update}`,
  update,
});

// The worker could not read or change these until now.
const SEALED = [
  sealed(
    'partner_client_profiles',
    'client_id',
    'contact_name_encrypted, business_email_encrypted, engagement_notes_encrypted',
  ),
  sealed('project_section_edits', 'client_id, data_env, project_id, edit_id, section, etag', 'configuration'),
  sealed('project_secrets', 'client_id, data_env, project_id, secret_name', 'value_encrypted'),
  sealed(
    'project_test_calls',
    // The worker could already read the other columns of the key.
    'test_call_id',
    'to_number_encrypted, transcript_encrypted',
  ),
  sealed('conversation_tests', 'client_id, data_env, project_id, test_id', 'definition_encrypted'),
  sealed(
    'conversation_test_results',
    'client_id, data_env, project_id, run_id, test_id',
    'excerpt_encrypted, definition_encrypted',
  ),
];

// The worker could read these, but not change them.
const READ_BEFORE = [
  { table: 'email_addresses', update: 'email_sealed' },
  { table: 'person_invitations', update: 'email_sealed' },
  { table: 'project_draft_sections', update: 'configuration' },
  { table: 'project_versions', update: 'sections' },
  { table: 'webhook_endpoints', update: 'secret_encrypted, previous_secret_encrypted' },
  { table: 'caller_request_history', update: 'status_note_encrypted' },
];

const UP = [
  `CREATE TABLE key_rotations (
     client_id text NOT NULL,
     data_env text NOT NULL,
     rotation_id uuid NOT NULL DEFAULT uuidv7(),
     new_key_id text NOT NULL,
     old_key_ids text[] NOT NULL,
     started_at timestamptz NOT NULL,
     ended_at timestamptz,
     pass integer NOT NULL DEFAULT 0,
     pass_started_at timestamptz NOT NULL,
     step text,
     after_row text[],
     found integer NOT NULL DEFAULT 0,
     unopened integer NOT NULL DEFAULT 0,
     waiting integer NOT NULL DEFAULT 0,
     resealed bigint NOT NULL DEFAULT 0,
     last_found_at timestamptz,
     next_work_at timestamptz NOT NULL,
     lease_token uuid,
     lease_until timestamptz,
     CONSTRAINT key_rotations_pkey PRIMARY KEY (client_id, data_env, rotation_id)
   )`,
  `CREATE UNIQUE INDEX key_rotations_one_open ON key_rotations (client_id, data_env) WHERE ended_at IS NULL`,
  ...rowsOfTenant('key_rotations'),
  `GRANT SELECT, INSERT ON key_rotations TO telephony_operations`,
  `GRANT SELECT ON key_rotations TO telephony_requests_system, telephony_jobs_system`,
  `GRANT SELECT, UPDATE ON key_rotations TO telephony_jobs`,
  `GRANT DELETE ON tenant_data_keys TO telephony_jobs`,
  `GRANT UPDATE (wrapped_key, provider_id) ON tenant_data_keys TO telephony_operations`,
  `GRANT SELECT (client_id, data_env) ON tenant_data_keys TO telephony_requests_system`,
  ...SEALED.map(
    ({ table, columns, update }) =>
      `GRANT SELECT (${columns}), UPDATE (${update}) ON ${table} TO telephony_jobs`,
  ),
  ...READ_BEFORE.map(({ table, update }) => `GRANT UPDATE (${update}) ON ${table} TO telephony_jobs`),
];
