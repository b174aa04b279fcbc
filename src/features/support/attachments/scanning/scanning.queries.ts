import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';
import { ATTACHMENT_COLUMNS } from '../lookup/attachments.queries.js';

/** Starts, or restarts, the scan of the attachment $3. */
export const BEGIN_SCAN = namedQuery('support_attachment_begin_scan')`
UPDATE support_attachments a
   SET state = 'scanning'
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state IN ('uploaded', 'scanning')
RETURNING ${ATTACHMENT_COLUMNS}`;

/** The attachment $3 waits for the scanner. */
export const WAIT_FOR_SCANNER = namedQuery('support_attachment_wait')`
UPDATE support_attachments a
   SET state = 'uploaded'
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state = 'scanning'
RETURNING a.attachment_id`;

/**
 * The scan of the attachment $3 that began at $4 found nothing. $5: whether numbers in its text are
 * still unread; null: as before.
 */
export const FOUND_CLEAN = namedQuery('support_attachment_found_clean')`
UPDATE support_attachments a
   SET state = 'clean', scanned_at = $4, numbers_unread = coalesce($5::boolean, a.numbers_unread)
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state IN ('scanning', 'clean')
RETURNING a.ticket_id, a.visibility`;

export interface Deadlines {
  readonly state: string;
  readonly expires_at: Date;
  readonly finalised_at: Date | null;
}

/** The deadlines of the attachment $3. */
export const DEADLINES = namedQuery('support_attachment_deadlines')`
SELECT a.state, a.expires_at, a.finalised_at
  FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid`;
