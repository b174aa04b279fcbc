import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** Campaigns by number of contacts. */
export const SMALL = { campaignId: '01900000-0000-7000-8000-000000000001', contacts: 1000 };
export const LARGE = { campaignId: '01900000-0000-7000-8000-000000000002', contacts: 100_000 };
export const MILLION = { campaignId: '01900000-0000-7000-8000-000000000003', contacts: 1_000_000 };
/** For trying the rows about a million contacts. */
const TRIAL_CONTACTS = 20_000;
/** Planted in batches, so that each transaction takes a few seconds. */
const BATCH = 50_000;

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with two campaigns of one project; each contact was washed and has consented at a
 * time of its own.
 */
export async function openValidationBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  for (const { campaignId, contacts } of [SMALL, LARGE]) {
    await db.query(CAMPAIGN, [campaignId, PROJECT_ID]);
    await db.query(CONTACTS, [campaignId, contacts, 1]);
  }
  await db.query('CHECKPOINT');
  await db.query('VACUUM (ANALYZE) campaign_contacts, campaign_counts');
  await db.end();
  return { platform, client, startOurs: startOursOn(platform) };
}

/** The store and processes that measure the rows about a campaign of a million contacts. */
export interface MillionBench extends Bench {
  /** How many of its contacts are open. */
  openContacts(): Promise<number>;
}

/** The platform with one campaign of a million contacts, which is cancelled at the end. */
export async function openMillionBench({
  client,
  isTrial,
  startOursOn,
  onClose,
}: Opening & { readonly isTrial: boolean }): Promise<MillionBench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  onClose(() => db.end());
  const { campaignId } = MILLION;
  const contacts = isTrial ? TRIAL_CONTACTS : MILLION.contacts;
  await db.query(CAMPAIGN, [campaignId, PROJECT_ID]);
  for (let from = 1; from <= contacts; from += BATCH)
    await db.query(CONTACTS, [campaignId, Math.min(contacts, from + BATCH - 1), from]);
  await db.query('CHECKPOINT');
  await db.query('VACUUM (ANALYZE) campaign_contacts, campaign_counts');
  return {
    platform,
    client,
    startOurs: startOursOn(platform),
    openContacts: async () => {
      const { rows } = await db.query<{ open: number }>(
        `SELECT count(*)::integer AS open FROM campaign_contacts WHERE campaign_id = $1 AND status = 'pending'`,
        [campaignId],
      );
      return rows[0]!.open;
    },
  };
}

const CAMPAIGN = `
INSERT INTO campaigns (client_id, data_env, campaign_id, project_id, name, campaign_type, campaign_call_type, priority,
       timezone, status_changed_at, retry_policy, voicemail_policy, personalization, compliance, project_version,
       content_hash, answering_machine_detection, created_at, updated_at, created_by)
VALUES ('client-1', 'prod', $1, $2, 'Benchmarks', 'batch', 'telemarketing', 50, 'Australia/Sydney', now(),
        '{"enabled": true, "max_attempts": 3, "backoff_base_seconds": 3600, "backoff_strategy": "linear"}', '{}',
        '{"required_keys": [], "allowed_keys": []}',
        '{"registry_wash_required": true, "registry_wash_max_age_days": 30, "consent_required": true,
          "prevent_after_hours": true, "check_public_holiday": true, "recipient_timezone_aware": true,
          "exemption_type": null}',
        1, 'hash', '{}', now(), now(), 'benchmarks')`;

/**
 * Contacts in all of Australia; one in fifty was washed too long ago, and one in forty has a
 * consent that has lapsed.
 */
const CONTACTS = `
INSERT INTO campaign_contacts (client_id, data_env, campaign_id, external_contact_id, phone_hash, phone_hash_key_id,
       phone_encrypted, masked_phone, is_callable, recipient_timezone, recipient_country, recipient_subdivision,
       registry_status, registry_checked_at, registry_valid_until, registry_ruleset_id, consent_type, consent_source,
       consent_given_at, consent_evidence_encrypted, personalization_encrypted, created_at, updated_at)
SELECT 'client-1', 'prod', $1, 'contact-' || n, sha256(convert_to(n::text, 'UTF8')), 'key',
       sha256(convert_to(n::text, 'UTF8')), '+61 *** *** 156', true,
       CASE WHEN n % 5 = 0 THEN (ARRAY['Australia/Broken_Hill', 'Australia/Perth', 'Australia/Sydney'])[1 + n % 3] END, 'AU',
       (ARRAY['AU-ACT', 'AU-NSW', 'AU-NT', 'AU-QLD', 'AU-SA', 'AU-TAS', 'AU-VIC', 'AU-WA'])[1 + n % 8],
       'not_listed', now() - (CASE WHEN n % 50 = 0 THEN 40 ELSE 3 END) * interval '1 day' - n * interval '1 second',
       now() + interval '20 days' + n * interval '1 second', 'rules-7', 'express', 'web_form',
       now() - (CASE WHEN n % 40 = 0 THEN 120 ELSE 10 END) * interval '1 day' - n * interval '1 second',
       sha256(convert_to(n::text, 'UTF8')), repeat('p', 200)::bytea, now(), now()
  FROM generate_series($3::int, $2::int) n`;
