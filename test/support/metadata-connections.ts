import { DataSource } from 'typeorm';
import type { Settings } from '../../src/config/settings.js';
import {
  openSystemPool,
  serviceDataSourceOptions,
} from '../../src/core/database/metadata/data-source-options.js';
import type { MetadataPool, SystemPool } from '../../src/core/database/metadata/metadata-pool.js';
import { testSettings } from './app.js';
import { createTestDatabases } from './databases.js';
import type { TestDatabases } from './databases.js';
import { FaultProxy } from './fault-proxy.js';
import { perSuite } from './frames.js';

type MetadataSettings = Settings['metadata'];

/** A process's connections to the metadata store alone, through the proxy. */
interface MetadataConnections {
  readonly databases: TestDatabases;
  readonly settings: Settings;
  readonly proxy: FaultProxy;
  readonly dataSource: DataSource;
  readonly pool: MetadataPool;
  readonly system: SystemPool;
  close(): Promise<void>;
}

async function connect(change: (base: MetadataSettings) => MetadataSettings): Promise<MetadataConnections> {
  const databases = await createTestDatabases();
  const proxy = await FaultProxy.before(databases.metadataUrl);
  const base = testSettings(databases);
  const settings = { ...base, metadata: change({ ...base.metadata, url: proxy.url }) };
  const dataSource = new DataSource(
    serviceDataSourceOptions(settings.metadata, { entities: [], migrations: [] }),
  );
  await dataSource.initialize();
  const { master: pool } = dataSource.driver as unknown as { master: MetadataPool };
  const system = openSystemPool(settings.metadata, pool);
  const close = async (): Promise<void> => {
    await system.end();
    await dataSource.destroy();
    await proxy.close();
    await databases.drop();
  };
  return { databases, settings, proxy, dataSource, pool, system, close };
}

/**
 * Those of the tests of a file, or of a describe. @param change of the settings of a process on new
 * databases
 */
export const useMetadataConnections = (
  change: (base: MetadataSettings) => MetadataSettings = (base) => base,
): MetadataConnections =>
  perSuite(
    () => connect(change),
    (connections) => connections.close(),
  );
