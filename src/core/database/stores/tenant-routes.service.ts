import { Injectable } from '@nestjs/common';
import { tenantKey, type DataEnv, type Tenant } from '../../shared/auth-context.js';
import { LookupCache } from '../lookup-cache.js';
import { MetadataStore } from '../metadata/metadata-store.js';
import { SystemQueries } from '../metadata/system-queries.js';
import { Clock } from '../../time/clock.js';
import {
  ALL_TENANT_ROUTES,
  IS_PROVISIONING,
  ROUTES_OF_CLIENTS,
  TENANT_ROUTE,
} from './tenant-routes.queries.js';

// Every process follows a moved tenant within a second; 800 ms leaves room for the request itself, as
// with API keys.
const ROUTE_TTL_MS = 800;
// Leaves 300 ms for the answer, so that requests of a busy tenant do not wait.
const REFRESH_AFTER_MS = 500;
// 10 000 routes are about 2 MB; with more tenants the table is only read again.
const MAX_ROUTES = 10_000;

interface RouteRow {
  client_id: string;
  data_env: DataEnv;
  store_id: string;
}

const tenantOf = (route: RouteRow): Tenant => ({ clientId: route.client_id, dataEnv: route.data_env });

/**
 * Finds the store that holds a tenant's call data. Absent routes are not cached, so that a new
 * tenant works immediately.
 */
@Injectable()
export class TenantRoutes {
  private readonly cache: LookupCache<string>;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly reads: SystemQueries,
    clock: Clock,
  ) {
    this.cache = new LookupCache(clock, {
      maxAgeMs: ROUTE_TTL_MS,
      refreshAfterMs: REFRESH_AFTER_MS,
      maxEntries: MAX_ROUTES,
    });
  }

  storeOf(tenant: Tenant): Promise<string | null> {
    return this.cache.find(tenantKey(tenant), () => this.ask(tenant));
  }

  /** Reads the route of a moving tenant again. */
  async renew(tenant: Tenant): Promise<void> {
    await this.cache.renew(tenantKey(tenant), () => this.ask(tenant));
  }

  /** Whether the tenant has no store because its client is still being set up (access 4.12). */
  async isProvisioning(tenant: Tenant): Promise<boolean> {
    const rows = await this.metadata.read(tenant, (db) => db.query(IS_PROVISIONING));
    return rows.length > 0;
  }

  private async ask(tenant: Tenant): Promise<{ readonly value: string } | null> {
    const [route] = await this.metadata.read(tenant, (db) => db.query<{ store_id: string }>(TENANT_ROUTE));
    return route ? { value: route.store_id } : null;
  }

  async all(): Promise<readonly Tenant[]> {
    const routes = await this.reads.query<RouteRow>(ALL_TENANT_ROUTES, []);
    return routes.map(tenantOf);
  }

  /** Groups clients of one environment by store; clients without a store are left out. */
  async byStore(clientIds: readonly string[], dataEnv: DataEnv): Promise<ReadonlyMap<string, string[]>> {
    const routes = await this.reads.query<RouteRow>(ROUTES_OF_CLIENTS, [clientIds, dataEnv]);
    const groups = Map.groupBy(routes, ({ store_id }) => store_id);
    return new Map([...groups].map(([store, rows]) => [store, rows.map(({ client_id }) => client_id)]));
  }

  /** One tenant of each store, for work that is done once per store. */
  async onePerStore(): Promise<readonly Tenant[]> {
    const routes = await this.reads.query<RouteRow>(ALL_TENANT_ROUTES, []);
    const byStore = new Map(routes.map((route) => [route.store_id, tenantOf(route)]));
    return [...byStore.values()];
  }
}
