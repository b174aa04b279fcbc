import type { NamedQuery } from '../../../core/tenancy/store-client.js';
import { outcomeSql } from '../rules/call-sql.js';
import type { ScopeSql } from '../scope/call-scope.js';

/** Calls of a scope by primary outcome, and within each how many had a booking or a completed transfer. */
export function outcomesQuery(scope: ScopeSql): NamedQuery {
  return {
    name: `call_outcomes_${scope.shape}`,
    text: `
SELECT ${outcomeSql('c')} AS outcome,
       count(*) AS calls,
       count(*) FILTER (WHERE c.booking_created) AS bookings,
       count(*) FILTER (WHERE c.transfer_completed) AS transfers
  FROM calls c
 WHERE ${scope.where}
 GROUP BY 1`,
  };
}
