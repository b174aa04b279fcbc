import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { Registry } from '../../registry/registry.js';
import { TenantStore } from './tenant-store.js';

@Injectable()
export class StoreRegistry implements OnApplicationShutdown {
  private readonly stores = new Map<string, TenantStore>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly registry: Registry,
  ) {}

  get(storeId: string): TenantStore | null {
    const known = this.stores.get(storeId);
    if (known) return known;
    const { urls, poolMax, readDeadlineMs, acquireMs, pingMs } = this.settings.tenantStores;
    const url = urls.get(storeId);
    if (url === undefined) return null;
    const limits = { poolMax, acquireMs: Math.min(acquireMs, readDeadlineMs), pingMs };
    const store = new TenantStore(storeId, url, limits, this.registry.schema('tenant').entities);
    this.stores.set(storeId, store);
    return store;
  }

  /** Always the same store, for reads of a tenant without rows in any store. */
  any(): TenantStore | null {
    const [first] = this.settings.tenantStores.urls.keys();
    return first === undefined ? null : this.get(first);
  }

  opened(): readonly TenantStore[] {
    return [...this.stores.values()];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.stores.values()].map((store) => store.close()));
    this.stores.clear();
  }
}
