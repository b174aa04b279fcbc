import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Notices about the topics ($3), newest first: those before an instant and id ($4, $5) and after
 * $6; at most $7.
 */
export const ENTRIES = namedQuery('notice_entries_list')`
    SELECT notice_id, kind, subject, topic, facts, created_at
      FROM notice_entries
     WHERE client_id = $1 AND data_env = $2 AND topic = ANY ($3::text[]) AND (created_at, notice_id) < ($4, $5::uuid)
       AND created_at > $6
     ORDER BY created_at DESC, notice_id DESC
     LIMIT $7`;

/** The time up to which a person ($3) has read notices. */
export const READ_UP_TO = namedQuery('notice_marks_of_person')`
    SELECT read_up_to FROM notice_marks WHERE client_id = $1 AND data_env = $2 AND person_id = $3`;

/**
 * Records that a person ($3) has read notices up to an instant ($4); an earlier instant changes
 * nothing.
 */
export const MARK_READ = namedQuery('notice_marks_read')`
    INSERT INTO notice_marks AS m (client_id, data_env, person_id, read_up_to)
    VALUES ($1, $2, $3, $4)
        ON CONFLICT (client_id, data_env, person_id) DO UPDATE
       SET read_up_to = greatest(m.read_up_to, excluded.read_up_to)
    RETURNING read_up_to`;
