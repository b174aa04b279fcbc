import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Open requests by due_state at `now`, of one project or of all, as an index-only scan. */
export const openCountQuery = (projectId: string | null, now: Date): BoundQuery => ({
  name: `caller_requests_open_count${projectId === null ? '' : '_project'}`,
  text: `
SELECT count(*)::integer AS open,
       count(*) FILTER (WHERE urgent_from <= $3 AND overdue_from > $3)::integer AS urgent,
       count(*) FILTER (WHERE overdue_from <= $3)::integer AS overdue
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND closed_at IS NULL${projectId === null ? '' : ' AND source_project_id = $4'}`,
  values: [now, ...(projectId === null ? [] : [projectId])],
});
