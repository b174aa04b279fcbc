import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Lets only one process renew a session's tokens, because a provider may end all tokens if a
 * refresh token is used twice.
 */
export const BEGIN_RENEWAL = namedQuery('portal_begin_renewal')`
    UPDATE portal_sessions SET renewing_until = $4
     WHERE session_id = $1 AND renewals = $2 AND (renewing_until IS NULL OR renewing_until <= $3)
 RETURNING tokens_encrypted`;

/** Stores renewed tokens, unless the session has ended in the meantime. */
export const KEEP_RENEWED = namedQuery('portal_keep_renewed')`
    UPDATE portal_sessions
       SET tokens_encrypted = $3, token_given_at = $4, token_ends_at = $5, renewals = renewals + 1, renewing_until = NULL
     WHERE session_id = $1 AND renewals = $2`;
