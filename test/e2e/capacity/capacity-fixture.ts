import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { UnitOfWork } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CapacityLimits } from '../../../src/features/capacity/limits/capacity-limits.service.js';
import type { LimitOutcome } from '../../../src/features/capacity/limits/capacity-limits.service.js';
import { Capacity } from '../../../src/features/capacity/slots/capacity.service.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';

/** Slots and limits of tenants, as other features and operators use them, and the stored rows. */
export class CapacityFixture {
  constructor(readonly test: TestApp) {}

  get capacity(): Capacity {
    return this.test.app.get(Capacity, { strict: false });
  }

  setLimit(
    tenant: TestTenant,
    concurrencyLimit: number,
    { reservedInbound = 0, projectId = null as string | null } = {},
  ): Promise<LimitOutcome> {
    const limits = this.test.app.get(CapacityLimits, { strict: false });
    return limits.set(systemContext(tenant, 'admin'), projectId, { concurrencyLimit, reservedInbound });
  }

  inTransaction<T>(tenant: TestTenant, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    return this.test.app.get(TenantStores).transaction(systemContext(tenant, 'test'), work);
  }

  /** Takes a slot for each holder, and returns the holders that got one. */
  async takeEach(
    tenant: TestTenant,
    projectId: string,
    holders: readonly string[],
    leaseSeconds = 60,
  ): Promise<readonly string[]> {
    const { granted } = await this.inTransaction(tenant, (tx) =>
      this.capacity.acquireEach(tx, { projectId, holders, leaseSeconds }),
    );
    return granted;
  }

  inStore<R extends object>(text: string, values: unknown[] = [], storeId = 'store-a'): Promise<R[]> {
    return inStore<R>(this.test, text, values, storeId);
  }

  /** Moves time past the expiry of the tenant's leases. */
  async endLeases({ clientId }: TestTenant): Promise<void> {
    await this.inStore(
      `UPDATE capacity_leases SET expires_at = now() - interval '1 ms' WHERE client_id = $1`,
      [clientId],
    );
  }

  async leasesOf({ clientId }: TestTenant): Promise<{ holder: string; slot: number; project_id: string }[]> {
    return this.inStore(
      `SELECT source, holder, slot, project_id, is_inbound, is_waiting, expires_at FROM capacity_leases
        WHERE client_id = $1 ORDER BY source, holder, slot`,
      [clientId],
    );
  }
}

export const holdersNamed = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(4, '0')}`);
