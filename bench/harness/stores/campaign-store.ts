import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** Campaigns of each of the two clients. */
export const CAMPAIGNS = 100;
/** Contacts of all campaigns of client-1, which has a key (large), and of client-2 in its store (small). */
export const CONTACTS = { large: 1_000_000, small: 10_000 } as const;
export type StoreSide = keyof typeof CONTACTS;

/** Indexes of the platform's clients and tokens. */
export const CLIENT_OF: Readonly<Record<StoreSide, number>> = { large: 0, small: 1 };

/** The store and processes that measure the rows of campaigns. */
export interface CampaignBench extends Bench {
  /** A campaign with as many contacts as the client's other campaigns. */
  readonly campaignOf: Readonly<Record<StoreSide, string>>;
}

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with campaigns of two clients in one store; triggers maintain the counts of their
 * contacts.
 */
export async function openCampaignBench({ client, startOursOn, onClose }: Opening): Promise<CampaignBench> {
  const platform = await startPlatform({ onClose });
  await assignPeople(platform);
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  try {
    const large = await plant(db, 'client-1', PROJECT_ID, CONTACTS.large);
    const small = await plant(db, 'client-2', 'bench-project-2', CONTACTS.small);
    await db.query('CHECKPOINT');
    await db.query('VACUUM (ANALYZE) campaigns, campaign_contacts, campaign_counts');
    return { platform, client, startOurs: startOursOn(platform), campaignOf: { small, large } };
  } finally {
    await db.end();
  }
}

/** Signed-in partners see the campaigns of projects that they are assigned to. */
async function assignPeople({ metadataSuperuserUrl }: Platform): Promise<void> {
  const db = new Client({ connectionString: metadataSuperuserUrl });
  await db.connect();
  try {
    await db.query(
      `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
       VALUES ('client-2', 'prod', 'bench-project-2', 'Benchmarks', 'Australia/Sydney', 'active')`,
    );
    await db.query(
      `INSERT INTO project_assignments (client_id, data_env, project_id, member_id, role_visibility)
       SELECT client_id, data_env, project_id, user_id, 'manage'
         FROM projects JOIN portal_user_client_assignments USING (client_id, data_env)`,
    );
  } finally {
    await db.end();
  }
}

/** @returns the campaign that changed last */
async function plant(db: Client, clientId: string, projectId: string, contacts: number): Promise<string> {
  await db.query(CAMPAIGNS_OF_CLIENT, [clientId, projectId]);
  const { rows } = await db.query<{ campaign_id: string }>(
    `SELECT campaign_id FROM campaigns WHERE client_id = $1 ORDER BY updated_at DESC`,
    [clientId],
  );
  for (const { campaign_id: campaignId } of rows) {
    await db.query(CONTACTS_OF_CAMPAIGN, [clientId, campaignId, contacts / CAMPAIGNS]);
  }
  return rows[0]!.campaign_id;
}

const CAMPAIGNS_OF_CLIENT = `
INSERT INTO campaigns (client_id, data_env, project_id, name, description, campaign_type, campaign_call_type, priority, timezone,
       status, status_changed_at, validation_status, validated_at, validation_blocker_count, validation_warning_count,
       retry_policy, voicemail_policy, personalization, compliance, project_version, content_hash,
       answering_machine_detection, created_at, updated_at, created_by)
SELECT $1, 'prod', $2, 'Campaign ' || n, 'Patients who are due for a check-up.', 'scheduled', 'service', 50, 'Australia/Sydney',
       'running', at, 'ready', at, 0, 0,
       '{"enabled": true, "max_attempts": 3, "backoff_base_seconds": 3600, "backoff_strategy": "linear", "retry_on_busy": true, "retry_on_no_answer": true, "retry_on_voicemail": true}',
       '{"on_ivr": "hangup", "on_silence": "retry", "on_unknown": "proceed", "on_voicemail": "hangup", "message_template": null, "detection_enabled": true}',
       '{"allowed_keys": ["first_name", "clinic"], "required_keys": ["first_name"]}',
       '{"consent_required": true, "cli_call_purpose": "Reminder", "cli_employer_name": "Acme Dental", "exemption_type": null, "check_public_holiday": true, "prevent_after_hours": true, "registry_wash_required": true, "recipient_timezone_aware": true, "registry_wash_max_age_days": 30}',
       1, 'hash', '{"enabled": true}', at, at, 'bench'
  FROM generate_series(1, ${CAMPAIGNS}) n, LATERAL (SELECT date_trunc('second', now()) - n * interval '1 minute' AS at) it`;

// A tenth may not be called, and some have already been called, with various results.
const CONTACTS_OF_CAMPAIGN = `
INSERT INTO campaign_contacts (client_id, data_env, campaign_id, external_contact_id, phone_hash, phone_hash_key_id,
       phone_encrypted, masked_phone, status, is_callable, not_callable_reason, registry_status, consent_type,
       personalization_encrypted, last_disposition, created_at, updated_at)
SELECT $1, 'prod', $2::uuid, 'contact-' || n, sha256(convert_to($2::text || n, 'UTF8')), 'key', decode(repeat('ab', 60), 'hex'),
       '+61 *** *** 156',
       CASE n % 10 WHEN 1 THEN 'completed' WHEN 2 THEN 'retry_scheduled' WHEN 3 THEN 'failed' ELSE 'pending' END, n % 10 <> 0,
       CASE WHEN n % 10 = 0 THEN CASE n % 3 WHEN 0 THEN 'dnc' ELSE 'registry_listed' END END, 'not_listed', 'express',
       decode(repeat('cd', 90), 'hex'),
       CASE n % 10 WHEN 1 THEN 'answered' WHEN 2 THEN 'busy' WHEN 3 THEN 'no_answer' END, now(), now()
  FROM generate_series(1, $3::integer) n`;
