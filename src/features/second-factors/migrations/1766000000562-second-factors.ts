import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem, rowsOfTenant } from '../../../core/registry/row-security.js';

/** Second factors of people, and the policies of clients about them. */
export class SecondFactors1766000000562 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE mfa_policies, step_up_challenges, recovery_codes, second_factors');
  }
}

/** A connection that is bound to a tenant sees only data of the tenant's people. */
const rowsOfItsPeople = (table: string): readonly string[] => [
  ...rowsBySystem(table),
  `CREATE POLICY of_people ON ${table} TO telephony_requests, telephony_operations
     USING (EXISTS (SELECT FROM portal_user_client_assignments a WHERE a.user_id = ${table}.user_id))`,
];

const UP = [
  `CREATE TABLE second_factors (
     factor_id uuid NOT NULL,
     user_id uuid NOT NULL,
     kind text NOT NULL,
     name text NOT NULL,
     created_at timestamptz NOT NULL,
     confirmed_at timestamptz,
     last_used_at timestamptz,
     secret_encrypted bytea,
     last_window bigint,
     challenge text,
     credential_id text,
     public_key text,
     sign_count bigint,
     transports text[] NOT NULL DEFAULT '{}',
     CONSTRAINT second_factors_pkey PRIMARY KEY (factor_id),
     CONSTRAINT second_factors_credential_id_key UNIQUE (credential_id),
     CONSTRAINT second_factors_kind_check CHECK (kind IN ('totp', 'webauthn')),
     CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)
   )`,
  `CREATE INDEX second_factors_by_person ON second_factors (user_id)`,
  `CREATE TABLE recovery_codes (
     user_id uuid NOT NULL,
     code_hash bytea NOT NULL,
     created_at timestamptz NOT NULL,
     CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
     CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)
   )`,
  `CREATE TABLE step_up_challenges (
     challenge_id uuid NOT NULL,
     user_id uuid NOT NULL,
     session_id uuid NOT NULL,
     challenge text NOT NULL,
     ends_at timestamptz NOT NULL,
     CONSTRAINT step_up_challenges_pkey PRIMARY KEY (challenge_id),
     CONSTRAINT step_up_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)
   )`,
  `CREATE INDEX step_up_challenges_by_end ON step_up_challenges (ends_at)`,
  `CREATE TABLE mfa_policies (
     client_id text NOT NULL,
     data_env text NOT NULL,
     required_roles text[] NOT NULL,
     kinds text[] NOT NULL,
     step_up_for text[] NOT NULL,
     step_up_minutes integer NOT NULL,
     revision integer NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT mfa_policies_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT mfa_policies_step_up_minutes_check CHECK (step_up_minutes BETWEEN 5 AND 60),
     CONSTRAINT mfa_policies_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...['second_factors', 'recovery_codes', 'step_up_challenges'].flatMap(rowsOfItsPeople),
  ...rowsOfTenant('mfa_policies'),
  `GRANT SELECT, INSERT, DELETE, UPDATE (confirmed_at, last_used_at, secret_encrypted, last_window, challenge,
     credential_id, public_key, sign_count, transports) ON second_factors TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON recovery_codes TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON step_up_challenges TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by)
     ON mfa_policies TO telephony_requests`,
  // Guards read the policy at each request; a role's requirement applies to all of a person's
  // clients.
  `GRANT SELECT ON mfa_policies TO telephony_requests_system`,
  // An operator removes a person's factors.
  `GRANT SELECT, DELETE ON second_factors, recovery_codes TO telephony_operations`,
];
