import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const CLIENT_OF_REPORT = namedQuery('report_client')`
    SELECT business_name FROM clients WHERE client_id = $1 AND $2::text IS NOT NULL`;
