import { Injectable } from '@nestjs/common';
import { tenantKey, type DataEnv, type Tenant } from '../../shared/auth-context.js';
import { LookupCache } from '../lookup-cache.js';
import { MetadataStore } from '../metadata/metadata-store.js';
import { SystemQueries } from '../metadata/system-queries.js';
import { Clock } from '../../time/clock.js';
import { ALL_TENANT_ROUTES, IS_PROVISIONING, TENANT_ROUTE } from './tenant-routes.queries.js';

// A moved tenant is followed within five seconds by every process, without asking the route table
// per request.
const ROUTE_TTL_MS = 5_000;
// A second before its end, which is more than an answer takes, the route of a busy tenant is read
// behind a request.
const REFRESH_AFTER_MS = 4_000;
// Two short strings each: 10 000 routes are about 2 MB, and more tenants than that only read the
// table again.
const MAX_ROUTES = 10_000;

interface RouteRow {
  client_id: string;
  data_env: DataEnv;
  store_id: string;
}

const tenantOf = (route: RouteRow): Tenant => ({ clientId: route.client_id, dataEnv: route.data_env });

/**
 * Says which store holds a tenant's call data. Absent routes are not cached: a new tenant works at
 * once.
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

  /** The store id of the tenant, or null when no route exists. */
  storeOf(tenant: Tenant): Promise<string | null> {
    return this.cache.find(tenantKey(tenant), async () => {
      const [route] = await this.metadata.read(tenant, (db) => db.query<{ store_id: string }>(TENANT_ROUTE));
      return route ? { value: route.store_id } : null;
    });
  }

  /** Whether the tenant has no store because its client is still being set up (access 4.12). */
  async isProvisioning(tenant: Tenant): Promise<boolean> {
    const rows = await this.metadata.read(tenant, (db) => db.query(IS_PROVISIONING));
    return rows.length > 0;
  }

  /** Every tenant that has a store, for work that goes through all of them. */
  async all(): Promise<readonly Tenant[]> {
    const routes = await this.reads.query<RouteRow>(ALL_TENANT_ROUTES, []);
    return routes.map(tenantOf);
  }

  /** Some tenant of each store, for work that is done once a store. */
  async onePerStore(): Promise<readonly Tenant[]> {
    const routes = await this.reads.query<RouteRow>(ALL_TENANT_ROUTES, []);
    const byStore = new Map(routes.map((route) => [route.store_id, tenantOf(route)]));
    return [...byStore.values()];
  }
}
