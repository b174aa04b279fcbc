import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Decisions of internal systems about access to a client. */
export class AuditDecisions1766000000260 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE audit_decisions (
     client_id text NOT NULL,
     data_env text NOT NULL,
     decision_id text COLLATE "C" NOT NULL,
     action text NOT NULL,
     resource_type text NOT NULL,
     resource_id text NOT NULL,
     decision text NOT NULL,
     reason_code text NOT NULL,
     occurred_at timestamptz NOT NULL,
     content_hash text NOT NULL,
     recorded_at timestamptz NOT NULL,
     recorded_by_kind text NOT NULL,
     recorded_by text NOT NULL,
     CONSTRAINT audit_decisions_pkey PRIMARY KEY (client_id, data_env, decision_id),
     CONSTRAINT audit_decisions_decision_check CHECK (decision IN ('allow', 'deny')),
     CONSTRAINT audit_decisions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('audit_decisions'),
  // Write only: only the owners of the database read recorded decisions. The hash identifies a
  // repeat.
  `GRANT INSERT, SELECT (client_id, data_env, decision_id, content_hash) ON audit_decisions TO telephony_requests`,
];

const DOWN = [`DROP TABLE audit_decisions`];
