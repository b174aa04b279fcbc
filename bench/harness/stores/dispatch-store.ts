import { createSecretKey, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { generateApiKey, hashApiKey, parseApiKey } from '#app/core/auth/api-keys/api-key.format.js';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { contactsOf, jsonOf } from '../contacts.ts';
import { postRequest, runLoad } from '../load.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** Running campaigns of each of the two clients. */
export const CAMPAIGNS = 50;
/** Due contacts in all campaigns of a client: client-1, and client-2 in the same store. */
export const CONTACTS = { large: 1_000_000, small: 10_000 } as const;
/** For trying the rows; too few for any target. */
const TRIAL_CONTACTS = { large: 50_000, small: 10_000 } as const;
export type DispatchSide = keyof typeof CONTACTS;

const CLIENT_OF: Readonly<Record<DispatchSide, string>> = { large: 'client-1', small: 'client-2' };
/** As many as an import may contain. */
const IMPORTED = 5_000;
const SLOTS = 10_000;

/** The store and processes that measure the rows of dispatch. */
export interface DispatchBench extends Bench {
  /** Keys of scope runtime-ingest. */
  readonly keyOf: Readonly<Record<DispatchSide, string>>;
  /** One of the campaigns of the large client. */
  readonly campaignId: string;
  /** Releases all slots before each round: slots are needed, but not measured. */
  freeSlots(): Promise<void>;
}

interface Opening {
  readonly client: Child;
  readonly isTrial: boolean;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with running campaigns whose contacts are all due, and sealed with their clients'
 * keys.
 */
export async function openDispatchBench({
  client,
  isTrial,
  startOursOn,
  onClose,
}: Opening): Promise<DispatchBench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  onClose(() => db.end());
  const startOurs = startOursOn(platform);
  const counts = isTrial ? TRIAL_CONTACTS : CONTACTS;
  const ours = await startOurs();
  const plant = (side: DispatchSide, partnerKey: string): Promise<string> =>
    plantCampaigns(db, client, ours.port, {
      clientId: CLIENT_OF[side],
      contacts: counts[side],
      partnerKey,
    });
  const smallKeys = await plantSmallClient(platform);
  const campaignId = await plant('large', platform.partnerKey);
  await plant('small', smallKeys.partnerKey);
  await ours.stop();
  await db.query('CHECKPOINT');
  await db.query('VACUUM (ANALYZE) campaigns, campaign_contacts, campaign_counts');
  return {
    platform,
    client,
    startOurs,
    campaignId,
    keyOf: { large: platform.ingestKey, small: smallKeys.ingestKey },
    freeSlots: async () => {
      await db.query('DELETE FROM capacity_leases');
    },
  };
}

interface Plan {
  readonly clientId: string;
  readonly contacts: number;
  readonly partnerKey: string;
}

/**
 * One campaign is imported and the others get the same contacts: a sealed value opens where its
 * contact's id is the same. Their hashes are those of other people, because one number is not
 * called twice at once.
 * @returns one of the campaigns
 */
async function plantCampaigns(db: Client, client: Child, port: number, plan: Plan): Promise<string> {
  const { clientId, contacts, partnerKey } = plan;
  await db.query(
    `INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
     VALUES ($1, 'prod', '', $2, 0)`,
    [clientId, SLOTS],
  );
  const { rows } = await db.query<{ campaign_id: string }>(CAMPAIGNS_OF_CLIENT, [clientId, PROJECT_ID]);
  const [first, ...others] = rows.map((row) => row.campaign_id);
  const all = contactsOf(contacts / CAMPAIGNS);
  for (let from = 0; from < all.length; from += IMPORTED) {
    const request = postRequest(
      `/v1/outbound-campaigns/${first!}/contacts/import-json`,
      { 'X-API-Key': partnerKey, 'Idempotency-Key': randomUUID() },
      jsonOf(all.slice(from, from + IMPORTED)),
    );
    await runLoad(client, { port, connections: 1, total: 1, requests: [request] });
  }
  const columns = await db.query<{ columns: string }>(
    `SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) AS columns FROM information_schema.columns
      WHERE table_name = 'campaign_contacts' AND is_generated = 'NEVER' AND column_name NOT IN ('campaign_id', 'phone_hash')`,
  );
  const copied = columns.rows[0]!.columns;
  for (const other of others) {
    await db.query(
      `INSERT INTO campaign_contacts (campaign_id, phone_hash, ${copied})
       SELECT $1, sha256(phone_hash || $3::bytea), ${copied} FROM campaign_contacts WHERE campaign_id = $2`,
      [other, first, Buffer.from(other)],
    );
  }
  await db.query(`UPDATE campaigns SET status = 'running' WHERE client_id = $1`, [clientId]);
  return first!;
}

/** The platform creates keys and a project only for the large client. */
async function plantSmallClient({
  metadataSuperuserUrl,
  environment,
}: Platform): Promise<{ partnerKey: string; ingestKey: string }> {
  const db = new Client({ connectionString: metadataSuperuserUrl });
  await db.connect();
  const pepper = createSecretKey(Buffer.from(environment['API_KEY_PEPPER'] ?? '', 'base64'));
  const plantKey = async (scope: string): Promise<string> => {
    const key = generateApiKey('prod');
    await db.query(
      `INSERT INTO api_keys (client_id, data_env, scope, key_prefix, secret_hash, last_four, description, created_by, organisation_id)
       VALUES ($1, 'prod', $2, $3, $4, $5, 'benchmarks', 'benchmarks', CASE WHEN $2 LIKE 'partner%' THEN 'organisation-2' END)`,
      [CLIENT_OF.small, scope, parseApiKey(key)?.keyPrefix, hashApiKey(pepper, key), key.slice(-4)],
    );
    return key;
  };
  await db.query(
    `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
     VALUES ($1, 'prod', $2, 'Benchmarks', 'Australia/Sydney', 'active')`,
    [CLIENT_OF.small, PROJECT_ID],
  );
  const keys = { partnerKey: await plantKey('partner_admin'), ingestKey: await plantKey('runtime-ingest') };
  await db.end();
  return keys;
}

// Service calls at any hour, so that all of them may be called whenever it is measured. Never
// through: a retry is a day away.
const CAMPAIGNS_OF_CLIENT = `
INSERT INTO campaigns (client_id, data_env, project_id, name, campaign_type, campaign_call_type, priority, timezone, status,
       status_changed_at, retry_policy, voicemail_policy, personalization, compliance, project_version, content_hash,
       answering_machine_detection, created_at, updated_at, created_by)
SELECT $1, 'prod', $2, 'Campaign ' || n, 'batch', 'service', 50, 'Australia/Sydney', 'draft', now(),
       '{"enabled": true, "max_attempts": 3, "backoff_base_seconds": 86400, "backoff_strategy": "linear", "retry_on_busy": true, "retry_on_no_answer": true, "retry_on_voicemail": true}',
       '{"on_ivr": "hangup", "on_silence": "retry", "on_unknown": "proceed", "on_voicemail": "hangup", "message_template": null, "detection_enabled": true}',
       '{"allowed_keys": ["first_name", "clinic"], "required_keys": ["first_name"]}',
       '{"consent_required": false, "check_public_holiday": false, "prevent_after_hours": false, "registry_wash_required": false, "recipient_timezone_aware": false, "registry_wash_max_age_days": 30, "exemption_type": null, "cli_return_number": null, "cli_employer_name": null, "cli_authorizer_name": null, "cli_call_purpose": null}',
       1, 'hash', '{"enabled": true}', now(), now(), 'bench'
  FROM generate_series(1, ${CAMPAIGNS}) n
RETURNING campaign_id`;
