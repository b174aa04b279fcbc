SELECT NULL AS project_id, $1::text AS client_id, $2::text AS data_env,
       coalesce((SELECT s.strict_summaries
                   FROM pii_settings s
                  WHERE s.client_id = $1 AND s.data_env = $2), true) AS strict_summaries,
       false AS inherits_permissions,
       '[]'::jsonb AS permissions,
       (SELECT t.transcript_retention_days
          FROM tenant_governance t
         WHERE t.client_id = $1 AND t.data_env = $2) AS retention_days,
       NULL::integer AS consent_days
 UNION ALL
SELECT g.project_id, g.client_id, g.data_env, true, g.pii_permissions IS NULL,
       '[]'::jsonb,
       g.transcript_retention_days, g.consent_expires_after_days
  FROM project_governance g
 WHERE g.client_id = $1 AND g.data_env = $2
