import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

export const REQUESTS = 100_000;
/** One in this many is open. */
const OPEN_EVERY = 5;

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with 100,000 caller requests of one client over a year; the first person is the
 * client's client_admin.
 */
export async function openCallerRequestBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.metadataSuperuserUrl });
  await db.connect();
  for (const statement of PLANT) await db.query(statement);
  await db.end();
  return { platform, client, startOurs: startOursOn(platform) };
}

const PLANT = [
  `UPDATE portal_user_client_assignments SET role = 'client_admin', organisation_id = NULL WHERE client_id = 'client-1'`,
  `UPDATE api_keys SET scope = 'support-ingest' WHERE scope = 'runtime-ingest'`,
  `INSERT INTO caller_requests (client_id, data_env, tracking_number, request_type, status, source, received_at, timezone, due_at,
          due_date_local, urgent_from, overdue_from, closed_at, caller_display, contact_kind, identifier_kind, identifier_hash,
          hash_key_id, data_found_state, source_project_id, created_at, updated_at)
   SELECT 'client-1', 'prod', n, 'access', CASE WHEN n % ${OPEN_EVERY} = 0 THEN 'needs_review' ELSE 'completed' END, 'support',
          received, 'Australia/Sydney', received + interval '30 days', (received + interval '30 days')::date,
          date_trunc('day', received + interval '23 days'), date_trunc('day', received + interval '31 days'),
          CASE WHEN n % ${OPEN_EVERY} = 0 THEN NULL ELSE received + interval '3 days' END, '+61 *** *** 156', 'phone', 'phone',
          sha256(convert_to(n::text, 'UTF8')), 'key', 'manual_review_required', 'bench-project', received, received
     FROM generate_series(1, ${REQUESTS}) n,
          LATERAL (SELECT date_trunc('second', now()) - (${REQUESTS} - n) * interval '5 minutes' AS received) it`,
  `INSERT INTO caller_request_counters (client_id, data_env, last_number) VALUES ('client-1', 'prod', ${REQUESTS})`,
  'CHECKPOINT',
  'VACUUM (ANALYZE) caller_requests',
];
