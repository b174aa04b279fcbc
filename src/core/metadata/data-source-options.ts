import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Settings } from '../../config/settings.js';
import { Foundation1763690000000 } from '../../migrations/metadata/1763690000000-foundation.js';
import { ThrottleSlots1763700000000 } from '../../migrations/metadata/1763700000000-throttle-slots.js';
import { PiiPolicies1763800000000 } from '../../migrations/metadata/1763800000000-pii-policies.js';
import { Exports1763950000000 } from '../../migrations/metadata/1763950000000-exports.js';
import { Projects1764000000000 } from '../../migrations/metadata/1764000000000-projects.js';
import { Workspace1764100000000 } from '../../migrations/metadata/1764100000000-workspace.js';
import { KeyOrganisations1764200000000 } from '../../migrations/metadata/1764200000000-key-organisations.js';
import { PiiSettings1764210000000 } from '../../migrations/metadata/1764210000000-pii-settings.js';
import { ChangedPaths1764240000000 } from '../../migrations/metadata/1764240000000-changed-paths.js';
import { DraftQuota1764260000000 } from '../../migrations/metadata/1764260000000-draft-quota.js';
import { ThrottleHitIds1764270000000 } from '../../migrations/metadata/1764270000000-throttle-hit-ids.js';
import { MetadataClient } from './metadata-client.js';
import { METADATA_ENTITIES } from './metadata-entities.js';
import { MetadataPool } from './metadata-pool.js';
import { ReadableNames } from './readable-names.js';

type PostgresDataSourceOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/**
 * How the metadata DataSource is set up, shared by the service, `migrate` and TypeORM's own CLI.
 * @param url address of the database; for the service as a member of telephony_app, for migrations as owner
 */
export function metadataDataSourceOptions(url: string): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: METADATA_ENTITIES,
    migrations: [
      Foundation1763690000000,
      ThrottleSlots1763700000000,
      PiiPolicies1763800000000,
      Exports1763950000000,
      Projects1764000000000,
      Workspace1764100000000,
      KeyOrganisations1764200000000,
      PiiSettings1764210000000,
      ChangedPaths1764240000000,
      DraftQuota1764260000000,
      ThrottleHitIds1764270000000,
    ],
    migrationsTransactionMode: 'each',
    namingStrategy: new ReadableNames(),
    synchronize: false,
    logging: false,
    // TypeORM would otherwise try to create the extension as a role that may not.
    installExtensions: false,
  };
}

/** The service's own connections: bounded in number and in every kind of waiting. */
export function serviceDataSourceOptions(metadata: Settings['metadata']): PostgresDataSourceOptions {
  return {
    ...metadataDataSourceOptions(metadata.url),
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
      idle_in_transaction_session_timeout: 10_000,
    },
    poolErrorHandler: () => {
      // An idle connection that dies is replaced at its next use; without a listener it would end the process.
    },
  };
}
