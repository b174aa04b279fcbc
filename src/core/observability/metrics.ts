import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { BodyBudget } from '../server/body/body-budget.js';
import { BodyPace } from '../server/body/body-pace.js';
import { MetadataPool } from '../database/metadata/metadata-pool.js';
import { StoreRegistry } from '../database/stores/store-registry.js';
import { PublicDoors } from '../rate-limit/public-doors.js';
import type { Tenant } from '../shared/auth-context.js';
import { TenantCounts } from './tenant-counts.js';

// From a cached response to the longest read allowed.
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The resources that a tenant's request used; none if it was refused before the tenant was known.
 */
export interface TenantUse {
  readonly tenant: Tenant;
  readonly databaseSeconds: number;
}

@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly tenants = new TenantCounts();
  private readonly durations: Histogram<'method' | 'route' | 'status'>;

  constructor(
    stores: StoreRegistry,
    metadata: MetadataPool,
    budget: BodyBudget,
    pace: BodyPace,
    doors: PublicDoors,
  ) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers: [this.registry],
    });
    new Gauge({
      name: 'tenant_store_connections',
      help: 'Connections of a tenant store by state.',
      labelNames: ['store', 'state'],
      registers: [this.registry],
      collect() {
        for (const store of stores.opened()) {
          const { total, idle, waiting } = store.gauge();
          this.set({ store: store.storeId, state: 'leased' }, total - idle);
          this.set({ store: store.storeId, state: 'idle' }, idle);
          this.set({ store: store.storeId, state: 'waiting' }, waiting);
        }
      },
    });
    new Gauge({
      name: 'tenant_store_breaker_open',
      help: '1 while the breaker of a tenant store refuses requests.',
      labelNames: ['store'],
      registers: [this.registry],
      collect() {
        for (const store of stores.opened())
          this.set({ store: store.storeId }, store.gauge().breakerOpen ? 1 : 0);
      },
    });
    new Gauge({
      name: 'metadata_store_connections',
      help: 'Connections of the metadata store by state.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        const { total, idle, waiting } = metadata.gauge();
        this.set({ state: 'leased' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
    new Gauge({
      name: 'metadata_store_breaker_open',
      help: '1 while the breaker of the metadata store refuses requests.',
      registers: [this.registry],
      collect() {
        this.set(metadata.gauge().breakerOpen ? 1 : 0);
      },
    });
    this.observeBodies(budget, pace);
    this.observeDoors(doors);
    this.tenants.observe(this.registry);
  }

  /** Starts sampling the process itself; only needed if the metrics are served. */
  sampleProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  observeRequest(
    method: string,
    route: string,
    status: number,
    seconds: number,
    use: TenantUse | null = null,
  ): void {
    this.durations.observe({ method, route, status }, seconds);
    if (use !== null) this.tenants.count(use.tenant, status, use.databaseSeconds);
  }

  private observeDoors(doors: PublicDoors): void {
    new Counter({
      name: 'public_door_requests_total',
      help: 'Requests to public routes: admitted, or refused by the limit per address, per subject or overall.',
      labelNames: ['door', 'result'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { door, result, requests } of doors.gauge()) this.inc({ door, result }, requests);
      },
    });
  }

  private observeBodies(budget: BodyBudget, pace: BodyPace): void {
    new Gauge({
      name: 'request_body_memory_bytes',
      help: 'Memory for request bodies: in use, and the limit.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        const { inUse, total } = budget.gauge();
        this.set({ state: 'in_use' }, inUse);
        this.set({ state: 'limit' }, total);
      },
    });
    new Counter({
      name: 'request_bodies_refused_total',
      help: 'Bodies refused because memory was short or they arrived too slowly.',
      labelNames: ['reason'],
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc({ reason: 'memory' }, budget.gauge().refused);
        this.inc({ reason: 'pace' }, pace.tooSlow);
      },
    });
  }
}
