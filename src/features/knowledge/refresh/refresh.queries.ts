import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { SOURCE_COLUMNS } from '../lookup/sources.queries.js';

/** Makes the source $3 wait for a fetch, at $5 with the etag $4, requested by $6. */
export const AWAIT_FETCH = namedQuery('knowledge_source_await_fetch')`
UPDATE knowledge_sources
   SET status = 'pending', failure_code = NULL, etag = $4, updated_at = $5, updated_by = $6
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid
RETURNING ${SOURCE_COLUMNS}`;
