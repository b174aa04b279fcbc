SELECT m.kind, m.subject_id, m.label, m.project_id, m.reason, m.since, m.due_at
  FROM (SELECT o.*, row_number() OVER (PARTITION BY o.kind ORDER BY o.since DESC, o.subject_id) AS place
          FROM (
        SELECT CASE WHEN h.disabled_at IS NULL THEN 'webhook_degraded' ELSE 'webhook_disabled' END AS kind,
               h.webhook_id::text AS subject_id, NULL AS label, NULL AS project_id, h.disabled_reason AS reason,
               coalesce(h.disabled_at, h.degraded_at) AS since, NULL::timestamptz AS due_at
          FROM unnest($7::uuid[], $8::integer[]) AS w (webhook_id, enablement)
          JOIN webhook_health h ON h.client_id = $1 AND h.data_env = $2 AND h.webhook_id = w.webhook_id
           AND h.enablement = w.enablement
         WHERE 'webhook_disabled' = ANY ($4::text[]) AND coalesce(h.disabled_at, h.degraded_at) IS NOT NULL
         UNION ALL
        SELECT 'campaign_paused', c.campaign_id::text, c.name, c.project_id, c.reason, c.since, NULL
          FROM (
SELECT c.campaign_id, c.project_id, c.name, c.status_reason AS reason, c.status_changed_at AS since
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'paused'
   AND c.status_reason IN ('validation_blocked', 'circuit_breaker', 'capacity')) c
         WHERE 'campaign_paused' = ANY ($4) AND c.project_id = ANY ($6::text[])
         UNION ALL
        SELECT 'wash_ends', c.campaign_id::text, c.name, c.project_id,
               CASE WHEN c.ends_at > $5 THEN 'ending' ELSE 'ended' END, c.ends_at - interval '3 days', c.ends_at
          FROM (
SELECT c.campaign_id, c.project_id, c.name,
       least(w.valid_until, w.washed_at + least(30, (c.compliance ->> 'registry_wash_max_age_days')::integer) * interval '1 day') AS ends_at
  FROM campaigns c
  JOIN registry_wash_records w
    ON w.client_id = $1 AND w.data_env = $2 AND w.registry_wash_record_id = c.last_registry_wash_record_id
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_call_type <> 'service'
   AND (c.status IN ('scheduled', 'running') OR c.status = 'paused' AND c.status_reason = 'user')) c
         WHERE 'wash_ends' = ANY ($4) AND c.project_id = ANY ($6) AND c.ends_at <= $5::timestamptz + interval '3 days'
         UNION ALL
        -- Since the first refusal before which none was for an hour, and for a day back at most.
        SELECT 'capacity_blocked', b.project_id, NULL, b.project_id, NULL, max(b.minute) FILTER (WHERE b.begins), NULL
          FROM (SELECT r.project_id, r.minute,
                       coalesce(r.minute - lag(r.minute) OVER (PARTITION BY r.project_id ORDER BY r.minute) > interval '1 hour', true) AS begins
                  FROM capacity_blocks r
                 WHERE r.client_id = $1 AND r.data_env = $2 AND r.minute > $5::timestamptz - interval '24 hours'
                   AND r.project_id = ANY ($3::text[])) b
         WHERE 'capacity_blocked' = ANY ($4)
         GROUP BY b.project_id
        HAVING max(b.minute) > $5::timestamptz - interval '1 hour') o) m
 WHERE m.place <= 200
