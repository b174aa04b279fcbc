import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { scopeSql } from '../scope/call-scope.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { CallSelection } from '../scope/call-selection.request.js';
import { MAX_LABELS, toProviderPerformance } from './provider-performance.policy.js';
import type { ProviderPerformance, ProviderRow } from './provider-performance.policy.js';
import { providerPerformanceQuery } from './provider-performance.queries.js';

/** Puts providers side by side (calls section 11). */
@Injectable()
export class ProviderPerformanceService {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
  ) {}

  async compare(auth: AuthContext, selection: CallSelection): Promise<ProviderPerformance> {
    const scope = scopeSql(await this.scopes.resolve(auth, selection));
    const rows = await this.stores.readLong(auth, (db) =>
      db.query<ProviderRow>(providerPerformanceQuery(scope), [...scope.values, MAX_LABELS]),
    );
    return toProviderPerformance(rows);
  }
}
