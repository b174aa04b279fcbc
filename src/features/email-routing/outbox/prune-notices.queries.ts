import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Removes some notices to addresses ($4 at most) from before $3. */
export const PRUNE_NOTICES = namedQuery('notices_prune')`
    DELETE FROM notices
     WHERE client_id = $1 AND data_env = $2 AND notice_id IN (
           SELECT n.notice_id FROM notices n
            WHERE n.client_id = $1 AND n.data_env = $2 AND n.created_at < $3 LIMIT $4)
    RETURNING notice_id`;

/** The same for entries of the bell. */
export const PRUNE_ENTRIES = namedQuery('notice_entries_prune')`
    DELETE FROM notice_entries
     WHERE client_id = $1 AND data_env = $2 AND notice_id IN (
           SELECT n.notice_id FROM notice_entries n
            WHERE n.client_id = $1 AND n.data_env = $2 AND n.created_at < $3 LIMIT $4)
    RETURNING notice_id`;

/** The same for marks of what people have read. */
export const PRUNE_MARKS = namedQuery('notice_marks_prune')`
    DELETE FROM notice_marks
     WHERE client_id = $1 AND data_env = $2 AND person_id IN (
           SELECT m.person_id FROM notice_marks m
            WHERE m.client_id = $1 AND m.data_env = $2 AND m.read_up_to < $3 LIMIT $4)
    RETURNING person_id`;
