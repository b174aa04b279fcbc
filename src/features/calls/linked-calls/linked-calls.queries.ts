import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The calls of project $4 in campaign $3, from an index with all the summed columns. */
export const LINKED_CALLS = namedQuery('calls_of_campaign')`
SELECT count(*)::integer AS total,
       count(*) FILTER (WHERE c.call_status = 'completed')::integer AS completed,
       count(*) FILTER (WHERE c.call_status = 'missed')::integer AS missed,
       count(*) FILTER (WHERE c.call_status = 'failed')::integer AS failed,
       coalesce(sum(c.duration_seconds), 0)::float8 AS total_duration_seconds
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3 AND c.project_id = $4`;
