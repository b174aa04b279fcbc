import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/** Locks the attachment $3 if its session is open at $4. */
export const HOLD_SESSION = namedQuery('support_attachment_hold_session')`
SELECT a.attachment_id
  FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state = 'session_open'
   AND a.expires_at > $4
   FOR UPDATE`;

/** Records the object $5 of $6 bytes as the part $4 of the attachment $3; returns the one that it replaces. */
export const RECORD_PART = namedQuery('support_attachment_record_part')`
INSERT INTO support_attachment_parts AS p (client_id, data_env, attachment_id, part_number, object_name, bytes)
VALUES ($1, $2, $3::uuid, $4, $5, $6)
    ON CONFLICT (client_id, data_env, attachment_id, part_number)
    DO UPDATE SET object_name = excluded.object_name, bytes = excluded.bytes
RETURNING old.object_name AS replaced`;
