import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Deletes at most $4 tickets that were closed before $3, with everything that belongs to them. */
export const DELETE_TICKETS = namedQuery('support_delete_tickets')`
DELETE FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id IN (
       SELECT o.ticket_id FROM support_tickets o
        WHERE o.client_id = $1 AND o.data_env = $2 AND o.closed_at < $3
        LIMIT $4)
RETURNING t.ticket_id`;
