SELECT t.total, p.*
  FROM (SELECT count(*)::integer AS total
          FROM projects p
        WHERE p.client_id = $1 AND p.data_env = $2
          AND ($3::boolean OR p.lifecycle_state <> 'archived')
          AND ($4::text[] IS NULL OR p.project_id = ANY($4))) t
  LEFT JOIN (
       SELECT p.project_id, p.client_id, p.display_name, p.timezone, p.lifecycle_state, p.created_at, p.updated_at,
       p.rate_per_minute, p.currency, p.billing_model, p.minimum_billable_seconds,
       p.created_by, p.latest_published_version, d.etag AS draft_etag,
       r.version_number AS staged_version, r.percent AS staged_percent,
       (
         SELECT jsonb_build_object('enabled', o.configuration -> 'enabled',
                  'expires_at_utc', o.configuration -> 'expires_at_utc', 'updated_at', o.updated_at)
           FROM (SELECT 1 AS place, s.configuration, s.updated_at
                   FROM project_draft_sections s
                  WHERE s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id
                    AND s.section = 'testing-overrides'
                 UNION ALL
                 SELECT 2, v.sections -> 'testing-overrides', v.published_at
                   FROM project_versions v
                  WHERE v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
                    AND v.version_number = p.latest_published_version
                    AND v.sections @> '{"testing-overrides": {"enabled": true}}') o
          ORDER BY o.place LIMIT 1) AS testing_override
         FROM projects p
         LEFT JOIN project_drafts d
           ON d.client_id = p.client_id AND d.data_env = p.data_env AND d.project_id = p.project_id
         LEFT JOIN project_staged_releases r
           ON r.client_id = p.client_id AND r.data_env = p.data_env AND r.project_id = p.project_id AND r.state = 'active'
        WHERE p.client_id = $1 AND p.data_env = $2
          AND ($3::boolean OR p.lifecycle_state <> 'archived')
          AND ($4::text[] IS NULL OR p.project_id = ANY($4))
        ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
        LIMIT $5::bigint OFFSET $6::bigint) p ON true
 ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC

-- projects_updated_at_utc_desc
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY date_trunc('milliseconds', p.updated_at) DESC, p.project_id COLLATE "C" DESC
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY date_trunc('milliseconds', p.updated_at) DESC, p.project_id COLLATE "C" DESC

-- projects_display_name_desc
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY lower(p.display_name COLLATE "und-x-icu") DESC, p.project_id COLLATE "C" DESC
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY lower(p.display_name COLLATE "und-x-icu") DESC, p.project_id COLLATE "C" DESC

-- projects_project_id_desc
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY p.project_id COLLATE "C" DESC
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY p.project_id COLLATE "C" DESC

-- projects_display_name_asc
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY lower(p.display_name COLLATE "und-x-icu") ASC, p.project_id COLLATE "C" ASC
- ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.project_id COLLATE "C" DESC
+ ORDER BY lower(p.display_name COLLATE "und-x-icu") ASC, p.project_id COLLATE "C" ASC
