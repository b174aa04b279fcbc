import { Inject, Injectable } from '@nestjs/common';
import { BrokenCircuitError } from 'cockatiel';
import { escapeLiteral, PoolClient } from 'pg';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import type { AuthContext, Tenant } from '../auth/auth-context.js';
import { CATALOGUE } from '../errors/catalogue.js';
import { describeFault } from '../errors/driver-errors.js';
import { PlatformError, unavailable } from '../errors/platform-error.js';
import { connectionOf, StoreConnection, StoreDeadlineError, withDeadline } from './store-client.js';
import { StoreRegistry } from './store-registry.js';
import { TenantRoutes } from './tenant-routes.service.js';
import { TenantStore } from './tenant-store.js';

type Mode = 'READ ONLY' | 'READ WRITE';
type Work<T> = (db: StoreConnection) => Promise<T>;

const MAX_ATTEMPTS = 3;

// The server cancels a statement this much before its caller gives up: whoever still gets no answer at the
// deadline is facing a dead store and not a slow query, which is what the breaker needs to tell apart.
const SERVER_HEAD_START_MS = 100;

// What a caller should wait when the breaker is open: until a request may try the store again.
const RETRY_AFTER_SECONDS = 1;

/**
 * The door to call data (design: "The two doors to data"). It finds the tenant's store, leases a connection,
 * opens a transaction and binds the tenant to it; row-level security below compares every row with that
 * binding, so that a forgotten filter returns nothing.
 */
@Injectable()
export class TenantStores {
  constructor(
    private readonly routes: TenantRoutes,
    private readonly registry: StoreRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Runs `work` in a read-only transaction of the tenant's store.
   * @throws 500 without a route (contract, global rule 4), 503 when the store does not answer in time
   */
  read<T>(auth: AuthContext, work: Work<T>): Promise<T> {
    return this.enter(auth, 'READ ONLY', this.settings.tenantStores.readDeadlineMs, work);
  }

  /**
   * Runs `work` in a transaction of the tenant's store and commits it; run again from its start after a
   * deadlock or serialisation failure, so it must do nothing outside of `db`.
   * @throws 500 without a route, 503 when the store does not answer in time
   */
  async write<T>(auth: AuthContext, work: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.enter(auth, 'READ WRITE', this.settings.tenantStores.writeDeadlineMs, work);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || describeFault(error)?.kind !== 'retry') throw error;
      }
    }
  }

  private async enter<T>(tenant: Tenant, mode: Mode, deadlineMs: number, work: Work<T>): Promise<T> {
    const store = await this.storeOf(tenant);
    try {
      return await store.breaker.execute(() => this.lease(store, tenant, mode, deadlineMs, work));
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw unavailable(error, RETRY_AFTER_SECONDS);
      if (describeFault(error)?.kind === 'unavailable') throw unavailable(error);
      throw error;
    }
  }

  private async storeOf(tenant: Tenant): Promise<TenantStore> {
    const storeId = await this.routes.storeOf(tenant).catch((error: unknown) => {
      throw describeFault(error)?.kind === 'unavailable' ? unavailable(error) : error;
    });
    const store = storeId === null ? null : this.registry.get(storeId);
    if (!store) throw new PlatformError(CATALOGUE.tenantRouteMissing);
    return store;
  }

  private async lease<T>(
    store: TenantStore,
    tenant: Tenant,
    mode: Mode,
    deadlineMs: number,
    work: Work<T>,
  ): Promise<T> {
    const started = performance.now();
    const client = await store.acquire();
    // Connecting and the first answer share one bound, whatever the work itself may take: a store that
    // accepts and then stays silent must not hold a writer for its long deadline.
    const openMs = Math.max(50, this.settings.tenantStores.readDeadlineMs - (performance.now() - started));
    let broken: Error | undefined;
    try {
      await withDeadline(client.query(openingOf(tenant, mode, deadlineMs)), openMs);
      const remaining = Math.max(50, deadlineMs - (performance.now() - started));
      return await withDeadline(this.perform(client, work), remaining);
    } catch (error) {
      broken = error instanceof Error ? error : new Error('The work failed.');
      throw error;
    } finally {
      await release(client, broken);
    }
  }

  private async perform<T>(client: PoolClient, work: Work<T>): Promise<T> {
    const result = await work(connectionOf(client));
    await client.query('COMMIT');
    return result;
  }
}

/** BEGIN and the tenant's binding in one round trip. SET LOCAL ends with the transaction, so nothing leaks. */
function openingOf(tenant: Tenant, mode: Mode, deadlineMs: number): string {
  return (
    `BEGIN ${mode}; ` +
    `SET LOCAL app.client_id = ${escapeLiteral(tenant.clientId)}; ` +
    `SET LOCAL app.data_env = ${escapeLiteral(tenant.dataEnv)}; ` +
    `SET LOCAL statement_timeout = ${deadlineMs - Math.min(SERVER_HEAD_START_MS, deadlineMs / 2)}`
  );
}

/** Gives a connection back; after a failure only if a rollback brings it to a known state. */
async function release(client: PoolClient, broken: Error | undefined): Promise<void> {
  if (!broken) {
    client.release();
    return;
  }
  if (broken instanceof StoreDeadlineError) {
    client.release(broken);
    return;
  }
  try {
    await withDeadline(client.query('ROLLBACK'), 1000);
    client.release();
  } catch {
    client.release(true);
  }
}
