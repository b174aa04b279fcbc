import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METADATA_WAITS, STORE_WAITS } from '../../../src/config/settings.js';
import {
  openSystemPool,
  serviceDataSourceOptions,
} from '../../../src/core/database/metadata/data-source-options.js';
import type { MetadataPool } from '../../../src/core/database/metadata/metadata-pool.js';
import { StoreNotices } from '../../../src/core/database/stores/store-notices.service.js';
import { TenantStore } from '../../../src/core/database/stores/tenant-store.js';
import { punctually, useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { StatementGate } from '../../support/statement-gate.js';

// The longest time until a new connection of a store is leased.
const ACQUIRE_MS = 400;

/** A pool with one connection. */
interface Door {
  lease(): Promise<PoolClient>;
  close(): Promise<unknown>;
}

const notified = useTestApp({ settings: punctually });

// The pool leased the connection to a caller whose time had run out, and who never released it: one
// connection was lost permanently.
describe('a connection that is ready when the one that waited for it has gone', () => {
  const test = useTestApp({ settings: punctually });
  const gate = new StatementGate();
  let metadata: Parameters<typeof serviceDataSourceOptions>[0];

  const openTenants = async () => {
    const source = new DataSource(serviceDataSourceOptions(metadata, { entities: [], migrations: [] }));
    await source.initialize();
    return { source, pool: (source.driver as unknown as { master: MetadataPool }).master };
  };
  const doors: Readonly<Record<string, () => Promise<Door>>> = {
    'the tenants’ door of the metadata store': async () => {
      const { source, pool } = await openTenants();
      return { lease: () => pool.connect(), close: () => source.destroy() };
    },
    'the system’s door of the metadata store': async () => {
      const { source, pool } = await openTenants();
      const system = openSystemPool(metadata, pool);
      return { lease: () => system.connect(), close: () => Promise.all([system.end(), source.destroy()]) };
    },
    'a tenant store': async () => {
      const url = await gate.before(test.databases.storeUrls.get('store-a')!);
      const store = new TenantStore(
        'store-a',
        url,
        { poolMax: 1, acquireMs: ACQUIRE_MS, pingMs: STORE_WAITS.pingMs },
        [],
      );
      return { lease: () => store.acquire(), close: () => store.close() };
    },
  };

  beforeAll(async () => {
    const url = await gate.before(test.databases.metadataUrl);
    // One connection for each door.
    metadata = { url, poolMax: 2, group: 'telephony_requests', ...METADATA_WAITS };
  });
  afterAll(() => gate.close());

  it.each(Object.keys(doors))('is leased to the next, at %s', async (name) => {
    const door = await doors[name]!();
    const first = await door.lease();
    const askedAt = performance.now();
    const waiting = door.lease().catch((error: Error) => error.message);
    await eventually(() => expect(performance.now() - askedAt).toBeGreaterThan(ACQUIRE_MS / 2));
    const isHeld = gate.stopAt(1, 'before');
    first.release(true);
    await isHeld;
    expect(await waiting).toBe('timeout exceeded when trying to connect');
    gate.letGo();
    (await door.lease()).release();
    await door.close();
  });
});

it('a connection for notices of a store that does not answer in time is hung up', async () => {
  const gate = new StatementGate();
  const url = await gate.before(notified.databases.storeUrls.get('store-a')!);
  const settings = {
    ...notified.settings,
    tenantStores: { ...notified.settings.tenantStores, urls: new Map([['store-a', url]]) },
  };
  const notices = new StoreNotices(settings);
  const isHeld = gate.stopAt(1, 'before');
  const listening = notices.listen();
  await isHeld;
  expect(gate.connections).toBe(1);
  await listening;
  await eventually(() => expect(gate.connections).toBe(0));
  await notices.beforeApplicationShutdown();
  await gate.close();
});
