import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import type { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { totals } from '../rollup/call-totals.js';
import { SUMMARY_MEASURES, toSummary } from './summary.policy.js';
import type { CallSummaryResponse } from './summary.response.js';

/** Sums up the calls of a filter (calls section 7). */
@Injectable()
export class CallSummaryService {
  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
  ) {}

  async summarise(auth: AuthContext, request: CallFilterRequest): Promise<CallSummaryResponse> {
    const filter = await this.filters.resolve(auth, request);
    return toSummary(await this.stores.readLong(auth, (db) => totals(db, filter, SUMMARY_MEASURES)));
  }
}
