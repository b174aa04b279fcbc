import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Writes messages unless the stored revision is as new; returns the new ones. */
export const WRITE_MESSAGES = namedQuery('write_messages')`
INSERT INTO messages AS m (client_id, data_env, message_id, logical_send_id, revision, project_id, direction, segments,
                           status, failed_reason, sent_at, delivered_at)
SELECT $1, $2, r.*
  FROM unnest($3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::integer[], $9::text[], $10::text[],
              $11::timestamptz[], $12::timestamptz[])
    AS r(message_id, logical_send_id, revision, project_id, direction, segments, status, failed_reason, sent_at, delivered_at)
 ORDER BY r.message_id
    ON CONFLICT (client_id, data_env, message_id) DO UPDATE
   SET logical_send_id = excluded.logical_send_id, revision = excluded.revision, project_id = excluded.project_id,
       direction = excluded.direction, segments = excluded.segments, status = excluded.status,
       failed_reason = excluded.failed_reason, sent_at = excluded.sent_at, delivered_at = excluded.delivered_at
 WHERE m.revision < excluded.revision
RETURNING (m.xmax = 0) AS is_new`;
