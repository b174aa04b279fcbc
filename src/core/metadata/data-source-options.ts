import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Settings } from '../../config/settings.js';
import type { StoreSchema } from '../registry/registry.js';
import { prepareForLease } from './metadata-opening.js';
import { MetadataClient } from './metadata-client.js';
import { MetadataPool } from './metadata-pool.js';
import { ReadableNames } from './readable-names.js';

type PostgresDataSourceOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/**
 * How the metadata DataSource is set up, shared by the service, `migrate` and TypeORM's own CLI.
 * @param url address of the database; for the service as a member of telephony_app, for migrations as owner
 * @param schema the entities and migrations of core and the features
 */
export function metadataDataSourceOptions(url: string, schema: StoreSchema): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    ...schema,
    migrationsTransactionMode: 'each',
    namingStrategy: new ReadableNames(),
    synchronize: false,
    logging: false,
    // TypeORM would otherwise try to create the extension as a role that may not.
    installExtensions: false,
  };
}

/** The service's own connections: bounded in number and in every kind of waiting. */
export function serviceDataSourceOptions(
  metadata: Settings['metadata'],
  schema: StoreSchema,
): PostgresDataSourceOptions {
  return {
    ...metadataDataSourceOptions(metadata.url, schema),
    driver: { ...pg, Pool: MetadataPool },
    applicationName: 'telephony-platform',
    // Waiting for a connection and for an answer are each ended well within the 1.2 s after which a dead
    // metadata store has to be a 503; pg knows no bound of its own.
    connectTimeoutMS: 800,
    poolSize: metadata.poolMax,
    extra: {
      // The server cancels a slow statement before the client gives up on it: a statement that is merely slow
      // then costs an error and not the connection.
      statement_timeout: 800,
      query_timeout: 900,
      Client: MetadataClient,
      verify: prepareForLease,
      idle_in_transaction_session_timeout: 10_000,
    },
    poolErrorHandler: () => {
      // An idle connection that dies is replaced at its next use; without a listener it would end the process.
    },
  };
}
