import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { metadataCauses, storeCauses } from './causes.queries.js';

/**
 * Reads of the clients in $1 in environment $2, for the person $3 at $4: projects, webhooks and the
 * causes that the metadata store knows. $5 says for each client whether the person sees only
 * assigned projects, $6 whether only their campaigns, $7 has its kinds, joined by commas, and $8
 * the person's organisation there.
 */
export const METADATA_CAUSES_ACROSS = {
  name: 'alerts_metadata_causes_across',
  text: `
WITH asked AS MATERIALIZED (
     SELECT a.client_id, string_to_array(a.kinds, ',') AS kinds, a.party, s.projects, s.of_campaigns
       FROM unnest($1::text[], $5::boolean[], $6::boolean[], $7::text[], $8::text[])
         AS a (client_id, is_limited, has_own_campaigns, kinds, party)
      CROSS JOIN LATERAL (
            SELECT coalesce(array_agg(p.project_id) FILTER (WHERE m.project_id IS NOT NULL OR NOT a.is_limited), '{}') AS projects,
                   coalesce(array_agg(p.project_id) FILTER (WHERE m.project_id IS NOT NULL OR NOT a.has_own_campaigns), '{}') AS of_campaigns
              FROM projects p
              LEFT JOIN project_assignments m ON m.client_id = p.client_id AND m.data_env = $2 AND m.project_id = p.project_id
               AND m.member_id = $3 AND m.active
             WHERE p.client_id = a.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived') s)
SELECT asked.client_id, k.status, asked.projects, asked.of_campaigns, w.webhooks, c.causes
  FROM asked
  JOIN clients k ON k.client_id = asked.client_id
 CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('webhook_id', w.webhook_id, 'enablement', w.enablement,
                'is_enabled', w.is_enabled, 'since', w.updated_at)), '[]') AS webhooks
         FROM webhook_endpoints w
        WHERE w.client_id = asked.client_id AND w.data_env = $2 AND w.project_id = ANY (asked.projects)) w
 CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'subject_id', n.subject_id, 'reason', n.reason,
                'since', n.since)), '[]') AS causes
         FROM (${metadataCauses({
           client: 'asked.client_id',
           env: '$2',
           projects: 'asked.projects',
           kinds: 'asked.kinds',
           now: '$4::timestamptz',
           party: 'asked.party',
         })}) n) c`,
};

/** The same for a tenant store. $3: the questions about each client; $4: now. */
export const STORE_CAUSES_ACROSS: NamedQuery = {
  name: 'alerts_store_causes_across',
  keepsPlan: true,
  text: `
SELECT asked.client_id, n.kind, n.subject_id, n.reason, n.since
  FROM jsonb_to_recordset($3::jsonb) AS asked (client_id text, projects text[], of_campaigns text[], kinds text[],
       webhooks uuid[], enablements integer[])
 CROSS JOIN LATERAL (${storeCauses({
   client: 'asked.client_id',
   env: '$2',
   projects: 'asked.projects',
   kinds: 'asked.kinds',
   now: '$4::timestamptz',
   ofCampaigns: 'asked.of_campaigns',
   webhooks: 'asked.webhooks, asked.enablements',
   views: '_of_clients',
 })}) n
 WHERE asked.client_id = ANY ($1::text[])`,
};

/** When the alerts in $3, of clients in $1 and environment $2, were acknowledged. */
export const ACKNOWLEDGED_ACROSS = namedQuery('alerts_acknowledged_across')`
SELECT a.client_id, a.alert_id::text, a.acknowledged_at
  FROM alert_acknowledgements a
 WHERE a.client_id = ANY ($1::text[]) AND a.data_env = $2 AND a.alert_id = ANY ($3::uuid[])`;
