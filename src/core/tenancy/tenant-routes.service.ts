import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tenant } from '../kernel/auth-context.js';
import { LookupCache } from '../lookups/lookup-cache.js';
import { TenantRouteEntity } from '../metadata/entities/tenant.entities.js';
import { Clock } from '../time/clock.js';

// A moved tenant is followed within five seconds by every process, without asking the route table per request.
const ROUTE_TTL_MS = 5_000;
// A second before its end, which is more than an answer takes, the route of a busy tenant is read behind a request.
const REFRESH_AFTER_MS = 4_000;
// Two short strings each: 10 000 routes are about 2 MB, and more tenants than that only read the table again.
const MAX_ROUTES = 10_000;

/** Says which store holds a tenant's call data. Absent routes are not cached: a new tenant works at once. */
@Injectable()
export class TenantRoutes {
  private readonly cache: LookupCache<string>;

  constructor(
    private readonly dataSource: DataSource,
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
    const { clientId, dataEnv } = tenant;
    return this.cache.find(`${clientId}\n${dataEnv}`, async () => {
      const route = await this.dataSource.getRepository(TenantRouteEntity).findOneBy({ clientId, dataEnv });
      return route && { value: route.storeId };
    });
  }

  /** Every tenant that has a store, for work that goes through all of them. */
  async all(): Promise<readonly Tenant[]> {
    const routes = await this.dataSource.getRepository(TenantRouteEntity).find();
    return routes.map(({ clientId, dataEnv }) => ({ clientId, dataEnv }));
  }

  /** Some tenant of each store, for work that is done once a store. */
  async onePerStore(): Promise<readonly Tenant[]> {
    const routes = await this.dataSource.getRepository(TenantRouteEntity).find();
    const byStore = new Map(routes.map(({ storeId, clientId, dataEnv }) => [storeId, { clientId, dataEnv }]));
    return [...byStore.values()];
  }
}
