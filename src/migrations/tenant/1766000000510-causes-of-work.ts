import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['work_items', 'work_dead_letters'];

/** Work names the request that caused it, and the span of its trace. */
export class CausesOfWork1766000000510 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await db.query(`ALTER TABLE ${table} ADD COLUMN request_id text, ADD COLUMN traceparent text`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await db.query(`ALTER TABLE ${table} DROP COLUMN request_id, DROP COLUMN traceparent`);
  }
}
