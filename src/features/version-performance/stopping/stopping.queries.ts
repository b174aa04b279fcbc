import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Tenants with an active staged release that has a rule. */
export const TENANTS_WITH_RULES = namedQuery('tenants_with_stop_rules')`
    SELECT DISTINCT client_id, data_env FROM project_staged_releases
     WHERE state = 'active' AND stop_when IS NOT NULL
     ORDER BY client_id, data_env`;
