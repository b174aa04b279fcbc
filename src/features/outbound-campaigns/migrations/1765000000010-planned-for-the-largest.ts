import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A plan that is kept is made for a tenant like all others. Where a thousand small ones are beside a large one that is a tenant of a few
 * rows, for which going through all of them is as cheap as finding some by their key. So PostgreSQL takes each tenant of these tables for
 * the largest one: `n_distinct` has the same effect as if all rows were one tenant's, and never more than the largest one has.
 */
export class PlannedForTheLargest1765000000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, keys] of Object.entries(TABLES)) {
      await db.query(alterTenant(table, 'SET (n_distinct = 1)'));
      for (const [column, distinct] of Object.entries({ ...TENANT, ...keys })) {
        await db.query(STATISTICS, [table, column, distinct]);
      }
      // Of an empty table it leaves the statistics as they are.
      await db.query(`ANALYZE ${table}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES)) await db.query(alterTenant(table, 'RESET (n_distinct)'));
  }
}

const TENANT = { client_id: 1, data_env: 1 };

/** Until the first statistics come: each key is of one row, and each number too. */
const TABLES = {
  campaign_contacts: { campaign_id: 1, contact_id: -1, external_contact_id: -1, phone_hash: -1 },
  dispatches: { campaign_id: 1, contact_id: -1, dispatch_id: -1, call_id: -1 },
  single_dispatches: { dispatch_id: -1, phone_hash: -1 },
  suppressions: { phone_hash: -1 },
} as const;

const alterTenant = (table: string, change: string): string =>
  `ALTER TABLE ${table} ${Object.keys(TENANT)
    .map((column) => `ALTER COLUMN ${column} ${change}`)
    .join(', ')}`;

const STATISTICS = `
SELECT pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', $1::text, 'attname', $2::text,
                                  'inherited', false, 'version', current_setting('server_version_num')::integer,
                                  'null_frac', 0::real, 'avg_width', 12, 'n_distinct', $3::real)`;
