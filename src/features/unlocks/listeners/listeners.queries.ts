import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Deletes the notes of the unlocks of those calls $3 that were erased, and ends open ones at $4.
 */
export const FORGET_UNLOCKS = namedQuery('unlocks_forget')`
UPDATE call_pii_unlocks u
   SET note_encrypted = NULL,
       ended_at = CASE WHEN u.decision = 'denied' THEN NULL ELSE coalesce(u.ended_at, $4) END
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.call_id = ANY ($3::text[])`;
