import { Counter, type Registry } from 'prom-client';
import { tenantKey, type Tenant } from '../shared/auth-context.js';

interface Counts {
  readonly tenant: Tenant;
  readonly byClass: Map<string, number>;
  seconds: number;
}

// As many as a deployment should have; those beyond are counted together, so that the metrics stay
// a few megabytes.
const MAX_TENANTS = 10_000;
const OTHERS = { clientId: '(others)', dataEnv: 'prod' } as const;

/**
 * The requests of each tenant, and how long its statements took: requests that wait on purpose, such
 * as those of runtimes for contacts, keep nothing busy. Counted in a map and handed over when the
 * metrics are read, because a counter of the library costs as much as the rest of an access line.
 */
export class TenantCounts {
  private readonly counts = new Map<string, Counts>();

  count(tenant: Tenant, status: number, databaseSeconds: number): void {
    const counts = this.countsOf(tenant);
    const name = `${Math.floor(status / 100)}xx`;
    counts.byClass.set(name, (counts.byClass.get(name) ?? 0) + 1);
    counts.seconds += databaseSeconds;
  }

  observe(registry: Registry): void {
    const { counts } = this;
    new Counter({
      name: 'tenant_requests_total',
      help: 'Requests of a tenant by class of status.',
      labelNames: ['client_id', 'data_env', 'class'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { tenant, byClass } of counts.values())
          for (const [name, requests] of byClass) this.inc({ ...labelsOf(tenant), class: name }, requests);
      },
    });
    new Counter({
      name: 'tenant_database_seconds_total',
      help: 'How long the statements of the requests of a tenant took together.',
      labelNames: ['client_id', 'data_env'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { tenant, seconds } of counts.values()) this.inc(labelsOf(tenant), seconds);
      },
    });
  }

  private countsOf(tenant: Tenant): Counts {
    const known = this.counts.get(tenantKey(tenant));
    if (known) return known;
    const { clientId, dataEnv } = this.counts.size < MAX_TENANTS ? tenant : OTHERS;
    const counted = { clientId, dataEnv };
    const counts = this.counts.get(tenantKey(counted)) ?? { tenant: counted, byClass: new Map(), seconds: 0 };
    this.counts.set(tenantKey(counted), counts);
    return counts;
  }
}

const labelsOf = ({ clientId, dataEnv }: Tenant) => ({ client_id: clientId, data_env: dataEnv });
