import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { PoolConfig } from 'pg';
import { DefaultNamingStrategy, type DataSourceOptions, type Table } from 'typeorm';
import type { Settings } from '../../../config/settings.js';
import type { StoreSchema } from '../../registry/registry.js';
import { MIGRATING, onConnect, type Preparation } from '../driver/new-connection.js';
import { MetadataClient } from './metadata-client.js';
import { MetadataPool, SystemPool } from './metadata-pool.js';
import { prepareForSystem, prepareForTenants } from './new-connections.js';

const nameOf = (table: Table | string): string =>
  (typeof table === 'string' ? table : table.name).split('.').at(-1)!;

/** Constraint names that a person can read in an error or a plan, instead of TypeORM's hashes. */
class StatementNames extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `${nameOf(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${nameOf(table)}_${columnNames.join('_')}_fkey`;
  }
}

type PostgresDataSourceOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/**
 * The options of the metadata DataSource for the service, `migrate` and TypeORM's CLI.
 * @param url address of the database; for migrations as owner
 * @param schema the entities and migrations of core and the features
 */
export function metadataDataSourceOptions(url: string, schema: StoreSchema): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    ...schema,
    migrationsTransactionMode: 'each',
    namingStrategy: new StatementNames(),
    synchronize: false,
    logging: false,
    // TypeORM would otherwise create the extension, with a role that may not.
    installExtensions: false,
    extra: { onConnect: onConnect(MIGRATING) },
  };
}

// Most statements on the system's connections take a millisecond and share them; units of work hold
// theirs.
const SYSTEM_SHARE = 0.4;

/** The share of a process's connections for tenants and for the system. */
function sharesOf(poolMax: number): { readonly tenants: number; readonly system: number } {
  const system = Math.max(1, Math.floor(poolMax * SYSTEM_SHARE));
  return { tenants: Math.max(1, poolMax - system), system };
}

/** Bounds of every connection of the service, in every kind of waiting. */
const connectionOf = ({ statementMs, lockMs }: Settings['metadata'], prepare: Preparation) => ({
  query_timeout: statementMs + CANCEL_MS,
  Client: MetadataClient,
  onConnect: onConnect({
    timeouts: () => ({
      // The server cancels a slow statement before the client gives up: an error costs less than
      // the connection.
      statement_timeout: statementMs,
      // PostgreSQL checks for deadlocks after a second, when both callers would have given up. The
      // value differs between connections, so that one of two deadlocked callers gives up and
      // retries.
      lock_timeout: randomInt(lockMs, 2 * lockMs),
      idle_in_transaction_session_timeout: 10_000,
    }),
    prepare,
  }),
});

// Time for the server to cancel a statement and to report it.
const CANCEL_MS = 100;

const APPLICATION = 'telephony-platform';

// An idle connection that dies is replaced at its next use; without a listener it would end the
// process.
const ignore = (): void => undefined;

export function serviceDataSourceOptions(
  metadata: Settings['metadata'],
  schema: StoreSchema,
): PostgresDataSourceOptions {
  return {
    ...metadataDataSourceOptions(metadata.url, schema),
    driver: { ...pg, Pool: MetadataPool },
    applicationName: APPLICATION,
    connectTimeoutMS: metadata.connectMs,
    poolSize: sharesOf(metadata.poolMax).tenants,
    extra: connectionOf(metadata, prepareForTenants(metadata.group)),
    poolErrorHandler: ignore,
  };
}

/** The connections of the door for work across tenants. */
export function openSystemPool(metadata: Settings['metadata'], tenants: MetadataPool): SystemPool {
  const options: PoolConfig = {
    connectionString: metadata.url,
    application_name: APPLICATION,
    connectionTimeoutMillis: metadata.connectMs,
    max: sharesOf(metadata.poolMax).system,
    ...connectionOf(metadata, prepareForSystem(metadata.group)),
    Client: MetadataClient as unknown as NonNullable<PoolConfig['Client']>,
  };
  const pool = new SystemPool(options, tenants);
  pool.on('error', ignore);
  return pool;
}
