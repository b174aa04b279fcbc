import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { TICKET_COLUMNS } from '../lookup/tickets.queries.js';

/**
 * The number of the tenant's next ticket. Its row stays locked until the ticket is committed: another
 * one waits, and an unused number is assigned again.
 */
export const NEXT_NUMBER = namedQuery('support_next_number')`
INSERT INTO support_counters AS c (client_id, data_env, last_number) VALUES ($1, $2, 1)
    ON CONFLICT (client_id, data_env) DO UPDATE SET last_number = c.last_number + 1
RETURNING last_number`;

/** Writes the ticket $3 with its first comment, which is public. */
export const INSERT_TICKET = namedQuery('support_ticket_insert')`
INSERT INTO support_tickets AS t (client_id, data_env, ticket_id, ticket_number, subject_encrypted, category, priority,
       status, project_id, requester, created_at, updated_at, first_response_due_at, first_responded_at,
       last_sequence, last_public_sequence, public_comments, internal_comments)
VALUES ($1, $2, $3::uuid, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, 1, 1, 1, 0)
RETURNING ${TICKET_COLUMNS}`;

/** Replaces the words of the ticket $3 with those in $4. */
export const REPLACE_WORDS = namedQuery('support_ticket_words_replace')`
WITH removed AS (
     DELETE FROM support_ticket_words w
      WHERE w.client_id = $1 AND w.data_env = $2 AND w.ticket_id = $3::uuid AND NOT w.word_hash = ANY ($4::bytea[]))
INSERT INTO support_ticket_words (client_id, data_env, ticket_id, word_hash)
SELECT $1, $2, $3::uuid, hash FROM unnest($4::bytea[]) AS n (hash)
    ON CONFLICT DO NOTHING`;

/** Removes the hashes of numbers in the comment $4 of the ticket $3, or, with the nil UUID, in its subject. */
export const FORGET_NUMBERS = namedQuery('support_numbers_forget')`
DELETE FROM support_numbers n
 WHERE n.client_id = $1 AND n.data_env = $2 AND n.ticket_id = $3::uuid AND n.comment_id = $4::uuid`;

/** Replaces the fields of the ticket $3, whose row is locked. */
export const CHANGE_TICKET = namedQuery('support_ticket_change')`
UPDATE support_tickets t
   SET revision = t.revision + 1, subject_encrypted = $4, category = $5, priority = $6, status = $7, project_id = $8,
       assignee = $9, first_response_due_at = $10, solved_at = $11, updated_at = $12
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $3::uuid
RETURNING ${TICKET_COLUMNS}`;
