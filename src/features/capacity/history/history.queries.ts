import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Samples of a project, or of the client ($3 is ''), since $4, in buckets of $5 milliseconds;
 * refusals of the client are those of all its projects.
 */
export const CAPACITY_HISTORY = namedQuery('capacity_history')`
SELECT n.start, max(n.peak_in_use) AS peak_in_use, sum(n.in_use_sum)::float8 AS in_use_sum, sum(n.blocked)::integer AS blocked
  FROM (SELECT date_bin($5 * interval '1 millisecond', s.bucket_start, '2000-01-01Z') AS start,
               s.peak_in_use, s.in_use_sum, 0 AS blocked
          FROM capacity_samples s
         WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.bucket_start >= $4
        UNION ALL
        SELECT date_bin($5 * interval '1 millisecond', b.minute, '2000-01-01Z'), 0, 0, b.blocked
          FROM capacity_blocks b
         WHERE b.client_id = $1 AND b.data_env = $2 AND b.minute >= $4 AND ($3 = '' OR b.project_id = $3)) n
 GROUP BY n.start`;

/**
 * The time from which use is counted: the first sample of the client, or the first change of a
 * limit. No row: not counted yet.
 */
export const COUNTED_FROM = namedQuery('capacity_counted_from')`
SELECT least((SELECT min(s.bucket_start) FROM capacity_samples s
               WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = ''),
             (SELECT min(c.changed_at) FROM capacity_limit_changes c
               WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = '')) AS counted_from`;

/** The limits of a project, or of the client ($3 is ''), with their instants, oldest first. */
export const LIMIT_CHANGES = namedQuery('capacity_limit_changes')`
SELECT changed_at, concurrency_limit FROM capacity_limit_changes
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 ORDER BY changed_at`;
