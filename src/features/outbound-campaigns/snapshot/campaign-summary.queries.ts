import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** What summaries say of wash records. $3: their ids. */
export const WASH_RECORDS: NamedQuery = {
  name: 'campaign_wash_records',
  text: `
SELECT registry_wash_record_id, washed_at, valid_until, numbers_submitted, numbers_on_register
  FROM registry_wash_records
 WHERE client_id = $1 AND data_env = $2 AND registry_wash_record_id = ANY($3::uuid[])`,
};
