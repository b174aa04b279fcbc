import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';

export interface TenantTable {
  readonly name: string;
  /** Its columns and their types, to compare two stores. */
  readonly shape: string;
  /** The columns that are written; PostgreSQL computes the others. */
  readonly columns: readonly string[];
  /** The partitions; empty without. */
  readonly leaves: readonly string[];
  /** Tables that its foreign keys name. */
  readonly refersTo: readonly string[];
}

/** Audit events were relayed since the moment, and slots end by themselves: neither goes back. */
const LEFT = ['audit_outbox', 'capacity_leases', 'tenant_fences'];

/** Later rows of these tables stay, and earlier ones come back. */
export const MERGED: readonly string[] = [
  // They protect people.
  'suppressions',
  'erased_callers',
  'caller_erasures',
  'contact_erasures',
  // Versions name builds, and are in the metadata store, which is not restored.
  'knowledge_builds',
  'knowledge_build_sources',
  'knowledge_contents',
  'knowledge_chunks',
  'knowledge_words',
];

const TENANT_TABLES = `
  SELECT t.relname AS name,
         (SELECT string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
            FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS shape,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                ORDER BY a.attnum) AS columns,
         ARRAY(SELECT p.relid::regclass::text FROM pg_partition_tree(t.oid) p WHERE p.isleaf AND p.relid <> t.oid) AS leaves,
         ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
                WHERE f.contype = 'f' AND f.conrelid = t.oid AND f.confrelid <> t.oid) AS "refersTo"
    FROM pg_class t
   WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
     AND t.relname <> ALL ($1)
     AND (SELECT count(*) FROM pg_attribute a
           WHERE a.attrelid = t.oid AND NOT a.attisdropped AND a.attname IN ('client_id', 'data_env')) = 2
   ORDER BY t.relname`;

/**
 * The tables of a store that are restored, each after those that its foreign keys name. A table of a
 * new feature is among them because of its columns.
 */
export async function tenantTables(store: Reader, without: readonly string[] = LEFT): Promise<TenantTable[]> {
  const left = await store.query<TenantTable & Record<string, unknown>>(TENANT_TABLES, [without]);
  const ordered: TenantTable[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ refersTo }) => !left.some(({ name }) => refersTo.includes(name)));
    ordered.push(...left.splice(Math.max(next, 0), 1));
  }
  return ordered;
}

/** Condition on the rows of a tenant. */
export const ofTenant = ({ clientId, dataEnv }: Tenant): string =>
  `client_id = ${escapeLiteral(clientId)} AND data_env = ${escapeLiteral(dataEnv)}`;

/** Number of rows and a checksum in which their order does not count. */
export interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

/** Sums up the tenant's rows of a table, without those of some partitions. */
export async function sumOf(
  store: Reader,
  { name }: TenantTable,
  tenant: Tenant,
  without: readonly string[],
): Promise<Sum> {
  const [sum] = await store.query<{ rows: number; checksum: string }>(
    `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS checksum
       FROM ${escapeIdentifier(name)} t WHERE ${ofTenant(tenant)} AND tableoid::regclass::text <> ALL ($1)`,
    [without],
  );
  return sum!;
}
