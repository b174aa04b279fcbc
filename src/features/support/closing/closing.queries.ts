import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Closes the ticket $3 at $5, if it has been solved since $4. */
export const CLOSE = namedQuery('support_ticket_close')`
UPDATE support_tickets t
   SET revision = t.revision + 1, status = 'closed', closed_at = $5, updated_at = $5
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $3::uuid AND t.status = 'solved' AND t.solved_at = $4
RETURNING t.ticket_number, t.revision`;
