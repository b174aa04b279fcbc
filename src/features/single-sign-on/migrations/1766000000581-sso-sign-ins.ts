import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem, rowsOfTenant } from '../../../core/registry/row-security.js';

/** Signing in through connections, the people who do, and tests. */
export class SsoSignIns1766000000581 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE sso_sign_ins, sso_identities');
    await db.query('ALTER TABLE sso_connections DROP COLUMN test_encrypted, DROP COLUMN test_ended_at');
  }
}

const UP = [
  `ALTER TABLE sso_connections ADD COLUMN test_encrypted bytea, ADD COLUMN test_ended_at timestamptz`,
  `GRANT SELECT (test_encrypted), UPDATE (test_encrypted) ON sso_connections TO telephony_jobs`,
  `GRANT SELECT ON sso_connections, sso_domains TO telephony_requests_system`,
  `CREATE TABLE sso_identities (
     client_id text NOT NULL,
     data_env text NOT NULL,
     connection_id uuid NOT NULL,
     subject_hash bytea NOT NULL,
     user_id uuid NOT NULL,
     created_at timestamptz NOT NULL,
     CONSTRAINT sso_identities_pkey PRIMARY KEY (client_id, data_env, connection_id, subject_hash),
     CONSTRAINT sso_identities_one_of_person UNIQUE (client_id, data_env, connection_id, user_id),
     CONSTRAINT sso_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id)
   )`,
  ...rowsOfTenant('sso_identities'),
  `GRANT SELECT, INSERT, DELETE ON sso_identities TO telephony_requests`,
  // A sign-in begins before its person is known.
  `CREATE TABLE sso_sign_ins (
     state_hash bytea NOT NULL,
     browser_hash bytea NOT NULL,
     begun_encrypted bytea NOT NULL,
     answer_encrypted bytea,
     ends_at timestamptz NOT NULL,
     CONSTRAINT sso_sign_ins_pkey PRIMARY KEY (state_hash)
   )`,
  `CREATE INDEX sso_sign_ins_by_end ON sso_sign_ins (ends_at)`,
  ...rowsBySystem('sso_sign_ins'),
  `GRANT SELECT, INSERT, UPDATE (answer_encrypted, ends_at), DELETE ON sso_sign_ins TO telephony_requests_system`,
];
