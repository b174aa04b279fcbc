import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Reads who acknowledged the alerts in $3, and when. */
export const ACKNOWLEDGEMENTS = namedQuery('alerts_acknowledgements')`
SELECT a.alert_id::text, a.acknowledged_at, a.acknowledged_by
  FROM alert_acknowledgements a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.alert_id = ANY ($3::uuid[])`;
