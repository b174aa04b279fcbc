import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Campaigns of the project $3 that run, or that a caller may be launching now: running ones first,
 * because they are processed one by one.
 */
export const CAMPAIGNS_TO_STOP = namedQuery('campaigns_to_stop')`
SELECT campaign_id AS "campaignId"
  FROM campaigns
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND status IN ('draft', 'scheduled', 'running', 'paused')
 ORDER BY status = 'running' DESC, status = 'scheduled' DESC, campaign_id`;

/** Refuses the waiting calls of project $3; with $4, only those requested until then. */
export const REFUSE_WAITING = namedQuery('single_dispatches_of_archived')`
UPDATE single_dispatches SET status = 'refused', refused_codes = '["project_archived"]'
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND status = 'queued'
   AND ($4::timestamptz IS NULL OR requested_at <= $4)`;
