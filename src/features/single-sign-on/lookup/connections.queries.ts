import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Changes of a client's connections wait for each other: an absent row cannot be locked. */
export const LOCK_SSO = namedQuery('sso_lock')`
    SELECT pg_advisory_xact_lock(hashtextextended('single sign-on ' || $1::text || ' ' || $2::text, 0))`;
