import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { scopeSql } from '../scope/call-scope.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { CallSelection } from '../scope/call-selection.request.js';
import { toSummary } from './summary.policy.js';
import type { CallSummary, SummaryRow } from './summary.policy.js';
import { summaryQuery } from './summary.queries.js';

/** Sums up the calls of a scope (contract, "Call summary aggregate"). */
@Injectable()
export class CallSummaryService {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
  ) {}

  async summarise(auth: AuthContext, selection: CallSelection): Promise<CallSummary> {
    const scope = scopeSql(await this.scopes.resolve(auth, selection));
    const [row] = await this.stores.read(auth, (db) =>
      db.query<SummaryRow>(summaryQuery(scope), scope.values),
    );
    return toSummary(row!);
  }
}
