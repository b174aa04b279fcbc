import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Gives a connection ($3) exactly these domains ($4) of the client. */
export const LEAD_DOMAINS = namedQuery('sso_lead_domains')`
    UPDATE sso_domains SET connection_id = CASE WHEN domain = ANY($4::text[]) THEN $3::uuid END
     WHERE client_id = $1 AND data_env = $2
       AND (domain = ANY($4::text[]) OR connection_id = $3::uuid)`;
