import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/**
 * Adds keyed hashes of the telephone numbers in the names and texts of files; earlier files are not
 * read.
 */
export class NumbersInFiles1766000000771 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE support_attachment_numbers');
    await db.query('ALTER TABLE support_attachments DROP COLUMN numbers_unread');
  }
}

const UP = [
  `ALTER TABLE support_attachments ADD COLUMN numbers_unread boolean NOT NULL DEFAULT false`,
  `UPDATE support_attachments SET numbers_unread = true WHERE file_key_encrypted IS NOT NULL`,
  `CREATE INDEX support_attachments_unread ON support_attachments (client_id, data_env, ticket_id) WHERE numbers_unread`,
  `CREATE TABLE support_attachment_numbers (
     client_id text NOT NULL,
     data_env text NOT NULL,
     attachment_id uuid NOT NULL,
     number_hash bytea NOT NULL,
     CONSTRAINT support_attachment_numbers_pkey PRIMARY KEY (client_id, data_env, number_hash, attachment_id),
     CONSTRAINT support_attachment_numbers_attachment_fkey FOREIGN KEY (client_id, data_env, attachment_id)
       REFERENCES support_attachments (client_id, data_env, attachment_id) ON DELETE CASCADE
   )`,
  `CREATE INDEX support_attachment_numbers_of_file ON support_attachment_numbers (client_id, data_env, attachment_id)`,
  ...rowsOfStore('support_attachment_numbers'),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON support_attachment_numbers TO telephony_app`,
];
