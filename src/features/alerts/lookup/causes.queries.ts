import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../../../core/shared/roles.js';
import type { AlertKind } from '../rules/alert-kinds.js';
import { PROOF_COUNTS } from '../../break-glass/break-glass.sql.js';
import { unansweredTickets } from '../../support/support.sql.js';
import { pausedByService, washedCampaigns } from '../../campaigns/campaigns.sql.js';

/** More lines of one kind than a person works through; the newest are shown (alerts 3.3). */
const MOST_OF_A_KIND = 200;

/**
 * Two weeks, because the user of a key may be on holiday for one; a third of its life if that is
 * shorter, because otherwise a key of a week would always be about to end.
 */
const KEY_WARNING = `least(interval '14 days', (k.expires_at - k.created_at) / 3)`;

/** An overlap of secrets lasts a week at most. */
const SECRET_WARNING = `interval '3 days'`;

/**
 * An administrator of a directory replaces a certificate within days; the first notice comes early
 * enough even during holidays.
 */
const CERTIFICATE_WARNING = `interval '30 days'`;

/** A holder needs a minute for a proof, and may be on holiday. */
const PROOF_WARNING = `interval '7 days'`;

/** A wash takes a vendor a day or two. */
const WASH_WARNING = `interval '3 days'`;

/** The projects that are not archived, of those in $3 (null: all). */
export const LIVE_PROJECTS = namedQuery('alerts_live_projects')`
SELECT p.project_id, p.display_name
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
   AND ($3::text[] IS NULL OR p.project_id = ANY ($3))
 ORDER BY p.display_name, p.project_id`;

/** The webhooks of the projects in $3. */
export const WEBHOOKS_OF_PROJECTS = namedQuery('alerts_webhooks')`
SELECT w.webhook_id::text, w.project_id, w.endpoint_url, w.is_enabled, w.enablement, w.updated_at
  FROM webhook_endpoints w
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.project_id = ANY ($3::text[])`;

const newestOfEachKind = (causes: string): string => `
SELECT m.kind, m.subject_id, m.label, m.project_id, m.reason, m.since, m.due_at
  FROM (SELECT o.*, row_number() OVER (PARTITION BY o.kind ORDER BY o.since DESC, o.subject_id) AS place
          FROM (${causes}) o) m
 WHERE m.place <= ${MOST_OF_A_KIND}`;

/** The SQL expressions that restrict the search for causes. */
interface CausePlaces {
  readonly client: string;
  readonly env: string;
  /** Projects that the person sees and that are not archived. */
  readonly projects: string;
  readonly kinds: string;
  readonly now: string;
}

export interface MetadataCausePlaces extends CausePlaces {
  /** The person's partner organisation; null: of the customer. */
  readonly party: string;
}

export interface StoreCausePlaces extends CausePlaces {
  readonly ofCampaigns: string;
  /** Webhooks that are switched on, each with its enablement: two arrays. */
  readonly webhooks: string;
  /** Whether to read the last answers of failing receivers and the limits of refused calls. */
  readonly hasDetails?: true;
  /** The suffix of table names; `_of_clients` for questions about several clients. */
  readonly views?: string;
}

/** Open causes that the metadata store knows. */
export const metadataCauses = ({ client, env, projects, kinds, now, party }: MetadataCausePlaces): string =>
  newestOfEachKind(`
        SELECT 'runtime_drift' AS kind, p.project_id AS subject_id, p.display_name AS label, p.project_id,
               NULL AS reason, greatest(v.published_at, r.applied_since) AS since, NULL::timestamptz AS due_at
          FROM projects p
          JOIN project_versions v ON v.client_id = ${client} AND v.data_env = ${env} AND v.project_id = p.project_id
           AND v.version_number = p.latest_published_version
          JOIN project_runtime_reports r ON r.client_id = ${client} AND r.data_env = ${env} AND r.project_id = p.project_id
         WHERE 'runtime_drift' = ANY (${kinds}) AND p.client_id = ${client} AND p.data_env = ${env}
           AND p.project_id = ANY (${projects}) AND r.applied_hash <> v.content_hash
         UNION ALL
        SELECT 'webhook_secret_ends', w.webhook_id::text, w.endpoint_url, w.project_id, NULL,
               greatest(w.secret_rotated_at, w.previous_secret_expires_at - ${SECRET_WARNING}), w.previous_secret_expires_at
          FROM webhook_endpoints w
         WHERE 'webhook_secret_ends' = ANY (${kinds}) AND w.client_id = ${client} AND w.data_env = ${env} AND w.project_id = ANY (${projects})
           AND w.is_enabled AND w.previous_secret_expires_at > ${now}
           AND w.previous_secret_expires_at <= ${now} + ${SECRET_WARNING}
         UNION ALL
        SELECT 'api_key_ends', k.key_id::text, k.description, NULL,
               CASE WHEN n.key_id IS NULL THEN 'expires' ELSE 'replaced_key_in_use' END,
               coalesce(n.created_at, greatest(k.created_at, k.expires_at - ${KEY_WARNING})),
               least(k.expires_at, k.grace_expires_at)
          FROM api_keys k
          LEFT JOIN api_keys n ON n.client_id = ${client} AND n.data_env = ${env} AND n.key_id = k.replaced_by_key_id
         WHERE 'api_key_ends' = ANY (${kinds}) AND k.client_id = ${client} AND k.data_env = ${env} AND k.revoked_at IS NULL
           AND k.scope IN ${sqlListOf(PARTNER_ROLES)} AND least(k.expires_at, k.grace_expires_at) > ${now}
           AND CASE WHEN n.key_id IS NULL THEN k.expires_at <= ${now} + ${KEY_WARNING}
                    ELSE k.last_used_at > n.created_at END
         UNION ALL
        SELECT 'usage_threshold', a.alert_id::text, a.meter_id, a.project_id, a.action, c.reached_at, c.period_end
          FROM billing_usage_alerts a
          JOIN billing_alert_crossings c ON c.client_id = ${client} AND c.data_env = ${env} AND c.alert_id = a.alert_id
           AND c.revision = a.revision AND c.period_start <= ${now} AND c.period_end > ${now}
         WHERE 'usage_threshold' = ANY (${kinds}) AND a.client_id = ${client} AND a.data_env = ${env}
           AND (a.project_id IS NULL OR a.project_id = ANY (${projects}))
         UNION ALL
        SELECT u.kind, u.request_id::text, u.tracking_number::text, u.source_project_id, NULL,
               CASE WHEN u.kind = 'caller_request_overdue' THEN u.overdue_from ELSE u.urgent_from END, u.due_at
          FROM (SELECT q.request_id, q.tracking_number, q.source_project_id, q.overdue_from, q.urgent_from, q.due_at,
                       CASE WHEN q.overdue_from <= ${now} THEN 'caller_request_overdue' ELSE 'caller_request_urgent' END AS kind
                  FROM caller_requests q
                 WHERE q.client_id = ${client} AND q.data_env = ${env} AND q.closed_at IS NULL AND q.urgent_from <= ${now}) u
         WHERE u.kind = ANY (${kinds})
         UNION ALL
        SELECT 'address_bounced', e.address_id::text, e.label, NULL, NULL, e.ended_at, NULL
          FROM email_addresses e
         WHERE 'address_bounced' = ANY (${kinds}) AND e.client_id = ${client} AND e.data_env = ${env} AND e.status = 'bounced'
           AND e.organisation_id IS NOT DISTINCT FROM ${party}
         UNION ALL
        SELECT 'break_glass', g.use_id::text, to_char(g.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), NULL,
               CASE WHEN g.closed_at IS NULL AND g.ends_at > ${now} THEN 'open' ELSE 'unconfirmed' END, g.opened_at, NULL
          FROM break_glass_uses g
         WHERE 'break_glass' = ANY (${kinds}) AND g.client_id = ${client} AND g.data_env = ${env}
           AND g.opened_at IS NOT NULL AND g.confirmed_at IS NULL
         UNION ALL
        SELECT 'way_back_ends', c.connection_id::text, c.name, NULL,
               CASE WHEN w.ends_at >= ${now} THEN 'ending' ELSE 'ended' END,
               greatest(q.required_at, CASE WHEN w.ends_at >= ${now} THEN w.ends_at - ${PROOF_WARNING} ELSE w.ends_at END,
                        CASE WHEN w.ends_at IS NULL THEN (SELECT max(h.proved_at) FROM break_glass_holders h
                                                           WHERE h.client_id = ${client} AND h.data_env = ${env}) END),
               CASE WHEN w.ends_at >= ${now} THEN w.ends_at END
          FROM tenant_required_connections q
          JOIN sso_connections c ON c.client_id = ${client} AND c.data_env = ${env} AND c.connection_id = q.connection_id
          LEFT JOIN LATERAL (
               SELECT b.proved_at + ${PROOF_COUNTS} AS ends_at FROM break_glass_ways b
                WHERE b.client_id = ${client} AND b.data_env = ${env}
                ORDER BY b.proved_at DESC OFFSET 1 LIMIT 1) w ON true
         WHERE 'way_back_ends' = ANY (${kinds}) AND q.client_id = ${client} AND q.data_env = ${env}
           AND (w.ends_at IS NULL OR w.ends_at <= ${now} + ${PROOF_WARNING})
         UNION ALL
        SELECT 'sso_certificate_ends', s.connection_id::text, s.name, NULL,
               CASE WHEN s.ends_at > ${now} THEN 'ending' ELSE 'ended' END,
               CASE WHEN s.ends_at > ${now} THEN greatest(s.created_at, s.ends_at - ${CERTIFICATE_WARNING}) ELSE s.ends_at END,
               CASE WHEN s.ends_at > ${now} THEN s.ends_at END
          FROM (SELECT c.connection_id, c.name, c.created_at, (c.serving ->> 'certificates_end')::timestamptz AS ends_at
                  FROM sso_connections c
                 WHERE c.client_id = ${client} AND c.data_env = ${env} AND NOT c.is_disabled) s
         WHERE 'sso_certificate_ends' = ANY (${kinds}) AND s.ends_at <= ${now} + ${CERTIFICATE_WARNING}`);

/** SQL of the status of the last answer of a receiver `h`, or why there was none. */
export const lastAnswerOf = (client: string, env: string): string =>
  `(SELECT coalesce(d.response_status_code::text, d.failure_code) FROM webhook_deliveries d
                 WHERE d.client_id = ${client} AND d.data_env = ${env} AND d.webhook_id = h.webhook_id AND d.last_attempt_at IS NOT NULL
                 ORDER BY d.created_at DESC, d.delivery_id DESC LIMIT 1)`;

/** The causes of alerts in the tenant's store. */
export const storeCauses = ({ client, env, projects, kinds, now, ...places }: StoreCausePlaces): string => {
  const { ofCampaigns, webhooks, views = '', hasDetails } = places;
  const lastAnswer = hasDetails ? lastAnswerOf(client, env) : 'NULL';
  const limits = hasDetails
    ? `(SELECT jsonb_object_agg(CASE l.project_id WHEN '' THEN 'client' ELSE 'project' END, l.concurrency_limit)::text
                 FROM capacity_limits l
                WHERE l.client_id = ${client} AND l.data_env = ${env} AND l.project_id IN ('', b.project_id))`
    : 'NULL';
  const names = { client, env, views };
  /** The first event after an hour without any, at most a day ago. */
  const recent = (kind: AlertKind, events: string, label = 'NULL'): string => `
        SELECT '${kind}', b.project_id, ${label}, b.project_id, NULL, max(b.at) FILTER (WHERE b.begins), NULL
          FROM (SELECT e.project_id, e.at,
                       coalesce(e.at - lag(e.at) OVER (PARTITION BY e.project_id ORDER BY e.at) > interval '1 hour', true) AS begins
                  FROM (${events}) e
                 WHERE e.project_id = ANY (${projects})) b
         WHERE '${kind}' = ANY (${kinds})
         GROUP BY b.project_id
        HAVING max(b.at) > ${now} - interval '1 hour'`;
  return newestOfEachKind(`
        SELECT CASE WHEN h.disabled_at IS NULL THEN 'webhook_degraded' ELSE 'webhook_disabled' END AS kind,
               h.webhook_id::text AS subject_id, ${lastAnswer} AS label, NULL AS project_id, h.disabled_reason AS reason,
               coalesce(h.disabled_at, h.degraded_at) AS since, NULL::timestamptz AS due_at
          FROM unnest(${webhooks}) AS w (webhook_id, enablement)
          JOIN webhook_health${views} h ON h.client_id = ${client} AND h.data_env = ${env} AND h.webhook_id = w.webhook_id
           AND h.enablement = w.enablement
         WHERE 'webhook_disabled' = ANY (${kinds}) AND coalesce(h.disabled_at, h.degraded_at) IS NOT NULL
         UNION ALL
        SELECT 'campaign_paused', c.campaign_id::text, c.name, c.project_id, c.reason, c.since, NULL
          FROM (${pausedByService(names)}) c
         WHERE 'campaign_paused' = ANY (${kinds}) AND c.project_id = ANY (${ofCampaigns})
         UNION ALL
        SELECT 'wash_ends', c.campaign_id::text, c.name, c.project_id,
               CASE WHEN c.ends_at > ${now} THEN 'ending' ELSE 'ended' END, c.ends_at - ${WASH_WARNING}, c.ends_at
          FROM (${washedCampaigns(names)}) c
         WHERE 'wash_ends' = ANY (${kinds}) AND c.project_id = ANY (${ofCampaigns}) AND c.ends_at <= ${now} + ${WASH_WARNING}
         UNION ALL
        ${recent(
          'capacity_blocked',
          `SELECT r.project_id, r.minute AS at FROM capacity_blocks${views} r
                  WHERE r.client_id = ${client} AND r.data_env = ${env} AND r.minute > ${now} - interval '24 hours'`,
          limits,
        )}
         UNION ALL
        ${recent(
          'runtime_silent',
          `SELECT r.project_id, r.updated_at AS at FROM calls${views} r
                  WHERE r.client_id = ${client} AND r.data_env = ${env} AND r.updated_at > ${now} - interval '24 hours'
                    AND r.status_detail = 'runtime_silent'`,
        )}
         UNION ALL
        SELECT 'work_given_up', d.kind, NULL, NULL, NULL, max(d.died_at), NULL
          FROM work_dead_letters${views} d
         WHERE 'work_given_up' = ANY (${kinds}) AND d.client_id = ${client} AND d.data_env = ${env}
         GROUP BY d.kind
         UNION ALL
        SELECT 'support_overdue', t.ticket_id::text, t.reference, t.project_id, NULL, t.first_response_due_at,
               t.first_response_due_at
          FROM (${unansweredTickets(names)}) t
         WHERE 'support_overdue' = ANY (${kinds}) AND t.first_response_due_at <= ${now}`);
};

const OF_TENANT = {
  client: '$1',
  env: '$2',
  projects: '$3::text[]',
  kinds: '$4::text[]',
  now: '$5::timestamptz',
};

export const METADATA_CAUSES = {
  name: 'alerts_metadata_causes',
  text: metadataCauses({ ...OF_TENANT, party: '$6::text' }),
};

export const STORE_CAUSES = {
  name: 'alerts_store_causes',
  text: storeCauses({
    ...OF_TENANT,
    ofCampaigns: '$6::text[]',
    webhooks: '$7::uuid[], $8::integer[]',
    hasDetails: true,
  }),
};
