import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The calls among $3 that belong to dispatches. */
export const DIALLED_CALLS = namedQuery('dispatch_dialled_calls')`
SELECT DISTINCT call_id AS "callId" FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND call_id = ANY ($3::text[])`;
