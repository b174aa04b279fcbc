import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { factsOf, MEASURES } from '#app/features/calls/rollup/measures.js';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** Clients of the first person's organisation. */
export const CLIENTS_OF_PARTNER = 500;
/** Projects of each client; one in five has a draft. */
const PROJECTS = 5;

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with one large partner, whose partner_admin is the first person, and other partners.
 */
export async function openPartnerBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  await plant(platform.metadataSuperuserUrl, PLANT);
  await plant(platform.storeSuperuserUrl, PLANT_STORE);
  return { platform, client, startOurs: startOursOn(platform) };
}

async function plant(connectionString: string, statements: readonly string[]): Promise<void> {
  const db = new Client({ connectionString });
  await db.connect();
  for (const statement of statements) await db.query(statement);
  await db.end();
}

const PLANT = [
  `INSERT INTO partner_client_ownerships (organisation_id, client_id)
   SELECT 'organisation-1', 'client-' || n FROM generate_series(2, ${CLIENTS_OF_PARTNER}) n`,
  `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, is_default, active, organisation_id)
   SELECT user_id, 'client-' || n, 'prod', 'partner_admin', false, true, 'organisation-1'
     FROM portal_users, generate_series(2, ${CLIENTS_OF_PARTNER}) n WHERE subject = 'subject-1'`,
  `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
   SELECT 'client-' || n, 'prod', 'desk-' || p, 'Desk ' || p, 'Australia/Sydney', CASE WHEN p = 5 THEN 'archived' ELSE 'active' END
     FROM generate_series(1, ${2 * CLIENTS_OF_PARTNER}) n, generate_series(1, ${PROJECTS}) p`,
  `INSERT INTO project_drafts (client_id, data_env, project_id, etag, updated_by)
   SELECT client_id, data_env, project_id, 'etag', 'bench' FROM projects WHERE project_id = 'desk-1'`,
  `INSERT INTO webhook_endpoints (client_id, data_env, webhook_id, project_id, endpoint_url, event_types, transcript_to_send,
     timeout_seconds, retry_attempts, retry_backoff_seconds, secret_encrypted, secret_rotated_at, created_at, created_by, updated_at, updated_by)
   SELECT client_id, data_env, uuidv7(), project_id, 'https://receiver.test/calls', '{call_ended}', 'none', 10, 3, 5, '', now(), now(), 'bench', now(), 'bench'
     FROM projects WHERE project_id IN ('desk-1', 'desk-2')`,
  `INSERT INTO caller_requests (client_id, data_env, tracking_number, request_type, status, source, received_at, timezone,
     due_at, due_date_local, urgent_from, overdue_from, closed_at, caller_display, contact_kind, identifier_kind, data_found_state, created_at, updated_at)
   SELECT 'client-' || n, 'prod', r, 'access', CASE WHEN r <= 2 THEN 'ready' ELSE 'completed' END, 'portal', now() - interval '29 days', 'UTC',
          now() + interval '1 day', current_date + 1, now() - interval '6 days', now() + interval '1 day',
          CASE WHEN r > 2 THEN now() END, 'Caller', 'email', 'manual', 'unknown', now(), now()
     FROM generate_series(1, ${2 * CLIENTS_OF_PARTNER}) n, generate_series(1, 20) r`,
  `INSERT INTO billing_plans (client_id, data_env, plan_name, currency, monthly_fee, updated_at)
   SELECT 'client-' || n, 'prod', 'Foundation', 'AUD', 24900, now() FROM generate_series(1, ${2 * CLIENTS_OF_PARTNER}, 2) n`,
  'CHECKPOINT',
  'VACUUM (ANALYZE) clients, partner_client_ownerships, partner_organisation_members, portal_user_client_assignments, projects, project_drafts, webhook_endpoints, caller_requests, billing_plans',
];

/** Days of calls, twenty a day for every client: two in each office hour. */
const DAYS = 20;

const PLANT_STORE = [
  `SELECT open_call_months(array_agg(d)) FROM generate_series(now() - interval '${DAYS} days', now(), interval '1 day') d`,
  `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc,
     ended_at_utc, duration_seconds, sentiment)
   SELECT 'client-' || n, 'prod', 'call-' || n || '-' || c, 1, 'desk-' || 1 + n % 4, CASE c % 3 WHEN 0 THEN 'outbound' ELSE 'inbound' END,
          'phone', CASE (c * 7 + n) % 8 WHEN 0 THEN 'missed' ELSE 'completed' END, at, at + interval '90 seconds', 90,
          CASE (c + n) % 10 WHEN 0 THEN 'negative' ELSE 'positive' END
     FROM generate_series(0, ${DAYS} * 20 - 1) c, generate_series(1, ${CLIENTS_OF_PARTNER}) n,
          LATERAL (SELECT now() - c / 20 * interval '1 day' - c % 20 * interval '30 minutes' AS at)`,
  `INSERT INTO call_rollups (client_id, data_env, project_id, hour_utc, solution_id, ${MEASURES.map(({ name }) => name).join(', ')})
   SELECT c.client_id, c.data_env, c.project_id, date_trunc('hour', c.started_at_utc), '', ${MEASURES.map(({ ofCalls }) => ofCalls).join(', ')}
     FROM calls c${factsOf(MEASURES)} GROUP BY 1, 2, 3, 4`,
  // Calls have arrived since the last hour was summed.
  `INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
   SELECT client_id, data_env, project_id, max(hour_utc) FROM call_rollups GROUP BY 1, 2, 3`,
  `INSERT INTO campaigns (client_id, data_env, project_id, name, campaign_type, campaign_call_type, priority, timezone, status,
     status_reason, status_changed_at, schedule_end_at, retry_policy, voicemail_policy, personalization, compliance, project_version,
     content_hash, answering_machine_detection, created_at, updated_at, created_by)
   SELECT 'client-' || n, 'prod', 'desk-1', 'Campaign ' || c, 'scheduled', 'telemarketing', 50, 'UTC',
          CASE c WHEN 1 THEN 'running' WHEN 2 THEN 'paused' ELSE 'completed' END, CASE c WHEN 2 THEN 'circuit_breaker' END,
          now(), now() + c * interval '1 day', '{}', '{}', '{}', '{"registry_wash_max_age_days": 30}', 1, 'hash', '{}', now(), now(), 'bench'
     FROM generate_series(1, ${CLIENTS_OF_PARTNER}) n, generate_series(1, 5) c`,
  `INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
   SELECT 'client-' || n, 'prod', '', 20, 0 FROM generate_series(1, ${CLIENTS_OF_PARTNER}) n`,
  `INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
   SELECT 'client-' || n, 'prod', 'call', 'call-' || c, 1, 'desk-1', true, false, now() + interval '1 day'
     FROM generate_series(1, ${CLIENTS_OF_PARTNER}) n, generate_series(1, 4) c`,
  'CHECKPOINT',
  'VACUUM (ANALYZE)',
];
