import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** How many contacts of the campaign $3 are to be tried again by $4: as many as the index has of them. */
export const COUNT_RETRIES_DUE: NamedQuery = {
  name: 'campaign_retries_due',
  text: `
SELECT count(*)::integer AS due
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'retry_scheduled' AND next_attempt_at <= $4`,
};

/** What the last validation of the campaign $3 said. */
export const LAST_VALIDATION: NamedQuery = {
  name: 'campaign_last_validation',
  text: `SELECT validation_result AS result FROM campaigns WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`,
};
