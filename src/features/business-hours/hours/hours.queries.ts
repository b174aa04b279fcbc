import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A client's hours and time zone, in one row even if no hours were saved. */
export const BUSINESS_HOURS = namedQuery('business_hours')`
SELECT c.timezone AS client_timezone, h.hours, coalesce(h.revision, 0) AS revision, h.updated_at, h.updated_by
  FROM clients c
  LEFT JOIN client_business_hours h ON h.client_id = c.client_id AND h.data_env = $2
 WHERE c.client_id = $1`;

/** Makes every save wait for the previous one, including the first. $3: now; $4: who saves. */
export const LOCK_BUSINESS_HOURS = namedQuery('business_hours_lock')`
INSERT INTO client_business_hours (client_id, data_env, updated_at, updated_by)
VALUES ($1, $2, $3, $4)
    ON CONFLICT (client_id, data_env) DO UPDATE SET revision = client_business_hours.revision`;

/** Replaces the hours. $3: the hours as JSON; $4: now; $5: who saves. */
export const SAVE_BUSINESS_HOURS = namedQuery('business_hours_save')`
UPDATE client_business_hours
   SET hours = $3::jsonb, revision = revision + 1, updated_at = $4, updated_by = $5
 WHERE client_id = $1 AND data_env = $2`;
