import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The saved settings of a client's outbound calls; no row if there are none. */
export const OUTBOUND_SETTINGS = namedQuery('outbound_settings')`
SELECT hours_between_campaigns AS hours, revision, updated_at AS "updatedAt", updated_by AS "updatedBy"
  FROM outbound_settings
 WHERE client_id = $1 AND data_env = $2`;

/**
 * Makes every save wait for the previous one, even the first one. $3: hours; $4: now; $5: who
 * saves.
 */
export const LOCK_OUTBOUND_SETTINGS = namedQuery('outbound_settings_lock')`
INSERT INTO outbound_settings (client_id, data_env, hours_between_campaigns, updated_at, updated_by)
VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (client_id, data_env) DO UPDATE SET revision = outbound_settings.revision`;

export const SAVE_OUTBOUND_SETTINGS = namedQuery('outbound_settings_save')`
UPDATE outbound_settings
   SET hours_between_campaigns = $3, revision = revision + 1, updated_at = $4, updated_by = $5
 WHERE client_id = $1 AND data_env = $2`;
