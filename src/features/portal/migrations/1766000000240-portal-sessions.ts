import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem } from '../../../core/registry/row-security.js';

/** Sessions of the portal, and sign-ins in progress. */
export class PortalSessions1766000000240 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE INSERT ON audit_events FROM telephony_requests_system');
    await db.query('DROP TABLE portal_sign_ins, portal_sessions');
  }
}

const UP = [
  // Keyed by the provider's subject: a person who accepts an invitation signs in before there is a
  // user.
  `CREATE TABLE portal_sessions (
     session_id uuid NOT NULL,
     id_hash bytea NOT NULL,
     data_env text NOT NULL,
     tokens_encrypted bytea NOT NULL,
     token_given_at timestamptz NOT NULL,
     token_ends_at timestamptz NOT NULL,
     is_renewable boolean NOT NULL,
     renewals integer NOT NULL DEFAULT 0,
     renewing_until timestamptz,
     created_at timestamptz NOT NULL,
     last_seen_at timestamptz NOT NULL,
     ends_at timestamptz NOT NULL,
     auth_time timestamptz,
     amr text[] NOT NULL,
     ip_masked text NOT NULL,
     agent text NOT NULL,
     subject text NOT NULL,
     CONSTRAINT portal_sessions_pkey PRIMARY KEY (session_id),
     CONSTRAINT portal_sessions_id_hash_key UNIQUE (id_hash)
   )`,
  `CREATE INDEX portal_sessions_by_subject ON portal_sessions (subject, created_at)`,
  `CREATE INDEX portal_sessions_by_end ON portal_sessions (ends_at)`,
  `CREATE TABLE portal_sign_ins (
     state_hash bytea NOT NULL,
     browser_hash bytea NOT NULL,
     secrets_encrypted bytea NOT NULL,
     ends_at timestamptz NOT NULL,
     CONSTRAINT portal_sign_ins_pkey PRIMARY KEY (state_hash)
   )`,
  `CREATE INDEX portal_sign_ins_by_end ON portal_sign_ins (ends_at)`,
  // Sessions are looked up before the tenant is known; no tenant's connection can read them.
  ...['portal_sessions', 'portal_sign_ins'].flatMap(rowsBySystem),
  `GRANT SELECT, INSERT, DELETE ON portal_sessions TO telephony_requests_system`,
  `GRANT UPDATE (tokens_encrypted, token_given_at, token_ends_at, is_renewable, renewals, renewing_until, last_seen_at, ends_at) ON portal_sessions TO telephony_requests_system`,
  `GRANT SELECT, INSERT, DELETE ON portal_sign_ins TO telephony_requests_system`,
  // Statements that open or end a session write their audit row themselves.
  `GRANT INSERT ON audit_events TO telephony_requests_system`,
  // Permits locking the rows to delete, so that two cleanups do not wait for each other.
  `GRANT UPDATE (ends_at) ON portal_sign_ins TO telephony_requests_system`,
];
