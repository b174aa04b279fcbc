import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CommentVisibility } from '../rules/words.js';

/** A comment as stored. */
export interface CommentRow {
  readonly comment_id: string;
  readonly sequence: number;
  readonly visibility: CommentVisibility;
  readonly text_encrypted: Buffer | null;
  readonly personal_data_found: readonly string[];
  readonly author: string;
  readonly created_at: Date;
  readonly redacted_at: Date | null;
}

const COMMENT_COLUMNS = `c.comment_id, c.sequence, c.visibility, c.text_encrypted, c.personal_data_found, c.author,
       c.created_at, c.redacted_at`;

/**
 * The comments of the ticket $3 after the comment $4, or from the first on; internal ones only with $5; at most $6.
 */
export const COMMENTS_PAGE = namedQuery('support_comments_page')`
SELECT ${COMMENT_COLUMNS}
  FROM support_comments c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.ticket_id = $3::uuid
   AND c.sequence > coalesce((SELECT a.sequence FROM support_comments a
                               WHERE a.client_id = $1 AND a.data_env = $2 AND a.ticket_id = $3::uuid
                                 AND a.comment_id = $4::uuid), 0)
   AND ($5::boolean OR c.visibility = 'public')
 ORDER BY c.sequence
 LIMIT $6`;

/** The comment $4 of the ticket $3. */
export const COMMENT = namedQuery('support_comment')`
SELECT ${COMMENT_COLUMNS}
  FROM support_comments c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.ticket_id = $3::uuid AND c.comment_id = $4::uuid`;

/**
 * Adds a comment with the sequence $4 and visibility $5 to the figures of the ticket $3, whose row is
 * locked: its status $6, the first answer $7, and now $8. Customers see the time of the last change
 * and the revision, which would tell them of an internal comment.
 */
export const COUNT_COMMENT = namedQuery('support_ticket_count_comment')`
UPDATE support_tickets t
   SET revision = t.revision + ($5 = 'public')::integer, status = $6, first_responded_at = $7,
       updated_at = CASE WHEN $5 = 'public' THEN $8 ELSE t.updated_at END, last_sequence = $4,
       last_public_sequence = CASE WHEN $5 = 'public' THEN $4 ELSE t.last_public_sequence END,
       public_comments = t.public_comments + ($5 = 'public')::integer,
       internal_comments = t.internal_comments + ($5 = 'internal')::integer,
       solved_at = CASE WHEN $6 = 'solved' THEN t.solved_at END
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $3::uuid
RETURNING t.revision`;

/** Redacts the comment $4 of the ticket $3, at $5, by $6, with the hashes of its numbers. */
export const REDACT_COMMENT = namedQuery('support_comment_redact')`
WITH forgotten AS (
     DELETE FROM support_numbers n
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.ticket_id = $3::uuid AND n.comment_id = $4::uuid)
UPDATE support_comments c
   SET text_encrypted = NULL, personal_data_found = '{}', redacted_at = $5, redacted_by = $6
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.ticket_id = $3::uuid AND c.comment_id = $4::uuid
   AND c.redacted_at IS NULL`;
