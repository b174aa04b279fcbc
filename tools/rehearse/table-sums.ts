import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import type { Tenant } from '#app/core/shared/auth-context.js';
import { asSuperuser } from './base-backup.ts';
import type { Row } from './proof.ts';

interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

/** For each table, the number of rows and a checksum that does not depend on their order. */
export type Sums = ReadonlyMap<string, Sum>;

const TABLES = `
  SELECT t.oid::regclass::text AS name,
         EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'data_env') AS "isOfTenants"
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
   WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relpersistence = 'p'
     AND n.nspname NOT IN ('pg_catalog', 'information_schema')
   ORDER BY 1`;

/**
 * Sums up every table of a database.
 * @param which of tables with rows of tenants, only the rows of one tenant, or of all others
 */
export function sumsOf(
  server: EmbeddedServer,
  database: string,
  which?: { readonly tenant: Tenant; readonly others: boolean },
): Promise<Sums> {
  return asSuperuser(
    server,
    async (client) => {
      const sums = new Map<string, Sum>();
      const { rows: tables } = await client.query<{ name: string; isOfTenants: boolean }>(TABLES);
      for (const { name, isOfTenants } of tables) {
        if (which && !which.others && !isOfTenants) continue;
        const isOne = `(client_id, data_env) = ($1, $2)`;
        const where = which && isOfTenants ? `WHERE ${which.others ? 'NOT ' : ''}${isOne}` : '';
        const { rows } = await client.query<Sum>(
          `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS checksum
             FROM ${name} t ${where}`,
          where === '' ? [] : [which!.tenant.clientId, which!.tenant.dataEnv],
        );
        sums.set(name, rows[0]!);
      }
      return sums;
    },
    database,
  );
}

/**
 * Prints two sums for each table that has rows.
 * @returns how many tables differ
 */
export function compareSums(what: string, was: Sums, is: Sums, row: Row): number {
  row(what, 'rows then', 'rows now', 'checksums');
  let differing = 0;
  for (const [name, sum] of was) {
    const now = is.get(name);
    const isEqual = now !== undefined && sum.rows === now.rows && sum.checksum === now.checksum;
    if (!isEqual) differing += 1;
    if (sum.rows > 0 || !isEqual)
      row(`  ${name}`, sum.rows, now?.rows ?? 'no table', isEqual ? 'equal' : 'DIFFER');
  }
  row(`  ${was.size} tables, differing`, '', '', differing);
  return differing;
}
