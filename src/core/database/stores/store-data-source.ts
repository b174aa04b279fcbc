import type { Type } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';

type Leased = (error: undefined, client: object, release: () => void) => void;

/**
 * Replaces TypeORM's pool: only the store leases connections, because it binds the tenant to them.
 */
class NoPool {
  on(): void {
    // It has no connection whose end it could report.
  }

  connect(callback: Leased): void {
    callback(undefined, {}, () => undefined);
  }
}

/**
 * The DataSource of a tenant store writes the SQL of its entities; each transaction lends it a
 * connection. Opening it sends nothing to the store, so its first caller waits no longer than
 * others.
 */
export function openDataSource(url: string, entities: Type[]): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities,
    driver: { ...pg, Pool: NoPool },
    installExtensions: false,
  });
  // TypeORM queries its first connection for these, unless they are known.
  Object.assign(source.driver, { version: '18', searchSchema: 'public' });
  return source.initialize();
}
