import type { DataSourceOptions } from 'typeorm';
import type { StoreSchema } from '../../registry/registry.js';
import { MIGRATING, onConnect } from '../driver/new-connection.js';

/**
 * How a tenant store is migrated; the service itself reads and writes it through TenantStores
 * alone.
 */
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
