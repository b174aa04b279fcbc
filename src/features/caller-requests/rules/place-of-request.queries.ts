import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The zone of the client, and of its project $3 if there is one that is not archived. One row for
 * every project id, so that a foreign one takes as long as an absent one.
 */
export const PLACE_OF_REQUEST = namedQuery('caller_request_place')`
SELECT c.timezone AS client_timezone, p.timezone AS project_timezone, p.display_name AS project_name
  FROM clients c
  LEFT JOIN projects p ON p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
 WHERE c.client_id = $1`;
