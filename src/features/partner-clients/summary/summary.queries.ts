import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The client itself, with its billing plan. */
export const CLIENT_PROFILE = namedQuery('partner_client_profile')`
    SELECT c.business_name, c.status, c.timezone, p.web_domain, p.contact_name_encrypted, p.engagement_notes_encrypted,
           b.plan_name, b.currency, b.period_start, b.period_end
      FROM clients c
      LEFT JOIN partner_client_profiles p ON p.client_id = c.client_id
      LEFT JOIN billing_plans b ON b.client_id = c.client_id AND b.data_env = $2
     WHERE c.client_id = $1`;

/** At most $4 of the projects in $3 (null: all), active ones first, with totals by kind. */
export const CLIENT_PROJECTS = namedQuery('partner_client_projects')`
    SELECT p.project_id, p.display_name, p.lifecycle_state, d.project_id IS NOT NULL AS has_draft,
           p.latest_published_version AS latest_published_version_number,
           (count(*) FILTER (WHERE p.lifecycle_state <> 'archived') OVER ())::integer AS active_projects,
           (count(*) FILTER (WHERE p.lifecycle_state = 'archived') OVER ())::integer AS archived_projects,
           (count(d.project_id) FILTER (WHERE p.lifecycle_state <> 'archived') OVER ())::integer AS drafts
      FROM projects p
      LEFT JOIN project_drafts d ON d.client_id = $1 AND d.data_env = $2 AND d.project_id = p.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND ($3::text[] IS NULL OR p.project_id = ANY ($3))
     ORDER BY p.lifecycle_state = 'archived', lower(p.display_name), p.project_id
     LIMIT $4`;

/**
 * For the projects in $3 (null: all): whether one runs a configuration other than the published
 * one, whether a usage cap is reached at $4, and their webhooks.
 */
export const CLIENT_SIGNALS = namedQuery('partner_client_signals')`
    SELECT EXISTS (
           SELECT FROM projects p
             JOIN project_versions v ON v.client_id = $1 AND v.data_env = $2 AND v.project_id = p.project_id
              AND v.version_number = p.latest_published_version
             JOIN project_runtime_reports r ON r.client_id = $1 AND r.data_env = $2 AND r.project_id = p.project_id
            WHERE p.client_id = $1 AND p.data_env = $2 AND ($3::text[] IS NULL OR p.project_id = ANY ($3))
              AND p.lifecycle_state <> 'archived' AND r.applied_hash <> v.content_hash) AS has_drift,
           EXISTS (
           SELECT FROM billing_alert_crossings c
             JOIN billing_usage_alerts a ON a.client_id = $1 AND a.data_env = $2 AND a.alert_id = c.alert_id
              AND a.revision = c.revision AND a.action = 'pause_campaigns'
            WHERE c.client_id = $1 AND c.data_env = $2 AND c.period_start <= $4 AND c.period_end > $4
              AND (a.project_id IS NULL OR $3::text[] IS NULL OR a.project_id = ANY ($3))) AS is_capped,
           coalesce(bool_or(NOT w.is_enabled), false) AS has_disabled_webhook,
           coalesce(array_agg(w.webhook_id::text) FILTER (WHERE w.is_enabled), '{}') AS webhook_ids,
           coalesce(array_agg(w.enablement) FILTER (WHERE w.is_enabled), '{}') AS enablements
      FROM webhook_endpoints w
     WHERE w.client_id = $1 AND w.data_env = $2 AND ($3::text[] IS NULL OR w.project_id = ANY ($3))`;

/**
 * Whether a campaign of the projects in $3 (null: all) was paused by the service, and whether
 * deliveries to one of these webhooks ($4, each with its enablement in $5) fail.
 */
export const STORE_SIGNALS = namedQuery('partner_client_store_signals')`
    SELECT EXISTS (
           SELECT FROM campaigns c
            WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'paused'
              AND c.status_reason IN ('validation_blocked', 'circuit_breaker', 'capacity')
              AND ($3::text[] IS NULL OR c.project_id = ANY ($3))) AS has_paused_campaign,
           EXISTS (
           SELECT FROM unnest($4::uuid[], $5::integer[]) AS w (webhook_id, enablement)
             JOIN webhook_health h ON h.client_id = $1 AND h.data_env = $2 AND h.webhook_id = w.webhook_id
              AND h.enablement = w.enablement
            WHERE h.degraded_at IS NOT NULL OR h.disabled_at IS NOT NULL) AS has_failing_webhook`;
