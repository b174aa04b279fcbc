import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Views of the portal that people have saved. */
export class SavedViews1766000000381 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE saved_views (
     client_id text NOT NULL,
     data_env text NOT NULL,
     view_id uuid DEFAULT uuidv7() NOT NULL,
     owner_id uuid NOT NULL,
     name text NOT NULL,
     address text NOT NULL,
     is_shared boolean NOT NULL,
     etag text NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT saved_views_pkey PRIMARY KEY (client_id, data_env, view_id),
     CONSTRAINT saved_views_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES portal_users(user_id)
   )`,
  ...rowsOfTenant('saved_views'),
  `GRANT SELECT, INSERT, UPDATE (name, address, is_shared, owner_id, etag, updated_at, updated_by), DELETE
      ON saved_views TO telephony_requests`,
];

const DOWN = [`DROP TABLE saved_views`];
