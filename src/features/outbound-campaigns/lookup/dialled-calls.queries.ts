import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** Those of the calls $3 that are calls of dispatches, each asked for as SUPPRESSED_AMONG asks. */
export const DIALLED_CALLS: NamedQuery = {
  name: 'dispatch_dialled_calls',
  text: `
SELECT asked.call_id AS "callId"
  FROM unnest($3::text[]) AS asked (call_id)
 CROSS JOIN LATERAL (
       SELECT FROM dispatches d
        WHERE d.client_id = $1 AND d.data_env = $2 AND d.call_id BETWEEN asked.call_id AND asked.call_id
        ORDER BY d.call_id LIMIT 1) dialled`,
};
