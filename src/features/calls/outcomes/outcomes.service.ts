import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import type { OutcomeId } from '../rules/call-vocabulary.js';
import { scopeSql } from '../scope/call-scope.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { ProjectCallSelection } from '../scope/call-selection.request.js';
import { toOutcomes } from './outcomes.policy.js';
import type { CallOutcomes } from './outcomes.policy.js';
import { outcomesQuery } from './outcomes.queries.js';

interface OutcomeRow {
  outcome: OutcomeId;
  calls: string;
  bookings: string;
  transfers: string;
}

/** Distributes the calls of a project over their outcomes (contract, "Call outcomes aggregate"). */
@Injectable()
export class CallOutcomesService {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
  ) {}

  async distribute(auth: AuthContext, selection: ProjectCallSelection): Promise<CallOutcomes> {
    const scope = scopeSql(await this.scopes.resolve(auth, selection));
    const rows = await this.stores.read(auth, (db) =>
      db.query<OutcomeRow>(outcomesQuery(scope), scope.values),
    );
    const sum = (column: 'bookings' | 'transfers') =>
      rows.reduce((total, row) => total + Number(row[column]), 0);
    return toOutcomes(
      { projectId: selection.project_id, startDate: selection.start_date, endDate: selection.end_date },
      {
        byOutcome: Object.fromEntries(rows.map((row) => [row.outcome, Number(row.calls)])),
        bookings: sum('bookings'),
        transfers: sum('transfers'),
      },
    );
  }
}
