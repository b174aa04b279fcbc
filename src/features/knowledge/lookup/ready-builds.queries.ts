import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The build $4 of the project $3, if it is ready and kept. */
export const FIND_READY_BUILD = namedQuery('knowledge_ready_build_find')`
SELECT r.build_id FROM knowledge_ready_builds r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.build_id = $4::uuid`;

/** Keeps it from now on: a version names it. A worker that forgets it waits for this row, or has deleted it. */
export const NAME_READY_BUILD = namedQuery('knowledge_ready_build_name')`
UPDATE knowledge_ready_builds r
   SET is_named = true
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.build_id = $4::uuid
RETURNING r.build_id`;
