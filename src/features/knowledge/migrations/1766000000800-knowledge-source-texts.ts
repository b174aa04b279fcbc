import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps short texts as uploaded, so that people can edit them. */
export class KnowledgeSourceTexts1766000000800 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE knowledge_sources ADD COLUMN text_encrypted bytea');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE knowledge_sources DROP COLUMN text_encrypted');
  }
}
