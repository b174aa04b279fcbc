import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The facts of the ticket $3 for its notices. */
export const TICKET_OF_NOTICE = namedQuery('support_ticket_of_notice')`
SELECT t.ticket_number, t.status, t.requester, t.assignee
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $3::uuid`;

/** Whether mails may quote comments; no row: they may not. */
export const QUOTES_IN_MAILS = namedQuery('support_quotes_in_mails')`
SELECT s.quotes_in_mails FROM pii_settings s WHERE s.client_id = $1 AND s.data_env = $2`;

/** The public comment $3, unless it was redacted. */
export const QUOTED_COMMENT = namedQuery('support_quoted_comment')`
SELECT c.text_encrypted
  FROM support_comments c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.comment_id = $3::uuid AND c.visibility = 'public'
   AND c.text_encrypted IS NOT NULL`;
