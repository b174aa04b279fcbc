import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const COLUMNS = 's.missed_inbound, s.upset_callers, s.revision, s.updated_at, s.updated_by';

export const FOLLOW_UP_SETTINGS = namedQuery('follow_up_settings')`
SELECT ${COLUMNS} FROM follow_up_settings s WHERE s.client_id = $1 AND s.data_env = $2`;

/**
 * Saves if the revision is still $3 (0: never saved): $4 and $5 the switches, $6 now, $7 the
 * editor. No row: they were changed by someone else.
 */
export const SAVE_FOLLOW_UP_SETTINGS = namedQuery('follow_up_settings_save')`
INSERT INTO follow_up_settings AS s (client_id, data_env, missed_inbound, upset_callers, updated_at, updated_by)
VALUES ($1, $2, $4, $5, $6, $7)
    ON CONFLICT (client_id, data_env) DO UPDATE
   SET missed_inbound = excluded.missed_inbound, upset_callers = excluded.upset_callers, revision = s.revision + 1,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by
 WHERE s.revision = $3
RETURNING ${COLUMNS}`;
