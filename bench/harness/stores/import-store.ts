import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { contactsOf, csvOf, jsonOf } from '../contacts.ts';
import { runLoad } from '../load.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** As many as an import may contain. */
export const CONTACTS = 5_000;

export type ImportFormat = 'json' | 'csv';

/** The store and processes that measure the rows of imports. */
export interface ImportBench extends Bench {
  /**
   * Imports all contacts into a new campaign.
   * @returns seconds
   */
  import(ours: Child, format: ImportFormat): Promise<number>;
}

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/** The platform with campaigns that import thousands of contacts. */
export async function openImportBench({ client, startOursOn, onClose }: Opening): Promise<ImportBench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  onClose(() => db.end());
  const contacts = contactsOf(CONTACTS);
  const bodies: Readonly<Record<ImportFormat, Buffer>> = {
    json: Buffer.from(jsonOf(contacts)),
    csv: Buffer.from(csvOf(contacts)),
  };
  return {
    platform,
    client,
    startOurs: startOursOn(platform),
    import: async (ours, format) => {
      const { rows } = await db.query<{ campaign_id: string }>(A_CAMPAIGN, [PROJECT_ID]);
      const request = importRequest(platform.partnerKey, rows[0]!.campaign_id, format, bodies[format]);
      const order = { port: ours.port, connections: 1, total: 1, requests: [request] };
      const { seconds, sample } = await runLoad(client, order);
      if (!sample.includes(`"accepted_rows":${CONTACTS}`))
        throw new Error(`Answered ${sample.slice(0, 500)}`);
      return seconds;
    },
  };
}

function importRequest(key: string, campaignId: string, format: ImportFormat, body: Buffer): Buffer {
  const [path, type] = format === 'csv' ? ['import', 'text/csv'] : ['import-json', 'application/json'];
  const head = [
    `POST /v1/outbound-campaigns/${campaignId}/contacts/${path} HTTP/1.1`,
    'Host: bench',
    `X-API-Key: ${key}`,
    `Idempotency-Key: ${randomUUID()}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

const A_CAMPAIGN = `
INSERT INTO campaigns (client_id, data_env, project_id, name, campaign_type, campaign_call_type, priority, timezone, status,
       status_changed_at, retry_policy, voicemail_policy, personalization, compliance, project_version, content_hash,
       answering_machine_detection, created_at, updated_at, created_by)
VALUES ('client-1', 'prod', $1, 'Benchmarks', 'scheduled', 'telemarketing', 50, 'Australia/Sydney', 'draft', now(),
       '{"enabled": true, "max_attempts": 3, "backoff_base_seconds": 3600, "backoff_strategy": "linear"}', '{}',
       '{"allowed_keys": ["first_name", "clinic"], "required_keys": ["first_name"]}',
       '{"consent_required": true, "check_public_holiday": true, "prevent_after_hours": true, "registry_wash_required": true, "recipient_timezone_aware": true, "registry_wash_max_age_days": 30}',
       1, 'hash', '{}', now(), now(), 'bench')
RETURNING campaign_id`;
