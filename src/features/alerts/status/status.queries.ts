import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { lastAnswerOf } from '../lookup/causes.queries.js';

/** $4 projects after the first $5, by name, of those in $3 (null: all); no archived ones. */
export const STATUS_PROJECTS = namedQuery('status_projects')`
SELECT p.project_id, p.display_name, v.content_hash AS published_hash, v.published_at, r.applied_hash, r.applied_since
  FROM (SELECT o.project_id, o.display_name, o.latest_published_version
          FROM projects o
         WHERE o.client_id = $1 AND o.data_env = $2 AND o.lifecycle_state <> 'archived'
           AND ($3::text[] IS NULL OR o.project_id = ANY ($3))
         ORDER BY lower(o.display_name), o.project_id
         LIMIT $4 OFFSET $5) p
  LEFT JOIN project_versions v ON v.client_id = $1 AND v.data_env = $2 AND v.project_id = p.project_id
   AND v.version_number = p.latest_published_version
  LEFT JOIN project_runtime_reports r ON r.client_id = $1 AND r.data_env = $2 AND r.project_id = p.project_id
 ORDER BY lower(p.display_name), p.project_id`;

/** How many projects are not archived, of those in $3 (null: all). */
export const COUNT_PROJECTS = namedQuery('status_count_projects')`
SELECT count(*)::integer AS total
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
   AND ($3::text[] IS NULL OR p.project_id = ANY ($3))`;

/** The webhooks of the projects in $3. */
export const STATUS_WEBHOOKS = namedQuery('status_webhooks')`
SELECT w.webhook_id::text, w.project_id, w.endpoint_url, w.is_enabled, w.enablement
  FROM webhook_endpoints w
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.project_id = ANY ($3::text[])`;

/** The names of the partner organisations that look after the client. */
export const STATUS_PARTNERS = namedQuery('status_partners')`
SELECT p.name
  FROM partner_client_ownerships w
  JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
 WHERE w.client_id = $1 AND w.active AND $2::text IS NOT NULL
 ORDER BY lower(p.name), p.organisation_id`;

/**
 * Health of the receivers of the webhooks in $3, each at its enablement in $4; of failing ones also
 * the status of the last answer, or why there was none.
 */
export const STATUS_RECEIVERS = namedQuery('status_receivers')`
SELECT h.webhook_id::text, h.degraded_at, h.disabled_at, h.disabled_reason,
       coalesce(h.last_success_at, h.last_failure_at) IS NOT NULL AS has_sent,
       CASE WHEN coalesce(h.disabled_at, h.degraded_at) IS NOT NULL THEN ${lastAnswerOf('$1', '$2')} END AS last_answer
  FROM unnest($3::uuid[], $4::integer[]) AS w (webhook_id, enablement)
  JOIN webhook_health h ON h.client_id = $1 AND h.data_env = $2 AND h.webhook_id = w.webhook_id AND h.enablement = w.enablement`;

/** The last ended call of each project in $3, among calls that began after $4. */
export const LAST_CALLS = namedQuery('status_last_calls')`
SELECT p.project_id, c.ended_at_utc AS ended_at, e.appended_at AS reported_at
  FROM unnest($3::text[]) AS p (project_id)
  JOIN LATERAL (
       SELECT k.call_id, k.ended_at_utc
         FROM calls k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.project_id = p.project_id AND k.started_at_utc > $4
          AND k.ended_at_utc IS NOT NULL
        ORDER BY k.started_at_utc DESC, k.call_id DESC
        LIMIT 1) c ON true
  LEFT JOIN call_events e ON e.client_id = $1 AND e.data_env = $2 AND e.call_id = c.call_id AND e.event_type = 'call_ended'`;
