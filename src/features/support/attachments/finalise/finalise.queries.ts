import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/** Finalises the attachment $3 at $4, whose session is open. */
export const FINALISE = namedQuery('support_attachment_finalise')`
UPDATE support_attachments a
   SET state = 'uploaded', finalised_at = $4
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state = 'session_open'
   AND a.expires_at > $4
RETURNING a.attachment_id`;
