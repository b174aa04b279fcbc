import { Client } from 'pg';
import { factsOf, MEASURES } from '#app/features/calls/rollup/measures.js';
import { generateApiKey } from '#app/core/auth/api-keys/api-key.format.js';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { plantKey, startPlatform, STORE_DATABASE } from '../platform.ts';
import type { Platform } from '../platform.ts';

// Deployments of different sizes on one server, each with a metadata store and tenant stores.

interface Size {
  readonly tenants: number;
  readonly stores: number;
}

/** The baseline first, then more tenants, then more stores. */
const SIZES: readonly Size[] = [
  { tenants: 1, stores: 1 },
  { tenants: 100, stores: 10 },
  { tenants: 1000, stores: 10 },
  { tenants: 1000, stores: 100 },
];
const TRIAL_SIZES: readonly Size[] = [
  { tenants: 1, stores: 1 },
  { tenants: 20, stores: 2 },
  { tenants: 60, stores: 2 },
  { tenants: 60, stores: 5 },
];
const CALLS_PER_TENANT = 100;
/** Stores that are planted concurrently. */
const AT_ONCE = 3;
/** Long enough for jobs that run every five minutes. */
const IDLE_MS = 300_000;
const TRIAL_IDLE_MS = 20_000;

/** A deployment, and the environments of its processes. */
export interface Deployment extends Size {
  readonly name: string;
  readonly api: Readonly<Record<string, string>>;
  readonly worker: Readonly<Record<string, string | undefined>>;
  /** The prefix of its database names. */
  readonly prefix: string;
}

/** The deployments, and the key of each tenant; `keys[0]` belongs to the first tenant. */
export interface TenantsBench extends Bench {
  readonly deployments: readonly Deployment[];
  readonly keys: readonly string[];
  /** How long idle workers are observed. */
  readonly idleMs: number;
  readonly admin: <T>(database: string, work: (db: Client) => Promise<T>) => Promise<T>;
}

interface Opening {
  readonly client: Child;
  readonly isTrial: boolean;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

export async function openTenantsBench(opening: Opening): Promise<TenantsBench> {
  const { client, isTrial, startOursOn, onClose } = opening;
  const sizes = isTrial ? TRIAL_SIZES : SIZES;
  const most = Math.max(...sizes.map(({ tenants }) => tenants));
  // Its own transactions would count like those of our processes.
  const settings = { max_connections: '1500', shared_buffers: '512MB', autovacuum: 'off' };
  const platform = await startPlatform({ settings, onClose });
  const admin = async <T>(database: string, work: (db: Client) => Promise<T>): Promise<T> => {
    const db = new Client({ connectionString: platform.superuserUrl(database) });
    await db.connect();
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  };
  const keys = Array.from({ length: most }, () => generateApiKey('prod'));
  const pepper = platform.environment['API_KEY_PEPPER'] ?? '';
  await admin('metadata', async (db) => {
    await db.query('BEGIN');
    for (const [index, key] of keys.entries()) await plantKey(db, pepper, key, 'partner_admin', index + 1);
    await db.query(
      `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
       SELECT 'client-' || n, 'prod', 'desk', 'Desk', 'UTC', 'active' FROM generate_series(1, ${most}) n`,
    );
    await db.query('COMMIT');
  });
  const deployments: Deployment[] = [];
  for (const size of sizes) {
    console.log(`  ${nameOf(size)}`);
    deployments.push(await deploy(platform, admin, size));
  }
  const idleMs = isTrial ? TRIAL_IDLE_MS : IDLE_MS;
  return { platform, client, startOurs: startOursOn(platform), deployments, keys, idleMs, admin };
}

const nameOf = ({ tenants, stores }: Size): string => `${tenants}/${stores}`;

async function deploy(platform: Platform, admin: TenantsBench['admin'], size: Size): Promise<Deployment> {
  const { tenants, stores } = size;
  const prefix = `d${tenants}_${stores}_`;
  const databases = Array.from({ length: stores }, (_, store) => `${prefix}${store}`);
  await admin('postgres', async (db) => {
    await db.query(`CREATE DATABASE ${prefix}metadata TEMPLATE metadata STRATEGY FILE_COPY`);
    for (const database of databases)
      await db.query(
        `CREATE DATABASE ${database} OWNER telephony_owner TEMPLATE ${STORE_DATABASE} STRATEGY FILE_COPY`,
      );
  });
  await admin(`${prefix}metadata`, async (db) => {
    const number = `replace(client_id, 'client-', '')::integer`;
    await db.query(`DELETE FROM tenant_routes WHERE ${number} > $1`, [tenants]);
    await db.query(`UPDATE tenant_routes SET store_id = 'store-' || ${number} % $1`, [stores]);
    await db.query('VACUUM (ANALYZE)');
  });
  const left = databases.entries();
  const plant = async (): Promise<void> => {
    for (const [store, database] of left)
      await admin(database, async (db) => {
        for (const statement of plantCalls(size, store)) await db.query(statement);
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, plant));
  const urls = JSON.parse(platform.environment['TENANT_STORES'] ?? '{}') as Record<string, string>;
  const storeUrls = databases.map(
    (database, store) => [`store-${store}`, on(urls['store-a'] ?? '', database)] as const,
  );
  const ours = {
    TENANT_STORES: JSON.stringify(Object.fromEntries(storeUrls)),
    METADATA_DATABASE_URL: on(platform.environment['METADATA_DATABASE_URL'] ?? '', `${prefix}metadata`),
  };
  const worker = { METADATA_DATABASE_URL: on(platform.workerMetadataUrl, `${prefix}metadata`) };
  return {
    ...size,
    ...{ name: nameOf(size), prefix, api: ours },
    worker: { ...platform.environment, ...ours, ...worker },
  };
}

function on(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** The calls of a store's tenants in the last days, and their sums. */
const plantCalls = ({ tenants, stores }: Size, store: number): string[] => [
  `SELECT open_call_months(array_agg(d)) FROM generate_series(now() - interval '26 days', now(), interval '1 day') d`,
  `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc,
                      ended_at_utc, duration_seconds, sentiment)
   SELECT 'client-' || n, 'prod', 'call-' || c, 1, 'desk', 'inbound', 'phone', CASE c % 8 WHEN 0 THEN 'missed' ELSE 'completed' END,
          at, at + interval '90 seconds', 90, CASE c % 10 WHEN 0 THEN 'negative' ELSE 'positive' END
     FROM generate_series(1, ${tenants}) n, generate_series(1, ${CALLS_PER_TENANT}) c,
          LATERAL (SELECT now() - c * interval '6 hours' AS at)
    WHERE n % ${stores} = ${store}`,
  `INSERT INTO call_rollups (client_id, data_env, project_id, hour_utc, solution_id, ${MEASURES.map(({ name }) => name).join(', ')})
   SELECT c.client_id, c.data_env, c.project_id, date_trunc('hour', c.started_at_utc), '', ${MEASURES.map(({ ofCalls }) => ofCalls).join(', ')}
     FROM calls c${factsOf(MEASURES)} GROUP BY 1, 2, 3, 4`,
  'VACUUM (ANALYZE)',
];
