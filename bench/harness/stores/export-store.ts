import { join } from 'node:path';
import { Client } from 'pg';
import { startChild } from '../children.ts';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import type { ExportAnswer, ExportOrder } from '../export-client.ts';
import { EXPORTED_CALLS, EXPORTED_DAYS, exportedCalls } from '../export-calls.ts';
import { postRequest, runLoad } from '../load.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

// The calls that the group `export` exports, and the person who exports them.

/** The store and processes that measure the rows of the group. */
export interface ExportBench extends Bench {
  /**
   * Resets the counted exports, and exports.
   * @throws for an unexpected response
   */
  export(ours: Child, asked: RequestedExport): Promise<ExportAnswer>;
}

/** A body of POST /v1/calls/export, and its expected result. */
export interface RequestedExport {
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly counts?: boolean;
}

/** Only columns of the record. */
export const PLAIN = {
  project_id: PROJECT_ID,
  ...EXPORTED_DAYS,
  timezone: 'Australia/Sydney',
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};
const V3 = { ...PLAIN, profile: 'portal_business_v3', redact_personal_information: true };

export const V1_EXPORT: RequestedExport = { body: { ...PLAIN, profile: 'portal_business_v1' }, status: 200 };
/** As many columns as leave room for 10,000 transcripts in the 50 MiB limit of v3. */
export const TRANSCRIPTS_EXPORT: RequestedExport = {
  body: { ...V3, columns: ['call_started_at', 'call_id', 'transcript'] },
  status: 200,
};
/** The same number of calls among more data. */
export const TOO_LARGE_EXPORT: RequestedExport = {
  body: { ...V3, columns: ['call_started_at', 'caller', 'summary', 'call_id', 'project_id', 'transcript'] },
  status: 413,
};

const BATCH = 500;

interface OpenOptions {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

export async function openExportBench({ client, startOursOn, onClose }: OpenOptions): Promise<ExportBench> {
  const platform = await startPlatform({ onClose });
  const startOurs = startOursOn(platform);
  await asSuperuser(platform, 'metadata', grantEverything);
  await ingestCalls(client, startOurs, platform);
  await asSuperuser(platform, 'store_a', (db) => db.query('VACUUM (ANALYZE)'));
  return { platform, client, startOurs, export: await startExporter(platform) };
}

/** @returns exports by the first person */
export async function startExporter(platform: Platform): Promise<ExportBench['export']> {
  const receiver = await startChild(join(import.meta.dirname, '../export-client.ts'));
  return async (ours, { body, status, counts = false }) => {
    await asSuperuser(platform, 'metadata', (db) => db.query('DELETE FROM throttle_hits'));
    const headers = { Authorization: `Bearer ${platform.tokens[0]}` };
    const order: ExportOrder = { port: ours.port, headers, body: JSON.stringify(body), counts };
    const answer = await receiver.ask<ExportAnswer>({ ...order });
    const isCsv = answer.contentType.startsWith('text/csv');
    if (answer.status !== status || isCsv !== (status === 200)) {
      throw new Error(`The export answered ${answer.status} ${answer.contentType}: ${answer.sample}`);
    }
    return answer;
  };
}

/**
 * The first person becomes one who may export everything, and the tenant settles all that exports
 * need; again where it was done before.
 */
export async function grantEverything(db: Client): Promise<void> {
  for (const statement of [
    `UPDATE portal_user_client_assignments SET role = 'client_admin', organisation_id = NULL
      WHERE user_id = (SELECT user_id FROM portal_users WHERE subject = 'subject-1')`,
    `INSERT INTO pii_policies (client_id, data_env, role, kind, allowed, updated_by)
     SELECT 'client-1', 'prod', 'client_admin', kind, true, 'benchmarks'
       FROM unnest(ARRAY['raw_caller', 'summary', 'transcript']) kind
         ON CONFLICT DO NOTHING`,
    `INSERT INTO tenant_governance (client_id, data_env, transcript_retention_days, secondary_reuse, updated_by)
     VALUES ('client-1', 'prod', 3650, 'allowed', 'benchmarks') ON CONFLICT DO NOTHING`,
    `INSERT INTO project_compliance (client_id, data_env, project_id, projection, updated_by)
     VALUES ('client-1', 'prod', '${PROJECT_ID}', 'confirmed', 'benchmarks') ON CONFLICT DO NOTHING`,
  ]) {
    await db.query(statement);
  }
}

async function ingestCalls(client: Child, startOurs: StartOurs, platform: Platform): Promise<void> {
  const ours = await startOurs();
  for (let first = 0; first < EXPORTED_CALLS; first += BATCH) {
    const requests = [ingestRequest(platform, exportedCalls(first, BATCH))];
    const { sample } = await runLoad(client, { port: ours.port, connections: 1, total: 1, requests });
    if (!sample.includes(`"accepted":${BATCH}`)) throw new Error(`Ingest answered ${sample.slice(0, 500)}`);
  }
  await ours.stop();
}

export const ingestRequest = ({ ingestKey }: Platform, calls: readonly object[]): Buffer =>
  postRequest('/internal/v1/calls', { 'X-API-Key': ingestKey }, JSON.stringify(calls));

async function asSuperuser<T>(
  platform: Platform,
  database: string,
  work: (db: Client) => Promise<T>,
): Promise<T> {
  const db = new Client({ connectionString: platform.superuserUrl(database) });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
