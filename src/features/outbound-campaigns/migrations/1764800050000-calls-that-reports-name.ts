import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tells calls that reports have named from those that ingest has linked: a report that names another one is right. And gives the
 * tables of dialling some statistics, until autovacuum comes by: without any PostgreSQL takes a client to have one row in
 * them, for which going through all of the client's is as cheap as finding one by its key.
 */
export class CallsThatReportsName1764800050000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE dispatches ADD COLUMN is_call_linked boolean NOT NULL DEFAULT false');
    for (const table of ['dispatches', 'campaign_contacts']) {
      for (const [column, distinct] of Object.entries(DISTINCT))
        await db.query(STATISTICS, [table, column, distinct]);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE dispatches DROP COLUMN is_call_linked');
  }
}

/** A store of few clients: many rows for each. */
const DISTINCT = { client_id: 10, data_env: 3 };

// What there is already is better, and stays.
const STATISTICS = `
SELECT pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', $1::text, 'attname', $2::text,
                                  'inherited', false, 'version', current_setting('server_version_num')::integer,
                                  'null_frac', 0::real, 'avg_width', 12, 'n_distinct', $3::real)
 WHERE NOT EXISTS (SELECT FROM pg_stats
                    WHERE schemaname = current_schema() AND tablename = $1 AND attname = $2)`;
