import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { FOLLOW_UP_COLUMNS } from '../lookup/shown-follow-up.js';
import type { FollowUpState } from '../rules/words.js';

// One statement for each order, so that each can use its index.
const page = (name: string, order: string): NamedQuery => namedQuery(name)`
WITH found AS MATERIALIZED (
     SELECT f.call_id, ${FOLLOW_UP_COLUMNS}, i.project_id, i.started_at_utc
       FROM call_follow_ups f
       JOIN call_index i ON i.client_id = $1 AND i.data_env = $2 AND i.call_id = f.call_id
      WHERE f.client_id = $1 AND f.data_env = $2 AND f.state = $3
        AND ($4::text[] IS NULL OR i.project_id = ANY ($4))
        AND ($5::text IS NULL OR f.owner = $5)
        AND ($6::bytea IS NULL OR $6 = ANY (f.tag_hashes)))
SELECT t.total, p.*
  FROM (SELECT count(*)::integer AS total FROM found) t
  LEFT JOIN (
       SELECT f.*, c.direction, c.call_status, c.caller_masked
         FROM (SELECT * FROM found f ORDER BY ${order} LIMIT $7::bigint OFFSET $8::bigint) f
         JOIN LATERAL (
              SELECT c.direction, c.call_status, c.caller_masked FROM calls c
               WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = f.call_id
                 AND c.started_at_utc = f.started_at_utc) c ON true) p ON true
 ORDER BY ${order.replaceAll('f.', 'p.')}`;

/**
 * A page of calls with a follow-up in the state $3, in the projects $4 (null: all), with the owner
 * $5 and the hash of a tag $6 if given: at most $7 after skipping $8. One row without a call if
 * there is none.
 */
export const QUEUE_PAGE: Readonly<Record<FollowUpState, NamedQuery>> = {
  open: page('follow_up_queue_open', 'f.due_at, f.created_at, f.call_id'),
  done: page('follow_up_queue_done', 'f.updated_at DESC, f.call_id'),
};
