import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { totals } from '../rollup/call-totals.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { ProjectCallSelection } from '../scope/call-selection.request.js';
import { OUTCOME_SUMS, toOutcomes } from './outcomes.policy.js';
import type { CallOutcomes } from './outcomes.policy.js';

/** Distributes the calls of a project over their outcomes (calls section 8). */
@Injectable()
export class CallOutcomesService {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
  ) {}

  async distribute(auth: AuthContext, selection: ProjectCallSelection): Promise<CallOutcomes> {
    const scope = await this.scopes.resolve(auth, selection);
    const sums = await this.stores.readLong(auth, (db) => totals(db, scope, OUTCOME_SUMS));
    return toOutcomes(
      { projectId: selection.project_id, startDate: selection.start_date, endDate: selection.end_date },
      sums,
    );
  }
}
