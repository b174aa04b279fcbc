import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const EXPORTED_TICKETS = namedQuery('account_export_support_tickets')`
    SELECT t.ticket_id, t.ticket_number, t.subject_encrypted, t.category, t.priority, t.status, t.project_id,
           t.requester, t.created_at, t.updated_at, t.first_response_due_at, t.first_responded_at, t.solved_at, t.closed_at
      FROM support_tickets t
     WHERE t.client_id = $1 AND t.data_env = $2
     ORDER BY t.ticket_number`;

/** Only public comments: internal comments belong to platform staff. */
export const EXPORTED_COMMENTS = namedQuery('account_export_support_comments')`
    SELECT c.ticket_id, c.comment_id, c.text_encrypted, c.author, c.author_side, c.created_at, c.redacted_at
      FROM support_comments c
     WHERE c.client_id = $1 AND c.data_env = $2 AND c.visibility = 'public'
     ORDER BY c.ticket_id, c.sequence`;
