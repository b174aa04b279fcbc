import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/**
 * The settings of a tenant and of its project $3. The project's published governance narrows each
 * part of the tenant's, and decides parts that the tenant left open.
 */
export const EXPORT_GOVERNANCE = namedQuery('export_governance')`
SELECT CASE WHEN t.audio_retention = 'disabled' THEN 'disabled'
            ELSE coalesce(g.audio_retention, t.audio_retention) END AS audio_retention,
       CASE WHEN t.secondary_reuse = 'denied' THEN 'denied'
            ELSE coalesce(g.secondary_reuse, t.secondary_reuse) END AS secondary_reuse,
       least(g.transcript_retention_days, t.transcript_retention_days) AS transcript_retention_days,
       g.project_id IS NOT NULL OR t.client_id IS NOT NULL AS is_settled,
       c.projection
  FROM (SELECT $1::text AS client_id, $2::text AS data_env, $3::text AS project_id) it
  LEFT JOIN tenant_governance t ON t.client_id = it.client_id AND t.data_env = it.data_env
  LEFT JOIN project_governance g
         ON g.client_id = it.client_id AND g.data_env = it.data_env AND g.project_id = it.project_id
  LEFT JOIN project_compliance c
         ON c.client_id = it.client_id AND c.data_env = it.data_env AND c.project_id = it.project_id`;
