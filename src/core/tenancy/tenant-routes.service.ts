import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tenant } from '../auth/auth-context.js';
import { TenantRouteEntity } from '../metadata/entities/tenant.entities.js';
import { Clock } from '../time/clock.js';

// A moved tenant is followed within five seconds by every process, without asking the route table per request.
const ROUTE_TTL_MS = 5_000;
// Two short strings each: 10 000 routes are about 2 MB, and more tenants than that only read the table again.
const MAX_ROUTES = 10_000;

interface CachedRoute {
  readonly storeId: string;
  readonly until: number;
}

/** Says which store holds a tenant's call data. Absent routes are not cached: a new tenant works at once. */
@Injectable()
export class TenantRoutes {
  private readonly cache = new Map<string, CachedRoute>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The store id of the tenant, or null when no route exists. */
  async storeOf(tenant: Tenant): Promise<string | null> {
    const key = `${tenant.clientId}\n${tenant.dataEnv}`;
    const now = this.clock.now().getTime();
    const cached = this.cache.get(key);
    if (cached && cached.until > now) return cached.storeId;
    const route = await this.dataSource
      .getRepository(TenantRouteEntity)
      .findOneBy({ clientId: tenant.clientId, dataEnv: tenant.dataEnv });
    this.cache.delete(key);
    if (!route) return null;
    if (this.cache.size >= MAX_ROUTES) this.cache.clear();
    this.cache.set(key, { storeId: route.storeId, until: now + ROUTE_TTL_MS });
    return route.storeId;
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
