import { withReader } from '../connection/owner-connection.js';
import type { TableSize } from './verdict.policy.js';

/** A store in use, as its catalog describes it. */
export interface LiveStore {
  /** The migrations that it has; null: it was never migrated. */
  readonly applied: readonly string[] | null;
  /** The sizes of its tables, with their partitions. */
  readonly sizes: ReadonlyMap<string, TableSize>;
  /** For each table with partitions, the bounds of one. */
  readonly partitions: readonly Partition[];
}

export interface Partition {
  readonly parent: string;
  readonly bound: string;
}

/** TypeORM's own table, in each store. */
const APPLIED = 'migrations';

// Rows as the planner estimates them; a table that was never analyzed has rows of 100 bytes.
const SIZES = `
  SELECT coalesce(pg_partition_root(t.oid), t.oid)::regclass::text AS table,
         sum(pg_relation_size(t.oid))::float8 AS bytes,
         sum(pg_relation_size(t.oid) * CASE WHEN t.relpages > 0 AND t.reltuples >= 0
               THEN t.reltuples / t.relpages / current_setting('block_size')::float8
               ELSE 0.01 END)::float8 AS rows
    FROM pg_class t
   WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
   GROUP BY 1`;

const PARTITIONS = `
  SELECT DISTINCT ON (i.inhparent) i.inhparent::regclass::text AS parent, pg_get_expr(p.relpartbound, p.oid) AS bound
    FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
   WHERE p.relispartition AND p.relkind = 'r' AND p.relnamespace = 'public'::regnamespace
   ORDER BY i.inhparent, p.oid DESC`;

/** Reads a store's catalog and its list of migrations, in a transaction that can only read. */
export const readLiveStore = (url: string): Promise<LiveStore> =>
  withReader(url, async (store) => {
    await store.query('BEGIN READ ONLY');
    const [known] = await store.query<{ has: boolean }>(
      `SELECT to_regclass('${APPLIED}') IS NOT NULL AS has`,
    );
    const applied = known!.has ? await store.query<{ name: string }>(`SELECT name FROM ${APPLIED}`) : null;
    const sizes = await store.query<{ table: string } & TableSize>(SIZES);
    const partitions = await store.query<{ parent: string; bound: string }>(PARTITIONS);
    return {
      applied: applied?.map(({ name }) => name) ?? null,
      sizes: new Map(sizes.map(({ table, bytes, rows }) => [table, { bytes, rows }])),
      partitions,
    };
  });
