import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Builds that a version may name are stored beside the versions, because a release locks both. */
export class KnowledgeReadyBuilds1766000000781 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE knowledge_ready_builds');
  }
}

const UP = [
  `CREATE TABLE knowledge_ready_builds (
     client_id text NOT NULL,
     data_env text NOT NULL,
     project_id text NOT NULL,
     build_id uuid NOT NULL,
     ready_at timestamptz NOT NULL,
     is_named boolean NOT NULL DEFAULT false,
     CONSTRAINT knowledge_ready_builds_pkey PRIMARY KEY (client_id, data_env, project_id, build_id),
     CONSTRAINT knowledge_ready_builds_client_id_data_env_project_id_fkey
       FOREIGN KEY (client_id, data_env, project_id) REFERENCES projects (client_id, data_env, project_id)
   )`,
  ...rowsOfTenant('knowledge_ready_builds'),
  `GRANT SELECT, UPDATE (is_named) ON knowledge_ready_builds TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE ON knowledge_ready_builds TO telephony_jobs`,
];
