import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Documents and pages from which assistants answer, and the passages of their texts. */
export class KnowledgeSources1766000000760 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE knowledge_source_blocks, knowledge_sources');
  }
}

const TABLES = ['knowledge_sources', 'knowledge_source_blocks'];

const UP = [
  `CREATE TABLE knowledge_sources (
     client_id text NOT NULL,
     data_env text NOT NULL,
     source_id uuid NOT NULL,
     project_id text NOT NULL,
     kind text NOT NULL,
     title_encrypted bytea NOT NULL,
     url_encrypted bytea,
     language text NOT NULL,
     status text NOT NULL DEFAULT 'pending',
     failure_code text,
     media_type text,
     bytes integer,
     text_bytes integer NOT NULL DEFAULT 0,
     content_hash text,
     findings jsonb NOT NULL DEFAULT '[]',
     upload_name text,
     upload_key_id text,
     refresh text NOT NULL DEFAULT 'none',
     next_fetch_at timestamptz,
     fetched_at timestamptz,
     etag text NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT knowledge_sources_pkey PRIMARY KEY (client_id, data_env, source_id),
     CONSTRAINT knowledge_sources_kind_check CHECK (kind IN ('text', 'file', 'url')),
     CONSTRAINT knowledge_sources_status_check CHECK (status IN ('pending', 'ready', 'failed')),
     CONSTRAINT knowledge_sources_failure_check CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
     CONSTRAINT knowledge_sources_refresh_check CHECK (refresh IN ('none', 'daily', 'weekly')),
     CONSTRAINT knowledge_sources_url_check CHECK ((kind = 'url') = (url_encrypted IS NOT NULL)),
     CONSTRAINT knowledge_sources_upload_check CHECK ((upload_name IS NOT NULL) = (upload_key_id IS NOT NULL))
   )`,
  `CREATE INDEX knowledge_sources_of_project ON knowledge_sources (client_id, data_env, project_id, created_at)`,
  `CREATE TABLE knowledge_source_blocks (
     client_id text NOT NULL,
     data_env text NOT NULL,
     source_id uuid NOT NULL,
     content_hash text NOT NULL,
     ordinal integer NOT NULL,
     heading_encrypted bytea,
     page integer,
     place integer NOT NULL,
     text_encrypted bytea NOT NULL,
     CONSTRAINT knowledge_source_blocks_pkey PRIMARY KEY (client_id, data_env, source_id, content_hash, ordinal),
     CONSTRAINT knowledge_source_blocks_source_fkey FOREIGN KEY (client_id, data_env, source_id)
       REFERENCES knowledge_sources (client_id, data_env, source_id) ON DELETE CASCADE
   )`,
  ...TABLES.flatMap(rowsOfStore),
  ...TABLES.map((table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`),
];
