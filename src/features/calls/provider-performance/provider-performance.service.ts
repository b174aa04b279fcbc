import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import type { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { toProviderPerformance, type ProviderRow } from './provider-performance.policy.js';
import { providerPerformanceQuery } from './provider-performance.queries.js';
import { MAX_LABELS, type ProviderPerformanceResponse } from './provider-performance.response.js';

/** Puts providers side by side (calls section 11). */
@Injectable()
export class ProviderPerformanceService {
  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
  ) {}

  async compare(auth: AuthContext, request: CallFilterRequest): Promise<ProviderPerformanceResponse> {
    const filter = await this.filters.resolve(auth, request);
    const rows = await this.stores.readOneLong<ProviderRow>(
      auth,
      providerPerformanceQuery(filter, MAX_LABELS),
    );
    return toProviderPerformance(rows);
  }
}
