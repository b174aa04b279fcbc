import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Counts the calls with one of the hashes $3. The index requires that the hash is not null. */
export const COUNT_CALLS_OF = namedQuery('caller_calls_count')`
SELECT count(*)::integer AS calls
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = ANY($3::bytea[]) AND c.caller_hash IS NOT NULL`;
