import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { FOLLOW_UP_COLUMNS } from '../lookup/shown-follow-up.js';

/** The follow-up of the call $3. */
export const FOLLOW_UP = namedQuery('follow_up')`
SELECT ${FOLLOW_UP_COLUMNS}
  FROM call_follow_ups f
 WHERE f.client_id = $1 AND f.data_env = $2 AND f.call_id = $3`;

/** Locks the call $3 against erasure until the transaction ends. */
export const HOLD_CALL = namedQuery('follow_up_hold_call')`
SELECT i.project_id, i.erased_at
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3
   FOR SHARE`;

/**
 * Saves the follow-up of the call $3 if its revision is still $4 (0: there is none): $5 state, $6
 * owner, $7 due, $8 sealed contents, $9 hashes of tags, $10 now, $11 the editor. No row: it was
 * changed by someone else.
 */
export const SAVE_FOLLOW_UP = namedQuery('follow_up_save')`
INSERT INTO call_follow_ups AS f (client_id, data_env, call_id, state, reason, owner, due_at, contents_encrypted,
       tag_hashes, created_at, updated_at, updated_by)
VALUES ($1, $2, $3, $5, 'by_hand', $6, $7, $8, $9, $10, $10, $11)
    ON CONFLICT (client_id, data_env, call_id) DO UPDATE
   SET revision = f.revision + 1, state = excluded.state, owner = excluded.owner, due_at = excluded.due_at,
       contents_encrypted = excluded.contents_encrypted, tag_hashes = excluded.tag_hashes,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by
 WHERE f.revision = $4
RETURNING f.revision`;
