import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import type { ProjectCallFilterRequest } from '../filter/call-filter.request.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { totals } from '../rollup/call-totals.js';
import { OUTCOME_MEASURES, toOutcomes } from './outcomes.policy.js';
import type { CallOutcomesResponse } from './outcomes.response.js';

/** Distributes the calls of a project over their outcomes (calls section 8). */
@Injectable()
export class CallOutcomesService {
  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
  ) {}

  async distribute(auth: AuthContext, request: ProjectCallFilterRequest): Promise<CallOutcomesResponse> {
    const filter = await this.filters.resolve(auth, request);
    const sums = await this.stores.readLong(auth, (db) => totals(db, filter, OUTCOME_MEASURES));
    return toOutcomes(request, sums);
  }
}
