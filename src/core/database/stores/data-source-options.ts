import type { DataSourceOptions } from 'typeorm';
import type { StoreSchema } from '../../registry/registry.js';
import { MIGRATING, onConnect } from '../driver/new-connection.js';

/** For migrations; the service itself uses only TenantStores. */
export function tenantDataSourceOptions(
  url: string,
  schema: StoreSchema,
): Extract<DataSourceOptions, { type: 'postgres' }> {
  return {
    type: 'postgres',
    url,
    ...schema,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    installExtensions: false,
    extra: { onConnect: onConnect(MIGRATING) },
  };
}
