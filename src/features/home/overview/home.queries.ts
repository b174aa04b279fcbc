import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';
import { hasPlan } from '../../billing/billing.sql.js';
import { callsOfClients, COUNTED_CALLS } from '../../calls/calls.sql.js';

// For the clients in `limited`, only the assigned projects count, as pairs in $6 and $7.
const shownBut =
  (limited: string) =>
  (client: string, project: string): string =>
    `(NOT ${limited} OR (${client}, ${project}) IN (SELECT * FROM unnest($6::text[], $7::text[])))`;

/** The projects of the clients in $1 in environment $2 that are assigned to person $3. */
export const ASSIGNED_AT_HOME = namedQuery('home_assigned')`
SELECT a.client_id, a.project_id
  FROM project_assignments a
 WHERE a.client_id = ANY ($1::text[]) AND a.data_env = $2 AND a.member_id = $3 AND a.active`;

/**
 * Reads of the clients in $1 in environment $2, for person $3: names, urgent requests at $5, completed
 * setup steps, and whether there is a plan. $4 says for each client whether the person only sees
 * assigned projects, as pairs in $6 and $7.
 */
export const CLIENTS_AT_HOME = namedQuery('home_clients')`
SELECT c.client_id, c.business_name, c.status, q.urgent, q.overdue,
       t.project_id, t.assistant, t.test, t.publish, t.number, t.webhook,
       EXISTS (SELECT FROM portal_user_client_assignments u
                WHERE u.client_id = c.client_id AND u.data_env = $2 AND u.active AND u.user_id <> $3
                  AND u.role IN ${sqlListOf(CUSTOMER_ROLES)}) AS people,
       ${hasPlan({ client: 'c.client_id', env: '$2' })} AS has_plan
  FROM unnest($1::text[], $4::boolean[]) AS s (client_id, is_limited)
  JOIN clients c ON c.client_id = s.client_id
 CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE r.overdue_from > $5)::integer AS urgent,
              count(*) FILTER (WHERE r.overdue_from <= $5)::integer AS overdue
         FROM caller_requests r
        WHERE r.client_id = s.client_id AND r.data_env = $2 AND r.closed_at IS NULL AND r.urgent_from <= $5) q
 CROSS JOIN LATERAL (
       SELECT (array_agg(p.project_id ORDER BY p.created_at, p.project_id))[1] AS project_id,
              coalesce(bool_or(p.is_published), false) AS publish,
              coalesce(bool_or(p.is_published OR EXISTS (SELECT FROM project_drafts d
                 WHERE d.client_id = s.client_id AND d.data_env = $2 AND d.project_id = p.project_id)), false) AS assistant,
              coalesce(bool_or(EXISTS (SELECT FROM project_test_calls k
                 WHERE k.client_id = s.client_id AND k.data_env = $2 AND k.project_id = p.project_id)
                 OR EXISTS (SELECT FROM conversation_test_runs r
                 WHERE r.client_id = s.client_id AND r.data_env = $2 AND r.project_id = p.project_id)), false) AS test,
              coalesce(bool_or(EXISTS (SELECT FROM project_inbound_numbers n
                 WHERE n.client_id = s.client_id AND n.data_env = $2 AND n.project_id = p.project_id
                   AND NOT n.is_staged)), false) AS number,
              coalesce(bool_or(EXISTS (SELECT FROM webhook_endpoints w
                 WHERE w.client_id = s.client_id AND w.data_env = $2 AND w.project_id = p.project_id)), false) AS webhook
         FROM (SELECT p.project_id, p.created_at, p.latest_published_version IS NOT NULL AS is_published
                 FROM projects p
                WHERE p.client_id = s.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
                  AND ${shownBut('s.is_limited')('p.client_id', 'p.project_id')}) p) t`;

/** More running campaigns than a person reads individually; the list has the rest. */
const MOST_CAMPAIGNS = 5;

/**
 * Reads of the clients in $1 in environment $2, in a tenant store: calls by bucket ($3 first instants, $4
 * ends, $5 divided hours), campaigns that run, and capacity in use. $8 lists clients with limited
 * projects, $9 those with limited campaigns.
 */
export const STORES_AT_HOME: NamedQuery = {
  name: 'home_stores',
  keepsPlan: true,
  text: `
WITH asked AS MATERIALIZED (
     SELECT a.client_id, a.client_id IN (SELECT unnest($8::text[])) AS is_limited,
            a.client_id IN (SELECT unnest($9::text[])) AS has_limited_campaigns
       FROM unnest($1::text[]) AS a (client_id))
SELECT a.client_id, coalesce(k.calls, '{}') AS calls, coalesce(g.running, 0) AS running,
       coalesce(g.campaigns, '[]') AS campaigns, l.concurrency_limit, coalesce(u.in_use, 0) AS in_use
  FROM asked a
  LEFT JOIN (
       SELECT t.client_id, jsonb_object_agg(t.bucket, jsonb_build_object(${COUNTED_CALLS.map((it) => `'${it}', t.${it}`).join(', ')})) AS calls
         FROM (${callsOfClients({
           clients: 'asked',
           since: '$3::timestamptz[]',
           until: '$4::timestamptz[]',
           cutHours: '$5::timestamptz[]',
           shown: shownBut('a.is_limited'),
         })}) t
        GROUP BY 1) k ON k.client_id = a.client_id
  LEFT JOIN (
       SELECT o.client_id, max(o.running)::integer AS running,
              jsonb_agg(jsonb_build_object('campaign_id', o.campaign_id, 'name', o.name,
                'ends_at_utc', o.schedule_end_at) ORDER BY o.place) FILTER (WHERE o.place <= ${MOST_CAMPAIGNS}) AS campaigns
         FROM (SELECT c.client_id, c.campaign_id, c.name, c.schedule_end_at,
                      count(*) OVER (PARTITION BY c.client_id) AS running,
                      row_number() OVER (PARTITION BY c.client_id ORDER BY c.schedule_end_at, c.campaign_id) AS place
                 FROM asked a
                 JOIN campaigns_of_clients c ON c.client_id = a.client_id AND c.data_env = $2 AND c.status = 'running'
                WHERE ${shownBut('a.has_limited_campaigns')('c.client_id', 'c.project_id')}) o
        GROUP BY 1) g ON g.client_id = a.client_id
  LEFT JOIN capacity_limits_of_clients l ON l.client_id = a.client_id AND l.data_env = $2 AND l.project_id = ''
  LEFT JOIN (
       SELECT e.client_id, count(*)::integer AS in_use
         FROM capacity_leases_of_clients e
        WHERE e.client_id = ANY ($1) AND e.data_env = $2 AND NOT e.is_waiting AND e.expires_at > statement_timestamp()
        GROUP BY 1) u ON u.client_id = a.client_id`,
};
