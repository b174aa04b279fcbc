import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The requests of callers with the ticket's reference $3, newest first. */
export const REQUESTS_OF_TICKET = namedQuery('support_requests_of_ticket')`
SELECT q.request_id, q.tracking_number, q.status
  FROM caller_requests q
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.support_ticket_reference = $3
 ORDER BY q.tracking_number DESC
 LIMIT 20`;
