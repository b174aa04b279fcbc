import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { totals } from '../rollup/call-totals.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { CallSelection } from '../scope/call-selection.request.js';
import { SUMMARY_SUMS, toSummary } from './summary.policy.js';
import type { CallSummary } from './summary.policy.js';

/** Sums up the calls of a scope (calls section 7). */
@Injectable()
export class CallSummaryService {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
  ) {}

  async summarise(auth: AuthContext, selection: CallSelection): Promise<CallSummary> {
    const scope = await this.scopes.resolve(auth, selection);
    return toSummary(await this.stores.readLong(auth, (db) => totals(db, scope, SUMMARY_SUMS)));
  }
}
