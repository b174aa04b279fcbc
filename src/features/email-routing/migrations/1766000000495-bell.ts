import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/**
 * Adds the notices of a client as its people see them, and the time up to which each person has
 * read them.
 */
export class Bell1766000000495 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE notice_entries (
     client_id text NOT NULL,
     data_env text NOT NULL,
     notice_id uuid NOT NULL,
     kind text NOT NULL,
     subject text NOT NULL,
     period text NOT NULL,
     topic text NOT NULL,
     facts jsonb NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT notice_entries_pkey PRIMARY KEY (client_id, data_env, notice_id),
     CONSTRAINT notice_entries_once_key UNIQUE (client_id, data_env, kind, subject, period),
     CONSTRAINT notice_entries_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT notice_entries_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `CREATE INDEX notice_entries_by_time ON notice_entries (client_id, data_env, created_at, notice_id)`,
  `CREATE TABLE notice_marks (
     client_id text NOT NULL,
     data_env text NOT NULL,
     person_id text NOT NULL,
     read_up_to timestamptz NOT NULL,
     CONSTRAINT notice_marks_pkey PRIMARY KEY (client_id, data_env, person_id),
     CONSTRAINT notice_marks_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT notice_marks_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('notice_entries'),
  ...rowsOfTenant('notice_marks'),
  `GRANT SELECT, INSERT ON notice_entries TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (read_up_to) ON notice_marks TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON notice_entries TO telephony_jobs`,
  `GRANT SELECT, DELETE ON notice_marks TO telephony_jobs`,
  `GRANT DELETE ON notices TO telephony_jobs`,
];

const DOWN = [
  `REVOKE DELETE ON notices FROM telephony_jobs`,
  `DROP TABLE notice_marks`,
  `DROP TABLE notice_entries`,
];
