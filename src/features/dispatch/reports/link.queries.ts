import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Links the calls $3, begun at $6, to the dialled contacts $5 of the campaigns $4. The call that
 * began last is linked. A call of an earlier attempt is not, however late or often it is reported,
 * nor a second one for the last dispatch.
 */
export const LINK_CONTACTS = namedQuery('dispatch_link_contacts')`
WITH told AS (
     SELECT DISTINCT ON (t.campaign_id, t.contact_id) t.*
       FROM unnest($3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[])
            WITH ORDINALITY AS t (call_id, campaign_id, contact_id, started_at, place)
      ORDER BY t.campaign_id, t.contact_id, t.started_at DESC, t.place DESC),
     held AS MATERIALIZED (
     SELECT c.campaign_id, c.contact_id, t.call_id
       FROM told t JOIN campaign_contacts c USING (campaign_id, contact_id)
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.attempt_count > 0
        AND c.last_call_id IS DISTINCT FROM t.call_id
        AND NOT EXISTS (
            SELECT FROM dispatches d
             WHERE d.client_id = $1 AND d.data_env = $2 AND d.campaign_id = t.campaign_id AND d.contact_id = t.contact_id
               AND (d.taken_at > t.started_at + interval '1 minute'
                    OR d.attempt_number < c.attempt_count AND d.call_id = t.call_id
                    OR d.attempt_number = c.attempt_count AND d.call_id <> t.call_id))
      ORDER BY c.campaign_id, c.contact_id
        FOR UPDATE OF c)
UPDATE campaign_contacts c SET last_call_id = h.call_id
  FROM held h
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = h.campaign_id AND c.contact_id = h.contact_id`;

/**
 * Assigns the calls $3, begun at $6, to the last dispatches before them of the contacts $5 of the
 * campaigns $4, if those have none yet. Clocks differ: a call may begin up to a minute before its
 * dispatch was recorded.
 */
export const LINK_DISPATCHES = namedQuery('dispatch_link_dispatches')`
WITH told AS (
     SELECT t.call_id, last.dispatch_id
       FROM unnest($3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[])
            AS t (call_id, campaign_id, contact_id, started_at)
      CROSS JOIN LATERAL (
            SELECT d.dispatch_id FROM dispatches d
             WHERE d.client_id = $1 AND d.data_env = $2 AND d.campaign_id = t.campaign_id
               AND d.contact_id = t.contact_id AND d.taken_at <= t.started_at + interval '1 minute'
             ORDER BY d.attempt_number DESC LIMIT 1) last
      WHERE NOT EXISTS (
            SELECT FROM dispatches k
             WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = t.call_id))
UPDATE dispatches d SET call_id = t.call_id, is_call_linked = true
  FROM told t
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = t.dispatch_id AND d.call_id IS NULL`;

/** The versions that the dispatches of the calls $3 told their runtimes to run. */
export const DISPATCHED_VERSIONS = namedQuery('dispatched_versions')`
SELECT call_id AS "callId", project_id AS "projectId", version_number AS "versionNumber" FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND call_id = ANY ($3::text[]) AND version_number IS NOT NULL`;
