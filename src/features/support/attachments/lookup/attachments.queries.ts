import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';
import type { CommentVisibility } from '../../rules/words.js';
import type { AttachmentKind } from '../rules/attachment-kinds.js';
import { ATTACHMENT_STATES, holdsContent, type AttachmentState } from '../rules/attachment-state.policy.js';
import type { EndReason } from '../rules/end-reason.js';

/** An attachment as stored. */
export interface AttachmentRow {
  readonly attachment_id: string;
  readonly ticket_id: string;
  readonly comment_id: string | null;
  readonly visibility: CommentVisibility;
  readonly state: AttachmentState;
  readonly kind: AttachmentKind;
  readonly bytes: number;
  readonly fingerprint: string;
  readonly file_name_encrypted: Buffer | null;
  readonly file_key_encrypted: Buffer | null;
  readonly reason: EndReason | null;
  readonly finding: string | null;
  readonly uploaded_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly scanned_at: Date | null;
  readonly downloads: number;
}

const listOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** States in which a file uses up space in its ticket. */
export const TAKING_ROOM = listOf(ATTACHMENT_STATES.filter(holdsContent));

export const ATTACHMENT_COLUMNS = `a.attachment_id, a.ticket_id, a.comment_id, a.visibility, a.state, a.kind, a.bytes, a.sha256 AS fingerprint,
       a.file_name_encrypted, a.file_key_encrypted, a.reason, a.finding, a.uploaded_by, a.created_at, a.expires_at,
       a.scanned_at, a.downloads`;

/** Condition: the reader $4, who is staff or not ($5), sees the attachment `a`. */
const IS_SEEN = `($5::boolean OR a.visibility = 'public') AND (a.state <> 'session_open' OR a.uploaded_by = $4)`;

/** The attachments of the ticket $3 that the reader sees, in chronological order. */
export const LIST_ATTACHMENTS = namedQuery('support_attachments_list')`
SELECT ${ATTACHMENT_COLUMNS}
  FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.ticket_id = $3::uuid AND ${IS_SEEN}
 ORDER BY a.created_at, a.attachment_id`;

/** The attachment $6 of the ticket $3, if the reader sees it. */
export const SEEN_ATTACHMENT = namedQuery('support_attachment')`
SELECT ${ATTACHMENT_COLUMNS}
  FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.ticket_id = $3::uuid AND a.attachment_id = $6::uuid AND ${IS_SEEN}`;

/** The parts of the attachment $3, in their order. */
export const PARTS = namedQuery('support_attachment_parts')`
SELECT p.part_number, p.object_name, p.bytes
  FROM support_attachment_parts p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.attachment_id = $3::uuid
 ORDER BY p.part_number`;

/**
 * Locks the ticket of the attachment $3. Every transaction that moves a file locks its ticket first,
 * so none waits for another in a circle.
 */
export const HOLD_TICKET_OF = namedQuery('support_attachment_hold_ticket')`
SELECT t.status
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2
   AND t.ticket_id = (SELECT a.ticket_id FROM support_attachments a
                       WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid)
   FOR UPDATE OF t`;

/** Counts the files of the ticket of the attachment $3 that the customer sees. */
export const COUNT_ATTACHMENTS = namedQuery('support_ticket_count_attachments')`
UPDATE support_tickets t
   SET attachments = (SELECT count(*) FROM support_attachments c
                       WHERE c.client_id = $1 AND c.data_env = $2 AND c.ticket_id = t.ticket_id
                         AND c.visibility = 'public' AND c.state IN ('uploaded', 'scanning', 'clean'))
  FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid
   AND t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = a.ticket_id`;

/**
 * Ends the attachment $3 in the state $4, with the reason $5, the finding $6, by $7 at $8, unless its
 * state is none of $9. Its key and its parts are forgotten, and with $10 its name and all numbers.
 */
export const END_ATTACHMENT = namedQuery('support_attachment_end')`
WITH ended AS (
     UPDATE support_attachments a
        SET state = $4, reason = $5, finding = $6, deleted_by = $7, ended_at = $8, file_key_encrypted = NULL,
            numbers_unread = false,
            file_name_encrypted = CASE WHEN $10::boolean THEN NULL ELSE a.file_name_encrypted END
      WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state = ANY ($9::text[])
  RETURNING a.attachment_id, a.ticket_id, a.visibility),
     forgotten AS (
     DELETE FROM support_attachment_parts p USING ended e
      WHERE p.client_id = $1 AND p.data_env = $2 AND p.attachment_id = e.attachment_id),
     numbers AS (
     DELETE FROM support_attachment_numbers n USING ended e
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.attachment_id = e.attachment_id AND $10::boolean)
SELECT ticket_id, visibility FROM ended`;
