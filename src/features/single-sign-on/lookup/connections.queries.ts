import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { OPEN_USE_OF_TENANT } from '../../break-glass/break-glass.sql.js';

/** The same use, locked so that its end waits for the transaction. */
export const HOLD_OPEN_USE = namedQuery('sso_hold_open_use')`${OPEN_USE_OF_TENANT}
       FOR SHARE`;

/** Changes of a client's connections wait for each other: an absent row cannot be locked. */
export const LOCK_SSO = namedQuery('sso_lock')`
    SELECT pg_advisory_xact_lock(hashtextextended('single sign-on ' || $1::text || ' ' || $2::text, 0))`;
