import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { DELIVERY_COLUMNS } from './delivery-records.js';

/**
 * The delivery $3. Its id contains its creation time, at most a minute before the commit, so one
 * day is searched instead of thirty.
 */
export const DELIVERY_BY_ID = namedQuery('webhook_delivery_by_id')`
SELECT ${DELIVERY_COLUMNS}
  FROM webhook_deliveries d
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.delivery_id = $3
   AND d.created_at BETWEEN uuid_extract_timestamp($3) - interval '1 minute'
                        AND uuid_extract_timestamp($3) + interval '1 second'`;
