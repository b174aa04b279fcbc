import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/** Files that were started before $4 and have a number of the hashes $3 in name or text; at most $5. */
export const FILES_WITH_NUMBER = namedQuery('support_files_with_number')`
SELECT DISTINCT n.attachment_id
  FROM support_attachment_numbers n
  JOIN support_attachments a ON a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = n.attachment_id
 WHERE n.client_id = $1 AND n.data_env = $2 AND n.number_hash = ANY ($3::bytea[]) AND a.created_at < $4
 LIMIT $5`;

/**
 * Deletes the name of the attachment $3, whose content is already deleted, and the numbers in it.
 */
export const FORGET_FILE_NAME = namedQuery('support_forget_file_name')`
WITH numbers AS (
     DELETE FROM support_attachment_numbers n
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.attachment_id = $3::uuid)
UPDATE support_attachments a
   SET file_name_encrypted = NULL
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.attachment_id = $3::uuid`;
