import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const RECORD_CHANGE = `
UPDATE billing_plans p
   SET provider_changed_at = $2, provider_event_at = $3, provider_event_id = $4`;

// Whether an event is newer than the newest recorded one.
const IS_NEWS = `(p.provider_event_at IS NULL OR p.provider_event_at < $3
                  OR (p.provider_event_at = $3 AND p.provider_event_id <> $4))`;

/** Marks the plan of the customer $1. */
export const CUSTOMER_CHANGED = namedQuery('billing_customer_changed')`${RECORD_CHANGE}
 WHERE p.provider_customer_id = $1 AND ${IS_NEWS}`;

/** Marks every plan that uses the price $1. */
export const PRICE_CHANGED = namedQuery('billing_price_changed')`${RECORD_CHANGE}
 WHERE ${IS_NEWS}
   AND (p.foundation_price_id = $1
        OR EXISTS (SELECT FROM billing_plan_meters m
                    WHERE m.client_id = p.client_id AND m.data_env = p.data_env AND m.provider_price_id = $1))`;
