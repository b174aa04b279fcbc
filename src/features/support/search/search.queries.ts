import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import {
  AWAITS_CUSTOMER,
  AWAITS_STAFF,
  IS_VISIBLE,
  READ_SEQUENCE,
  TICKET_COLUMNS,
} from '../lookup/tickets.queries.js';

const page = (name: string, more: string) => namedQuery(name)`
SELECT ${TICKET_COLUMNS}, ${READ_SEQUENCE} AS read_sequence
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND (t.updated_at, t.ticket_id) < ($7, $8::uuid)
   AND ($9::text[] IS NULL OR t.status = ANY ($9))
   AND ($10::text IS NULL OR t.priority = $10)
   AND ($11::text IS NULL OR t.category = $11)
   AND ($12::text IS NULL OR t.project_id = $12)
   AND ($13::text IS NULL OR t.assignee IS NOT DISTINCT FROM nullif($13, 'none'))
   AND ($14::text IS NULL OR t.requester = $14)
   AND ($15::timestamptz IS NULL OR t.updated_at >= $15)
   AND ($16::integer IS NULL OR t.ticket_number = $16)
   AND ($18::text IS NULL OR t.ticket_id IN (
       SELECT r.ticket_id FROM support_related_calls r
        WHERE r.client_id = $1 AND r.data_env = $2 AND r.call_id = $18))
   AND ($19::text IS NULL OR CASE WHEN $19 = 'staff' THEN ${AWAITS_STAFF} ELSE ${AWAITS_CUSTOMER} END)
   AND ${IS_VISIBLE}${more}
 ORDER BY t.updated_at DESC, t.ticket_id DESC
 LIMIT $17`;

/**
 * The tickets that the reader ($3 to $6) sees, before an instant and id ($7, $8), newest first:
 * with one of the statuses $9, the priority $10, the category $11, the project $12, the assignee $13
 * (none: without one), the requester $14, updated since $15, with the number $16, about the call $18 and
 * waiting for the reader, of the side $19, as far as they are given; at most $17.
 */
export const TICKETS_PAGE = page('support_tickets_page', '');

/**
 * The same, with all of the $22 words in their subject: $20 their hashes, $21 the word of each hash.
 * Rows of words are read in their index alone.
 */
export const TICKETS_PAGE_WITH_WORDS = page(
  'support_tickets_page_with_words',
  `
   AND t.ticket_id IN (
       SELECT w.ticket_id
         FROM unnest($20::bytea[], $21::integer[]) AS q (word_hash, place)
         JOIN support_ticket_words w ON w.client_id = $1 AND w.data_env = $2 AND w.word_hash = q.word_hash
        GROUP BY w.ticket_id
       HAVING count(DISTINCT q.place) = $22)`,
);
