import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The tickets of the clients $1 in environment $2 that a partner ($4) sees and that are new, open or
 * pending: all of the clients in $3, and of the others those of assigned projects, as pairs in $5 and
 * $6, and those in which the person takes part. One statement for all clients of a store.
 */
export const OPEN_TICKETS_ACROSS = namedQuery('support_open_across')`
SELECT t.client_id, count(*)::integer AS open
  FROM support_tickets_of_clients t
 WHERE t.client_id = ANY ($1::text[]) AND t.data_env = $2 AND t.status IN ('new', 'open', 'pending')
   AND t.category <> 'privacy'
   AND (t.client_id = ANY ($3::text[]) OR t.requester = $4
        OR (t.client_id, t.project_id) IN (SELECT * FROM unnest($5::text[], $6::text[]))
        OR (t.client_id, t.ticket_id) IN (
           SELECT r.client_id, r.ticket_id FROM support_recipients_of_clients r
            WHERE r.client_id = ANY ($1::text[]) AND r.data_env = $2 AND r.user_id = $4))
 GROUP BY t.client_id`;
