import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The facts of the ticket $3 for its notices. */
export const TICKET_OF_NOTICE = namedQuery('support_ticket_of_notice')`
SELECT t.ticket_number, t.status, t.requester, t.assignee
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $3::uuid`;
