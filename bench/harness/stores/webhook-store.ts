import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { built, startChild } from '../children.ts';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

const CLIENT_ID = 'client-1';
const RECEIVER = join(import.meta.dirname, '../../servers/receiver.ts');
const DELIVERER = join(import.meta.dirname, '../../servers/deliverer.ts');
/** Permits calls to receivers on loopback. */
const OPEN = { OUTBOUND_LOOPBACK: 'open' };

export interface PlannedWebhook {
  readonly projectId: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
}

/** A platform with its own receiver. */
export interface WebhookBench extends Bench {
  readonly receiver: Child;
  readonly port: number;
  /** The worker as built, or with a mistake. */
  startWorker(mistake?: string): Promise<Child>;
  /** Replaces all webhooks, and all earlier calls and deliveries. */
  plant(webhooks: readonly PlannedWebhook[]): Promise<void>;
  /** Posts calls to ingest. */
  post(port: number, calls: readonly object[]): Promise<void>;
}

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

export async function openWebhookBench({ client, startOursOn, onClose }: Opening): Promise<WebhookBench> {
  const platform = await startPlatform({ onClose });
  const receiver = await startChild(RECEIVER);
  const { port } = await receiver.ask<{ port: number }>({ report: true });
  const startOurs = startOursOn(platform);
  const environment = { ...platform.environment, ...OPEN, METADATA_DATABASE_URL: platform.workerMetadataUrl };
  const startWorker = (mistake?: string): Promise<Child> =>
    mistake === undefined
      ? startChild(built('worker.js'), { environment, ...profile() })
      : startChild(DELIVERER, { args: [mistake], environment, ...profile() });
  return {
    platform,
    client,
    receiver,
    port,
    startOurs: (worsening, settings = {}, preload) => startOurs(worsening, { ...OPEN, ...settings }, preload),
    startWorker,
    plant: (webhooks) => plant(platform, () => startChild(DELIVERER, { environment }), webhooks),
    post: (ours, calls) => post(platform, ours, calls),
  };
}

// A store that is busy with earlier work refuses more calls; like a partner's runtime, this sends
// them again.
const TRIES = 20;
const AGAIN_MS = 500;

async function post({ ingestKey }: Platform, port: number, calls: readonly object[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/internal/v1/calls`, {
      method: 'POST',
      headers: { 'X-API-Key': ingestKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(calls),
    });
    const text = await response.text();
    if (response.ok && text.includes('"rejected":0')) return;
    if (response.status !== 503 || attempt === TRIES)
      throw new Error(`Ingest answered ${text.slice(0, 500)}`);
    await delay(AGAIN_MS);
  }
}

const profile = (): { profileTo?: string } =>
  process.argv.includes('--profile')
    ? { profileTo: join(import.meta.dirname, '../../results/profiles') }
    : {};

async function inDatabase(url: string, work: (db: Client) => Promise<void>): Promise<void> {
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    await work(db);
  } finally {
    await db.end();
  }
}

async function plant(
  platform: Platform,
  startMint: () => Promise<Child>,
  webhooks: readonly PlannedWebhook[],
): Promise<void> {
  const ids = webhooks.map(() => randomUUID());
  const mint = await startMint();
  const { sealed } = await mint.ask<{ sealed: Uint8Array[] }>({ clientId: CLIENT_ID, webhookIds: ids });
  await mint.stop();
  await inDatabase(platform.storeSuperuserUrl, async (db) => {
    await db.query(
      `TRUNCATE webhook_queue, webhook_deliveries, webhook_positions, webhook_health, work_items, call_events`,
    );
  });
  await inDatabase(platform.metadataSuperuserUrl, async (db) => {
    await db.query('DELETE FROM webhook_endpoints');
    const projects = [...new Set(webhooks.map(({ projectId }) => projectId))];
    await db.query(
      `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
       SELECT $1, 'prod', id, id, 'Australia/Sydney', 'active' FROM unnest($2::text[]) AS id ON CONFLICT DO NOTHING`,
      [CLIENT_ID, projects],
    );
    for (const [place, { projectId, url, eventTypes }] of webhooks.entries()) {
      await db.query(
        `INSERT INTO webhook_endpoints (
           client_id, data_env, webhook_id, project_id, endpoint_url, event_types, transcript_to_send, timeout_seconds,
           retry_attempts, retry_backoff_seconds, secret_encrypted, secret_rotated_at, created_at, created_by, updated_at, updated_by)
         VALUES ($1, 'prod', $2, $3, $4, $5, 'none', 10, 3, 30, $6, now(), now() - interval '1 hour', 'bench', now(), 'bench')`,
        [CLIENT_ID, ids[place], projectId, url, eventTypes, Buffer.from(sealed[place]!)],
      );
    }
  });
}
