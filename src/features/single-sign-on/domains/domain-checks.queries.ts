import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Tenants with a verified domain. */
export const TENANTS_WITH_DOMAINS = namedQuery('sso_tenants_with_domains')`
    SELECT DISTINCT client_id, data_env FROM sso_domains WHERE status = 'verified'`;
