import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/** Counts a download of the attachment $3, which is clean. */
export const COUNT_DOWNLOAD = namedQuery('support_attachment_count_download')`
UPDATE support_attachments a
   SET downloads = a.downloads + 1
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid AND a.state = 'clean'
RETURNING a.attachment_id`;
