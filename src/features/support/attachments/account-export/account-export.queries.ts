import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/** Public files whose upload was finalised. */
export const EXPORTED_ATTACHMENTS = namedQuery('account_export_support_attachments')`
    SELECT a.ticket_id, a.comment_id, a.attachment_id, a.file_name_encrypted, a.kind, a.bytes, a.state, a.reason, a.finding,
           a.uploaded_by, a.uploader_side, a.created_at, a.finalised_at, a.scanned_at, a.ended_at, a.downloads
      FROM support_attachments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.visibility = 'public' AND a.finalised_at IS NOT NULL
     ORDER BY a.ticket_id, a.created_at, a.attachment_id`;
