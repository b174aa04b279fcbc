import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Stores a challenge ($1, its text $2) until $3, and deletes some that expired before now ($4). */
export const ADD_CHALLENGE = namedQuery('break_glass_add_challenge')`
    WITH cleared AS (
      DELETE FROM break_glass_challenges c WHERE c.challenge_id IN (
        SELECT e.challenge_id FROM break_glass_challenges e WHERE e.ends_at <= $4 LIMIT 10))
    INSERT INTO break_glass_challenges (challenge_id, challenge, ends_at) VALUES ($1, $2, $3)`;

/** Consumes a challenge ($1) that is valid now ($2), once. */
export const TAKE_CHALLENGE = namedQuery('break_glass_take_challenge')`
    DELETE FROM break_glass_challenges WHERE challenge_id = $1 AND ends_at > $2 RETURNING challenge`;
