import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CALL_ROW_COLUMNS } from '../../call-records/rules/call-row.js';

/** The locations of the calls $3. */
export const CALLS_BY_IDS = namedQuery('calls_by_ids')`
SELECT i.call_id, i.project_id, i.started_at_utc
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY ($3::text[])`;

/** The calls $3 that started at $4 and whose callers' data was not erased, as in lists. */
export const ROWS_OF_CALLS = namedQuery('rows_of_calls')`
SELECT ${CALL_ROW_COLUMNS}
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = ANY ($3::text[])
   AND c.started_at_utc = ANY ($4::timestamptz[])
   AND EXISTS (SELECT FROM call_index i
                WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = c.call_id AND i.erased_at IS NULL)`;
