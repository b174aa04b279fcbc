import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Builds of knowledge, their indexed contents, and the questions without a good answer. */
export class KnowledgeBuilds1766000000780 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${TABLES.toReversed().join(', ')}`);
  }
}

const TABLES = [
  'knowledge_builds',
  'knowledge_build_sources',
  'knowledge_contents',
  'knowledge_chunks',
  'knowledge_words',
  'knowledge_gaps',
];

const OF_TENANT = `
     client_id text NOT NULL,
     data_env text NOT NULL,`;

const ofContent = (table: string): string => `
     CONSTRAINT ${table}_content_fkey FOREIGN KEY (client_id, data_env, content_key)
       REFERENCES knowledge_contents (client_id, data_env, content_key) ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE knowledge_builds (${OF_TENANT}
     build_id uuid NOT NULL,
     project_id text NOT NULL,
     state text NOT NULL DEFAULT 'queued',
     content_hash text NOT NULL,
     attempts integer NOT NULL DEFAULT 0,
     is_indexed boolean NOT NULL DEFAULT false,
     chunks integer NOT NULL DEFAULT 0,
     changes jsonb,
     failures jsonb NOT NULL DEFAULT '[]',
     requested_at timestamptz NOT NULL,
     requested_by text NOT NULL,
     started_at timestamptz,
     ended_at timestamptz,
     CONSTRAINT knowledge_builds_pkey PRIMARY KEY (client_id, data_env, build_id),
     CONSTRAINT knowledge_builds_state_check
       CHECK (state IN ('queued', 'building', 'ready', 'failed', 'cancelled')
              AND ((state IN ('queued', 'building')) = (ended_at IS NULL)))
   )`,
  `CREATE INDEX knowledge_builds_of_project ON knowledge_builds (client_id, data_env, project_id, requested_at)`,
  `CREATE TABLE knowledge_build_sources (${OF_TENANT}
     build_id uuid NOT NULL,
     source_id uuid NOT NULL,
     content_hash text NOT NULL,
     revision text NOT NULL,
     content_key uuid NOT NULL,
     language text NOT NULL,
     title_encrypted bytea NOT NULL,
     CONSTRAINT knowledge_build_sources_pkey PRIMARY KEY (client_id, data_env, build_id, source_id),
     CONSTRAINT knowledge_build_sources_build_fkey FOREIGN KEY (client_id, data_env, build_id)
       REFERENCES knowledge_builds (client_id, data_env, build_id) ON DELETE CASCADE
   )`,
  `CREATE INDEX knowledge_build_sources_of_content ON knowledge_build_sources (client_id, data_env, content_key)`,
  `CREATE TABLE knowledge_contents (${OF_TENANT}
     content_key uuid NOT NULL,
     project_id text NOT NULL,
     source_id uuid NOT NULL,
     key_id text NOT NULL,
     dictionary text NOT NULL,
     chunks integer,
     buckets integer[] NOT NULL DEFAULT '{}',
     CONSTRAINT knowledge_contents_pkey PRIMARY KEY (client_id, data_env, content_key)
   )`,
  `CREATE INDEX knowledge_contents_of_project ON knowledge_contents (client_id, data_env, project_id)`,
  `CREATE TABLE knowledge_chunks (${OF_TENANT}
     content_key uuid NOT NULL,
     ordinal integer NOT NULL,
     page integer,
     place integer NOT NULL,
     text_encrypted bytea NOT NULL,
     CONSTRAINT knowledge_chunks_pkey PRIMARY KEY (client_id, data_env, content_key, ordinal),${ofContent('knowledge_chunks')}
   )`,
  `CREATE TABLE knowledge_words (${OF_TENANT}
     content_key uuid NOT NULL,
     part integer NOT NULL,
     bucket integer NOT NULL,
     word_hashes bytea NOT NULL,
     CONSTRAINT knowledge_words_pkey PRIMARY KEY (client_id, data_env, content_key, part, bucket),${ofContent('knowledge_words')}
   )`,
  // Hashes and ciphertext do not compress.
  `ALTER TABLE knowledge_chunks ALTER COLUMN text_encrypted SET STORAGE EXTERNAL`,
  `ALTER TABLE knowledge_words ALTER COLUMN word_hashes SET STORAGE EXTERNAL`,
  `CREATE TABLE knowledge_gaps (${OF_TENANT}
     project_id text NOT NULL,
     hour timestamptz NOT NULL,
     word_hash bytea NOT NULL,
     word_encrypted bytea,
     questions integer NOT NULL,
     last_call_id text,
     CONSTRAINT knowledge_gaps_pkey PRIMARY KEY (client_id, data_env, project_id, hour, word_hash)
   )`,
  ...TABLES.flatMap(rowsOfStore),
  ...TABLES.map((table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`),
];
