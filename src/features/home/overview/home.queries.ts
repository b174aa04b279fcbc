import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';
import { callsOfClients, COUNTED_CALLS } from '../../calls/calls.sql.js';

/**
 * Reads of the clients in $1 in environment $2: names, the projects assigned to person $3, urgent
 * requests at $5, and completed setup steps. $4 says for each client whether the person only sees
 * assigned projects.
 */
export const CLIENTS_AT_HOME = namedQuery('home_clients')`
WITH asked AS MATERIALIZED (
     SELECT a.client_id, a.is_limited FROM unnest($1::text[], $4::boolean[]) AS a (client_id, is_limited)),
     assigned AS MATERIALIZED (
     SELECT a.client_id, a.project_id FROM project_assignments a
      WHERE a.client_id = ANY ($1) AND a.data_env = $2 AND a.member_id = $3 AND a.active),
     shown AS MATERIALIZED (
     SELECT p.client_id, p.project_id, p.created_at, p.latest_published_version IS NOT NULL AS is_published
       FROM asked s
       JOIN projects p ON p.client_id = s.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
      WHERE NOT s.is_limited OR (p.client_id, p.project_id) IN (SELECT a.client_id, a.project_id FROM assigned a))
SELECT c.client_id, c.business_name, c.status,
       coalesce(m.project_ids, '{}') AS assigned,
       coalesce(q.urgent, 0) AS urgent, coalesce(q.overdue, 0) AS overdue,
       t.project_id, coalesce(t.has_assistant, false) AS assistant, coalesce(t.has_test, false) AS test,
       coalesce(t.is_published, false) AS publish, coalesce(t.has_number, false) AS number,
       coalesce(t.has_webhook, false) AS webhook,
       EXISTS (SELECT FROM portal_user_client_assignments u
                WHERE u.client_id = c.client_id AND u.data_env = $2 AND u.active AND u.user_id <> $3
                  AND u.role IN ${sqlListOf(CUSTOMER_ROLES)}) AS people
  FROM asked s
  JOIN clients c ON c.client_id = s.client_id
  LEFT JOIN (SELECT a.client_id, array_agg(a.project_id) AS project_ids FROM assigned a GROUP BY 1) m
    ON m.client_id = s.client_id
  LEFT JOIN (
       SELECT r.client_id,
              count(*) FILTER (WHERE r.overdue_from > $5)::integer AS urgent,
              count(*) FILTER (WHERE r.overdue_from <= $5)::integer AS overdue
         FROM caller_requests r
        WHERE r.client_id = ANY ($1) AND r.data_env = $2 AND r.closed_at IS NULL AND r.urgent_from <= $5
        GROUP BY 1) q ON q.client_id = s.client_id
  LEFT JOIN (
       SELECT p.client_id, (array_agg(p.project_id ORDER BY p.created_at, p.project_id))[1] AS project_id,
              bool_or(p.is_published) AS is_published,
              bool_or(p.is_published OR EXISTS (SELECT FROM project_drafts d
                 WHERE d.client_id = p.client_id AND d.data_env = $2 AND d.project_id = p.project_id)) AS has_assistant,
              bool_or(EXISTS (SELECT FROM project_test_calls k
                 WHERE k.client_id = p.client_id AND k.data_env = $2 AND k.project_id = p.project_id)
                 OR EXISTS (SELECT FROM conversation_test_runs r
                 WHERE r.client_id = p.client_id AND r.data_env = $2 AND r.project_id = p.project_id)) AS has_test,
              bool_or(EXISTS (SELECT FROM project_inbound_numbers n
                 WHERE n.client_id = p.client_id AND n.data_env = $2 AND n.project_id = p.project_id
                   AND NOT n.is_staged)) AS has_number,
              bool_or(EXISTS (SELECT FROM webhook_endpoints w
                 WHERE w.client_id = p.client_id AND w.data_env = $2 AND w.project_id = p.project_id)) AS has_webhook
         FROM shown p
        GROUP BY 1) t ON t.client_id = s.client_id`;

/** More running campaigns than a person looks at individually: the list has the rest. */
const MOST_CAMPAIGNS = 5;

// For clients in the array, only the assigned projects count, as pairs in $6 and $7.
const shownBut =
  (limited: string) =>
  (client: string, project: string): string =>
    `(${client} NOT IN (SELECT unnest(${limited}::text[]))
            OR (${client}, ${project}) IN (SELECT * FROM unnest($6::text[], $7::text[])))`;

/**
 * Reads of the clients in $1 in environment $2, in a tenant store: calls by bucket ($3 first instants, $4
 * end, $5 divided hours), campaigns that run, and capacity in use. $8 lists clients with limited
 * projects, $9 those with limited campaigns.
 */
export const STORES_AT_HOME: NamedQuery = {
  name: 'home_stores',
  text: `
SELECT a.client_id, coalesce(k.calls, '{}') AS calls, coalesce(g.running, 0) AS running,
       coalesce(g.campaigns, '[]') AS campaigns, l.concurrency_limit, coalesce(u.in_use, 0) AS in_use
  FROM unnest($1::text[]) AS a (client_id)
  LEFT JOIN (
       SELECT t.client_id, jsonb_object_agg(t.bucket, jsonb_build_object(${COUNTED_CALLS.map((it) => `'${it}', t.${it}`).join(', ')})) AS calls
         FROM (${callsOfClients({
           starts: '$3::timestamptz[]',
           end: '$4::timestamptz',
           cutHours: '$5::timestamptz[]',
           shown: shownBut('$8'),
         })}) t
        GROUP BY 1) k ON k.client_id = a.client_id
  LEFT JOIN (
       SELECT o.client_id, max(o.running)::integer AS running,
              jsonb_agg(jsonb_build_object('campaign_id', o.campaign_id, 'name', o.name,
                'ends_at_utc', o.schedule_end_at) ORDER BY o.place) FILTER (WHERE o.place <= ${MOST_CAMPAIGNS}) AS campaigns
         FROM (SELECT c.client_id, c.campaign_id, c.name, c.schedule_end_at,
                      count(*) OVER (PARTITION BY c.client_id) AS running,
                      row_number() OVER (PARTITION BY c.client_id ORDER BY c.schedule_end_at, c.campaign_id) AS place
                 FROM campaigns_of_clients c
                WHERE c.client_id = ANY ($1) AND c.data_env = $2 AND c.status = 'running'
                  AND ${shownBut('$9')('c.client_id', 'c.project_id')}) o
        GROUP BY 1) g ON g.client_id = a.client_id
  LEFT JOIN capacity_limits_of_clients l ON l.client_id = a.client_id AND l.data_env = $2 AND l.project_id = ''
  LEFT JOIN (
       SELECT e.client_id, count(*)::integer AS in_use
         FROM capacity_leases_of_clients e
        WHERE e.client_id = ANY ($1) AND e.data_env = $2 AND NOT e.is_waiting AND e.expires_at > statement_timestamp()
        GROUP BY 1) u ON u.client_id = a.client_id`,
};
