SELECT m.kind, m.subject_id, m.label, m.project_id, m.reason, m.since, m.due_at
  FROM (SELECT o.*, row_number() OVER (PARTITION BY o.kind ORDER BY o.since DESC, o.subject_id) AS place
          FROM (
        SELECT 'runtime_drift' AS kind, p.project_id AS subject_id, p.display_name AS label, p.project_id,
               NULL AS reason, greatest(v.published_at, r.applied_since) AS since, NULL::timestamptz AS due_at
          FROM projects p
          JOIN project_versions v ON v.client_id = $1 AND v.data_env = $2 AND v.project_id = p.project_id
           AND v.version_number = p.latest_published_version
          JOIN project_runtime_reports r ON r.client_id = $1 AND r.data_env = $2 AND r.project_id = p.project_id
         WHERE 'runtime_drift' = ANY ($4::text[]) AND p.client_id = $1 AND p.data_env = $2
           AND p.project_id = ANY ($3::text[]) AND r.applied_hash <> v.content_hash
         UNION ALL
        SELECT 'webhook_secret_ends', w.webhook_id::text, w.endpoint_url, w.project_id, NULL,
               greatest(w.secret_rotated_at, w.previous_secret_expires_at - interval '24 hours'), w.previous_secret_expires_at
          FROM webhook_endpoints w
         WHERE 'webhook_secret_ends' = ANY ($4) AND w.client_id = $1 AND w.data_env = $2 AND w.project_id = ANY ($3)
           AND w.is_enabled AND w.previous_secret_expires_at > $5
           AND w.previous_secret_expires_at <= $5::timestamptz + interval '24 hours'
         UNION ALL
        SELECT 'api_key_ends', k.key_id::text, k.description, NULL,
               CASE WHEN n.key_id IS NULL THEN 'expires' ELSE 'replaced_key_in_use' END,
               coalesce(n.created_at, greatest(k.created_at, k.expires_at - interval '14 days')),
               least(k.expires_at, k.grace_expires_at)
          FROM api_keys k
          LEFT JOIN api_keys n ON n.client_id = $1 AND n.data_env = $2 AND n.key_id = k.replaced_by_key_id
         WHERE 'api_key_ends' = ANY ($4) AND k.client_id = $1 AND k.data_env = $2 AND k.revoked_at IS NULL
           AND k.scope IN ('partner_admin', 'partner_user') AND least(k.expires_at, k.grace_expires_at) > $5
           AND CASE WHEN n.key_id IS NULL THEN k.expires_at <= $5::timestamptz + interval '14 days'
                    ELSE k.last_used_at > n.created_at END
         UNION ALL
        SELECT 'usage_threshold', a.alert_id::text, a.meter_id, a.project_id, a.action, c.reached_at, c.period_end
          FROM billing_usage_alerts a
          JOIN billing_alert_crossings c ON c.client_id = $1 AND c.data_env = $2 AND c.alert_id = a.alert_id
           AND c.revision = a.revision AND c.period_start <= $5 AND c.period_end > $5
         WHERE 'usage_threshold' = ANY ($4) AND a.client_id = $1 AND a.data_env = $2
           AND (a.project_id IS NULL OR a.project_id = ANY ($3))
         UNION ALL
        SELECT u.kind, u.request_id::text, u.tracking_number::text, u.source_project_id, NULL,
               CASE WHEN u.kind = 'caller_request_overdue' THEN u.overdue_from ELSE u.urgent_from END, u.due_at
          FROM (SELECT q.*, CASE WHEN q.overdue_from <= $5 THEN 'caller_request_overdue' ELSE 'caller_request_urgent' END AS kind
                  FROM caller_requests q
                 WHERE q.client_id = $1 AND q.data_env = $2 AND q.closed_at IS NULL AND q.urgent_from <= $5) u
         WHERE u.kind = ANY ($4)) o) m
 WHERE m.place <= 200
