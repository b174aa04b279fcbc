import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Forms that callers fill in during a call. */
export class DirectInputStore1766000000291 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE direct_input_sessions');
  }
}

const UP = [
  `CREATE TABLE direct_input_sessions (
     client_id text NOT NULL,
     data_env text NOT NULL,
     session_id uuid NOT NULL,
     call_id text COLLATE "C" NOT NULL,
     status text NOT NULL DEFAULT 'open',
     form jsonb,
     envelope jsonb,
     browser_hash bytea,
     taken_hash bytea,
     contexts integer NOT NULL DEFAULT 0,
     submits integer NOT NULL DEFAULT 0,
     expires_at timestamptz NOT NULL,
     CONSTRAINT direct_input_sessions_pkey PRIMARY KEY (client_id, data_env, session_id),
     CONSTRAINT direct_input_sessions_status_check CHECK (status IN ('open', 'received', 'closed')),
     CONSTRAINT direct_input_sessions_envelope_check CHECK (envelope IS NULL OR status = 'received')
   )`,
  `CREATE INDEX direct_input_sessions_by_call ON direct_input_sessions (client_id, data_env, call_id)`,
  ...rowsOfStore('direct_input_sessions'),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON direct_input_sessions TO telephony_app`,
];
