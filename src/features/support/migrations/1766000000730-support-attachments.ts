import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Files of support tickets, and their parts. */
export class SupportAttachments1766000000730 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE support_attachment_parts, support_attachments');
  }
}

const TABLES = ['support_attachments', 'support_attachment_parts'];

const UP = [
  `CREATE TABLE support_attachments (
     client_id text NOT NULL,
     data_env text NOT NULL,
     attachment_id uuid NOT NULL,
     ticket_id uuid NOT NULL,
     comment_id uuid,
     visibility text NOT NULL,
     state text NOT NULL DEFAULT 'session_open',
     kind text NOT NULL,
     bytes integer NOT NULL,
     sha256 text NOT NULL,
     file_name_encrypted bytea,
     file_key_encrypted bytea,
     reason text,
     finding text,
     uploaded_by text NOT NULL,
     uploader_side text NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     finalised_at timestamptz,
     scanned_at timestamptz,
     ended_at timestamptz,
     deleted_by text,
     downloads integer NOT NULL DEFAULT 0,
     CONSTRAINT support_attachments_pkey PRIMARY KEY (client_id, data_env, attachment_id),
     CONSTRAINT support_attachments_state_check CHECK (state IN
       ('session_open', 'uploaded', 'scanning', 'clean', 'infected', 'refused', 'failed', 'deleted')),
     CONSTRAINT support_attachments_visibility_check CHECK (visibility IN ('public', 'internal')),
     CONSTRAINT support_attachments_side_check CHECK (uploader_side IN ('staff', 'customer')),
     CONSTRAINT support_attachments_clean_check CHECK (state <> 'clean' OR scanned_at IS NOT NULL),
     CONSTRAINT support_attachments_key_check CHECK
       ((file_key_encrypted IS NOT NULL) = (state IN ('session_open', 'uploaded', 'scanning', 'clean')))
   )`,
  `CREATE INDEX support_attachments_of_ticket ON support_attachments (client_id, data_env, ticket_id, created_at)`,
  `CREATE TABLE support_attachment_parts (
     client_id text NOT NULL,
     data_env text NOT NULL,
     attachment_id uuid NOT NULL,
     part_number integer NOT NULL,
     object_name text NOT NULL,
     bytes integer NOT NULL,
     CONSTRAINT support_attachment_parts_pkey PRIMARY KEY (client_id, data_env, attachment_id, part_number),
     CONSTRAINT support_attachment_parts_attachment_fkey FOREIGN KEY (client_id, data_env, attachment_id)
       REFERENCES support_attachments (client_id, data_env, attachment_id) ON DELETE CASCADE
   )`,
  ...TABLES.flatMap(rowsOfStore),
  ...TABLES.map((table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`),
];
