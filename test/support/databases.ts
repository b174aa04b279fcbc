import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { inject } from 'vitest';
import type { Tenant } from '../../src/core/shared/auth-context.js';
import { perSuite } from './frames.js';

/** Databases of one test file: copies of the migrated ones. */
export interface TestDatabases {
  /** With the logins of the API, of the worker and of operators. */
  readonly metadataUrl: string;
  readonly workerMetadataUrl: string;
  readonly operatorMetadataUrl: string;
  readonly storeUrls: ReadonlyMap<string, string>;
  /**
   * The same databases as a superuser, whom row-level security does not bind: for planting and
   * checking rows.
   */
  readonly superuser: { readonly metadataUrl: string; readonly storeUrls: ReadonlyMap<string, string> };
  drop(): Promise<void>;
}

const onDatabase = (url: string, database: string): string => {
  const copy = new URL(url);
  copy.pathname = `/${database}`;
  return copy.toString();
};

/**
 * Condition on pg_locks, which lists the locks of every database of the server: locks on tables of
 * two copies of one database look the same, and tests run concurrently.
 */
export const IN_THIS_DATABASE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';

/** Runs statements as a superuser on one database. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs work while another transaction locks tables.
 * @param lock which ones and how, in SQL: `calls IN SHARE MODE`
 */
export const whileLocked = <T>(
  url: string,
  lock: string,
  work: (unlock: () => Promise<unknown>) => Promise<T>,
): Promise<T> =>
  withClient(url, async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${lock}`);
    return work(() => client.query('COMMIT'));
  });

/** A row for each session that waits for a lock on the table `$1`. */
export const WAITING_FOR_TABLE = `SELECT pid FROM pg_locks WHERE relation = $1::regclass AND NOT granted AND ${IN_THIS_DATABASE}`;

/** How many sessions wait for a lock on a table. */
export const waitersFor = (url: string, table: string): Promise<number> =>
  withClient(url, async (client) => (await client.query(WAITING_FOR_TABLE, [table])).rows.length);

export async function createTestDatabases(): Promise<TestDatabases> {
  const fixture = inject('fixture');
  const id = `t${randomBytes(6).toString('hex')}`;
  const templates = [fixture.metadataUrl, ...Object.values(fixture.storeUrls)].map((url) =>
    new URL(url).pathname.slice(1),
  );
  await withClient(fixture.superuserUrl, async (client) => {
    for (const template of templates) {
      await client.query(
        `CREATE DATABASE ${id}_${template} TEMPLATE ${template} OWNER telephony_owner STRATEGY FILE_COPY`,
      );
    }
  });
  const copyOf = (url: string): string => onDatabase(url, `${id}_${new URL(url).pathname.slice(1)}`);
  const asSuperuser = (url: string): string =>
    onDatabase(fixture.superuserUrl, new URL(copyOf(url)).pathname.slice(1));
  const stores = (address: (url: string) => string) =>
    new Map(Object.entries(fixture.storeUrls).map(([storeId, url]) => [storeId, address(url)]));
  return {
    metadataUrl: copyOf(fixture.metadataUrl),
    workerMetadataUrl: copyOf(fixture.workerMetadataUrl),
    operatorMetadataUrl: copyOf(fixture.operatorMetadataUrl),
    storeUrls: stores(copyOf),
    superuser: { metadataUrl: asSuperuser(fixture.metadataUrl), storeUrls: stores(asSuperuser) },
    drop: () =>
      withClient(fixture.superuserUrl, async (client) => {
        for (const template of templates) await client.query(`DROP DATABASE ${id}_${template} WITH (FORCE)`);
      }),
  };
}

/** Separate databases for the tests of a file or a describe. */
export const useTestDatabases = (): TestDatabases =>
  perSuite(createTestDatabases, (databases) => databases.drop());

/**
 * Superusers' pools by address, because connecting takes longer than most statements. Connections
 * end with their database.
 */
const pools = new Map<string, Pool>();

function poolOf(url: string): Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new Pool({ connectionString: url, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** Runs any statement as a superuser on the store of the test's tenants, or on another store. */
export const inStore = async <R extends object = Record<string, unknown>>(
  { databases }: { readonly databases: TestDatabases },
  text: string,
  values: unknown[] = [],
  storeId = 'store-a',
): Promise<R[]> => (await poolOf(databases.superuser.storeUrls.get(storeId)!).query<R>(text, values)).rows;

/**
 * A connection to the store like the service's: with its login, bound to a tenant. The caller ends
 * it.
 */
export async function asService({ storeUrls }: TestDatabases, tenant: Tenant): Promise<Client> {
  const client = new Client({ connectionString: storeUrls.get('store-a')! });
  await client.connect();
  await client.query(`SELECT set_config('app.client_id', $1, false), set_config('app.data_env', $2, false)`, [
    tenant.clientId,
    tenant.dataEnv,
  ]);
  return client;
}
