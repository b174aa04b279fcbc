import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const SAVED_HOURS = namedQuery('business_hours_saved')`
SELECT h.hours FROM client_business_hours h WHERE h.client_id = $1 AND h.data_env = $2`;
