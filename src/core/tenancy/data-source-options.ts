import type { DataSourceOptions } from 'typeorm';
import { Calls1763690000000 } from '../../migrations/tenant/1763690000000-calls.js';
import { CallMonths1763900000000 } from '../../migrations/tenant/1763900000000-call-months.js';
import { AnalyseNewMonths1764220000000 } from '../../migrations/tenant/1764220000000-analyse-new-months.js';

/** How a tenant store is migrated; the service itself reads and writes it through TenantStores alone. */
export function tenantDataSourceOptions(url: string): Extract<DataSourceOptions, { type: 'postgres' }> {
  return {
    type: 'postgres',
    url,
    migrations: [Calls1763690000000, CallMonths1763900000000, AnalyseNewMonths1764220000000],
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    installExtensions: false,
  };
}
