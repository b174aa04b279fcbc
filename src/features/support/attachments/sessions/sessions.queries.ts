import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';
import type { CommentVisibility } from '../../rules/words.js';
import { TAKING_ROOM } from '../lookup/attachments.queries.js';

export interface TicketRoom {
  readonly files: number;
  readonly bytes: number;
  readonly of_comment: number;
}

/** Counts the files of the ticket $3 with the visibility $5, the bytes that are taken, and the files of the comment $4. */
export const TICKET_ROOM = namedQuery('support_attachments_room')`
SELECT count(*)::integer AS files,
       coalesce(sum(a.bytes) FILTER (WHERE a.state IN (${TAKING_ROOM})), 0)::integer AS bytes,
       (count(*) FILTER (WHERE a.comment_id = $4::uuid AND a.state IN (${TAKING_ROOM})))::integer AS of_comment
  FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.ticket_id = $3::uuid AND a.visibility = $5`;

export interface OwnComment {
  readonly visibility: CommentVisibility;
}

/** The comment $4 of the ticket $3, if $5 wrote it and it is not redacted. */
export const OWN_COMMENT = namedQuery('support_attachments_own_comment')`
SELECT c.visibility
  FROM support_comments c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.ticket_id = $3::uuid AND c.comment_id = $4::uuid AND c.author = $5
   AND c.redacted_at IS NULL`;

/** Adds an attachment with an open session. $16: whether numbers in its text are to be read. */
export const ADD_ATTACHMENT = namedQuery('support_attachment_add')`
INSERT INTO support_attachments (client_id, data_env, attachment_id, ticket_id, comment_id, visibility, kind, bytes, sha256,
                                 file_name_encrypted, file_key_encrypted, uploaded_by, uploader_side, created_at, expires_at,
                                 numbers_unread)
VALUES ($1, $2, $3::uuid, $4::uuid, $5::uuid, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
