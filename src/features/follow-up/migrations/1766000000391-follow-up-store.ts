import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Follow-up on calls, and which calls get one automatically. */
export class FollowUpStore1766000000391 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE call_follow_ups, follow_up_settings');
  }
}

const UP = [
  // Deleted with the entry of its call, which retention drops.
  `CREATE TABLE call_follow_ups (
     client_id text NOT NULL,
     data_env text NOT NULL,
     call_id text COLLATE "C" NOT NULL,
     revision integer NOT NULL DEFAULT 1,
     state text,
     reason text NOT NULL,
     owner text,
     due_at timestamptz,
     contents_encrypted bytea,
     tag_hashes bytea[] NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text,
     CONSTRAINT call_follow_ups_pkey PRIMARY KEY (client_id, data_env, call_id),
     CONSTRAINT call_follow_ups_call_fkey FOREIGN KEY (client_id, data_env, call_id)
       REFERENCES call_index (client_id, data_env, call_id) ON DELETE CASCADE,
     CONSTRAINT call_follow_ups_state_check CHECK (state IN ('open', 'done')),
     CONSTRAINT call_follow_ups_reason_check CHECK (reason IN ('by_hand', 'missed_inbound', 'upset_caller'))
   )`,
  `CREATE INDEX call_follow_ups_queue ON call_follow_ups (client_id, data_env, state, due_at, created_at, call_id)`,
  `CREATE TABLE follow_up_settings (
     client_id text NOT NULL,
     data_env text NOT NULL,
     missed_inbound boolean NOT NULL,
     upset_callers boolean NOT NULL,
     revision integer NOT NULL DEFAULT 1,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT follow_up_settings_pkey PRIMARY KEY (client_id, data_env)
   )`,
  ...['call_follow_ups', 'follow_up_settings'].flatMap(rowsOfStore),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON call_follow_ups TO telephony_app`,
  `GRANT SELECT, INSERT, UPDATE ON follow_up_settings TO telephony_app`,
];
