import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the calls of a version of a project, in the order of lists. */
export class CallsByVersion1766000000746 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`SET lock_timeout = 0`);
    await db.query(`CREATE INDEX IF NOT EXISTS calls_by_version ON ONLY calls ${COLUMNS}`);
    for (const { part } of (await db.query(PARTS)) as { part: string }[]) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${part}_by_version`);
      await db.query(`CREATE INDEX CONCURRENTLY ${part}_by_version ON ${part} ${COLUMNS}`);
      await db.query(`ALTER INDEX calls_by_version ATTACH PARTITION ${part}_by_version`);
    }
    await db.query(`SET lock_timeout = 100`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX calls_by_version`);
  }
}

const COLUMNS = '(client_id, data_env, project_id, version_number, started_at_utc, call_id)';

/** The months without the index; a month created in the meantime inherits it. */
const PARTS = `
    SELECT p.inhrelid::regclass::text AS part
      FROM pg_inherits p
     WHERE p.inhparent = 'calls'::regclass
       AND NOT EXISTS (SELECT FROM pg_index i JOIN pg_inherits h ON h.inhrelid = i.indexrelid
                        WHERE i.indrelid = p.inhrelid AND h.inhparent = 'calls_by_version'::regclass)
     ORDER BY 1`;
