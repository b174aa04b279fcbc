import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Whether a form may be used at $4: it is open, bound to no browser or to this one ($5: its valid
 * hashes), and input may still be sent, up to the $7th time.
 */
const MAY_BE_USED = `client_id = $1 AND data_env = $2 AND session_id = $3 AND status = 'open' AND expires_at > $4
   AND (browser_hash IS NULL OR browser_hash = ANY($5::bytea[])) AND submits < $7`;

/**
 * Shows the form of a session, at most $8 times, and binds it to the requesting browser ($6: its hash) if it
 * is not bound yet.
 */
export const SHOW_FORM = namedQuery('direct_input_show_form')`
UPDATE direct_input_sessions SET contexts = contexts + 1, browser_hash = coalesce(browser_hash, $6)
 WHERE ${MAY_BE_USED} AND contexts < $8
RETURNING form, expires_at`;

/**
 * Stores an envelope ($6, its hash $8); null is one that cannot be opened, and counts as an
 * attempt. If two arrive at once, the second one finds that the form was already received.
 */
export const TAKE_ENVELOPE = namedQuery('direct_input_take_envelope')`
UPDATE direct_input_sessions
   SET submits = submits + 1, envelope = $6, taken_hash = $8, status = CASE WHEN $6::jsonb IS NULL THEN status ELSE 'received' END
 WHERE ${MAY_BE_USED}
RETURNING status`;

/** Finds the session if it has accepted the envelope with one of the hashes $4, and still exists at $5. */
export const WAS_TAKEN = namedQuery('direct_input_was_taken')`
SELECT FROM direct_input_sessions
 WHERE client_id = $1 AND data_env = $2 AND session_id = $3 AND taken_hash = ANY($4::bytea[]) AND expires_at > $5`;
