import { LEGAL_MAX_AGE_DAYS } from './rules/eligibility/registry.policy.js';

/**
 * SQL that counts callable contacts of running campaigns of client $1 and environment $2 that have
 * not been claimed yet, as (project_id, contacts), for projects that have any. It reads the counts
 * maintained by writes of contacts. Contacts whose next attempt is scheduled do not count.
 */
export const WAITING_CONTACTS = `
SELECT c.project_id, sum(n.value)::integer AS contacts
  FROM campaigns c
  JOIN campaign_counts n ON n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id AND n.counter = 'listed'
   AND split_part(n.key, '/', 1) IN ('pending', 'pending_dispatch', 'queued') AND split_part(n.key, '/', 2) = '-'
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'running'
 GROUP BY c.project_id
HAVING sum(n.value) > 0`;

/** SQL of the client and environment, and the suffix of table names: `_of_clients` for several clients. */
interface OfTenant {
  readonly client: string;
  readonly env: string;
  readonly views: string;
}

/**
 * Campaigns that the service paused, as (campaign_id, project_id, name, reason, since). A pause by
 * a person does not count.
 */
export const pausedByService = ({ client, env, views }: OfTenant): string => `
SELECT c.campaign_id, c.project_id, c.name, c.status_reason AS reason, c.status_changed_at AS since
  FROM campaigns${views} c
 WHERE c.client_id = ${client} AND c.data_env = ${env} AND c.status = 'paused'
   AND c.status_reason IN ('validation_blocked', 'circuit_breaker', 'capacity')`;

/**
 * Campaigns that will soon call or that a person may resume, each with the expiry of its newest
 * wash, as (campaign_id, project_id, name, ends_at). The list includes campaigns that the service
 * paused.
 */
export const washedCampaigns = ({ client, env, views }: OfTenant): string => `
SELECT c.campaign_id, c.project_id, c.name,
       least(w.valid_until, w.washed_at + least(${LEGAL_MAX_AGE_DAYS}, (c.compliance ->> 'registry_wash_max_age_days')::integer) * interval '1 day') AS ends_at
  FROM campaigns${views} c
  JOIN registry_wash_records${views} w
    ON w.client_id = ${client} AND w.data_env = ${env} AND w.registry_wash_record_id = c.last_registry_wash_record_id
 WHERE c.client_id = ${client} AND c.data_env = ${env} AND c.campaign_call_type <> 'service'
   AND (c.status IN ('scheduled', 'running') OR c.status = 'paused' AND c.status_reason = 'user')`;
