import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { SUBJECT_ID } from '../rules/nil-id.js';

/**
 * The tickets in which one of the numbers with the hashes $3 is written, or that have a file whose
 * numbers are not all read, newest first; at most $4.
 */
export const TICKETS_WITH_NUMBER = namedQuery('support_tickets_with_number')`
SELECT t.ticket_id, t.ticket_number
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id IN (
       SELECT n.ticket_id FROM support_numbers n
        WHERE n.client_id = $1 AND n.data_env = $2 AND n.number_hash = ANY ($3::bytea[])
        UNION ALL
       SELECT a.ticket_id
         FROM support_attachment_numbers n
         JOIN support_attachments a ON a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = n.attachment_id
        WHERE n.client_id = $1 AND n.data_env = $2 AND n.number_hash = ANY ($3::bytea[])
        UNION ALL
       SELECT a.ticket_id FROM support_attachments a
        WHERE a.client_id = $1 AND a.data_env = $2 AND a.numbers_unread)
 ORDER BY t.ticket_number DESC
 LIMIT $4`;

/**
 * Redacts at $5 what was written before $4 with a number of the hashes $3: comments, subjects with
 * their words, and the hashes of all numbers in them; at most $6 of them at once.
 */
export const ERASE_TEXTS = namedQuery('support_erase_texts')`
WITH found AS MATERIALIZED (
     SELECT DISTINCT n.ticket_id, n.comment_id
       FROM support_numbers n
       JOIN support_tickets t ON t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = n.ticket_id
       LEFT JOIN support_comments c ON c.client_id = $1 AND c.data_env = $2 AND c.comment_id = n.comment_id
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.number_hash = ANY ($3::bytea[])
        AND coalesce(c.created_at, t.created_at) < $4
      LIMIT $6),
     comments AS (
     UPDATE support_comments c
        SET text_encrypted = NULL, personal_data_found = '{}', redacted_at = $5, redacted_by = 'erasure'
       FROM found f
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.comment_id = f.comment_id AND c.redacted_at IS NULL),
     subjects AS (
     UPDATE support_tickets t
        SET subject_encrypted = NULL, revision = t.revision + 1
       FROM found f
      WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = f.ticket_id AND f.comment_id = '${SUBJECT_ID}'),
     words AS (
     DELETE FROM support_ticket_words w
      USING found f
      WHERE w.client_id = $1 AND w.data_env = $2 AND w.ticket_id = f.ticket_id AND f.comment_id = '${SUBJECT_ID}'),
     numbers AS (
     DELETE FROM support_numbers n
      USING found f
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.ticket_id = f.ticket_id AND n.comment_id = f.comment_id)
SELECT ticket_id, comment_id FROM found`;
