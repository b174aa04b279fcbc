import { tenantKey, type DataEnv, type Tenant } from '../../core/shared/auth-context.js';
import { withReader, type Reader } from '../connection/owner-connection.js';
import { bytesOfTenants, NO_LOAD, type TableSample, type TenantLoad } from './tenant-load.policy.js';

interface TenantRow {
  readonly client_id: string;
  readonly data_env: DataEnv;
}

// The hourly sums are a minute old, and count millions of calls in a fraction of a second.
const CALLS = `
  SELECT client_id, data_env, sum(total_calls)::float8 AS calls,
         coalesce(sum(total_calls) FILTER (WHERE hour_utc > $1::timestamptz - interval '24 hours'), 0)::float8 AS of_day
    FROM call_rollups WHERE direction = '' GROUP BY client_id, data_env`;

const WORK = `
  SELECT client_id, data_env, count(*)::float8 AS due, extract(epoch FROM now() - min(ready_at))::float8 AS oldest_seconds
    FROM work_items WHERE ready_at <= now() GROUP BY client_id, data_env`;

const DEAD = `
  SELECT client_id, data_env, count(*)::float8 AS dead FROM work_dead_letters GROUP BY client_id, data_env`;

/** Every table with rows of tenants, with its partitions: a new table of a feature counts too. */
const TABLES = `
  SELECT quote_ident(t.relname) AS name, part.bytes::float8 AS bytes, part.pages::float8 AS pages
    FROM pg_class t
    CROSS JOIN LATERAL (
         SELECT sum(pg_total_relation_size(relid)) AS bytes,
                sum(pg_relation_size(relid)) / current_setting('block_size')::int AS pages
           FROM (SELECT t.oid AS relid UNION SELECT relid FROM pg_partition_tree(t.oid)) AS tree) part
   WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
     AND 2 = (SELECT count(*) FROM pg_attribute a
               WHERE a.attrelid = t.oid AND a.attname IN ('client_id', 'data_env') AND NOT a.attisdropped)`;

// Pages that are read of each table: 16 MiB say how its rows are spread, in a hundredth of a second.
const SAMPLED_PAGES = 2_000;

/**
 * The load of each tenant of a store.
 * @param url of the store's owner
 * @param now for the calls of the last 24 hours
 */
export const loadsOf = (url: string, now: Date): Promise<ReadonlyMap<string, TenantLoad>> =>
  withReader(url, async (store) => {
    const loads = new Map<string, TenantLoad>();
    const change = (tenant: Tenant, part: Partial<TenantLoad>): void =>
      void loads.set(tenantKey(tenant), { ...NO_LOAD, ...loads.get(tenantKey(tenant)), ...part });
    for (const row of await store.query<TenantRow & { calls: number; of_day: number }>(CALLS, [now]))
      change(tenantOf(row), { calls: row.calls, callsOfDay: row.of_day });
    for (const row of await store.query<TenantRow & { due: number; oldest_seconds: number }>(WORK))
      change(tenantOf(row), { due: row.due, oldestDueSeconds: row.oldest_seconds });
    for (const row of await store.query<TenantRow & { dead: number }>(DEAD))
      change(tenantOf(row), { dead: row.dead });
    for (const [key, bytes] of bytesOfTenants(await samplesOf(store)))
      loads.set(key, { ...NO_LOAD, ...loads.get(key), bytes });
    return loads;
  });

async function samplesOf(store: Reader): Promise<readonly TableSample[]> {
  const samples: TableSample[] = [];
  for (const { name, bytes, pages } of await store.query<{ name: string; bytes: number; pages: number }>(
    TABLES,
  )) {
    const percent = Math.min(100, (100 * SAMPLED_PAGES) / Math.max(1, pages));
    const rows = await store.query<TenantRow & { rows: number }>(
      `SELECT client_id, data_env, count(*)::float8 AS rows FROM ${name} TABLESAMPLE SYSTEM (${percent.toFixed(4)})
        GROUP BY client_id, data_env`,
    );
    samples.push({ bytes, rows: rows.map((row) => ({ ...tenantOf(row), rows: row.rows })) });
  }
  return samples;
}

const tenantOf = ({ client_id: clientId, data_env: dataEnv }: TenantRow): Tenant => ({ clientId, dataEnv });
