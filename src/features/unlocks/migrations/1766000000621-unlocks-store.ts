import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Requests to unlock personal data of a call, and their outcomes. */
export class UnlocksStore1766000000621 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE call_pii_unlocks');
  }
}

const UP = [
  // Deleted with the entry of its call, which retention drops.
  `CREATE TABLE call_pii_unlocks (
     client_id text NOT NULL,
     data_env text NOT NULL,
     unlock_id uuid NOT NULL,
     call_id text COLLATE "C" NOT NULL,
     kinds text[] NOT NULL,
     reason_code text NOT NULL,
     note_encrypted bytea,
     requested_at timestamptz NOT NULL,
     requested_by text NOT NULL,
     requested_role text NOT NULL,
     decision text,
     decided_at timestamptz,
     decided_by text,
     first_look_at timestamptz,
     looks integer NOT NULL DEFAULT 0,
     ended_at timestamptz,
     ended_by text,
     CONSTRAINT call_pii_unlocks_pkey PRIMARY KEY (client_id, data_env, unlock_id),
     CONSTRAINT call_pii_unlocks_call_fkey FOREIGN KEY (client_id, data_env, call_id)
       REFERENCES call_index (client_id, data_env, call_id) ON DELETE CASCADE,
     CONSTRAINT call_pii_unlocks_decision_check CHECK (decision IN ('approved', 'denied')),
     CONSTRAINT call_pii_unlocks_decided_check
       CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
     CONSTRAINT call_pii_unlocks_two_people_check CHECK (decided_by <> requested_by),
     CONSTRAINT call_pii_unlocks_looks_check
       CHECK ((looks = 0) = (first_look_at IS NULL) AND (looks = 0 OR decision = 'approved'))
   )`,
  `CREATE INDEX call_pii_unlocks_of_call ON call_pii_unlocks (client_id, data_env, call_id, requested_at)`,
  `CREATE INDEX call_pii_unlocks_newest ON call_pii_unlocks (client_id, data_env, requested_at, unlock_id)`,
  ...rowsOfStore('call_pii_unlocks'),
  `GRANT SELECT, INSERT ON call_pii_unlocks TO telephony_app`,
  `GRANT UPDATE (note_encrypted, decision, decided_at, decided_by, first_look_at, looks, ended_at, ended_by)
      ON call_pii_unlocks TO telephony_app`,
];
