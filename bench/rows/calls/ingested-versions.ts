import { Client } from 'pg';
import { callsOfBatch } from '../../harness/calls.ts';
import type { Bench, Row } from '../../harness/compare.ts';
import { compare } from '../../harness/compare.ts';
import { postRequest, runLoad } from '../../harness/load.ts';

const SIZE = 1000;
const BATCHES = 4;
const PAIRS = 15;
const WORSENED_PAIRS = 2;
const PROJECT = 'bench-versions';
const HASH = 'a'.repeat(64);

/** A project whose third version was staged and withdrawn. */
async function plantVersions(url: string): Promise<void> {
  const db = new Client({ connectionString: url });
  await db.connect();
  for (const statement of [
    `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
     VALUES ('client-1', 'prod', '${PROJECT}', 'Versions', 'Australia/Sydney', 'active') ON CONFLICT DO NOTHING`,
    `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source,
            published_at, published_by)
     SELECT 'client-1', 'prod', '${PROJECT}', n, '{}', '${HASH}', 'publish', '2026-09-01'::date + n, 'benchmarks'
       FROM generate_series(1, 3) n ON CONFLICT DO NOTHING`,
    `INSERT INTO project_staged_releases (client_id, data_env, project_id, version_number, percent, matching_key_id,
            draft_etag, state, started_by, started_at, ended_at)
     VALUES ('client-1', 'prod', '${PROJECT}', 3, 20, 'none', 'none', 'taken_back', 'benchmarks', '2026-09-04', '2026-12-01')
         ON CONFLICT DO NOTHING`,
  ]) {
    await db.query(statement);
  }
  await db.end();
}

const NEW_FIELDS = {
  project_id: PROJECT,
  content_hash: HASH,
  cost_parts: {
    speech_to_text: 0.02,
    model: 0.05,
    text_to_speech: 0.03,
    telephony: 0.02,
    platform: 0.0075,
  },
  response_times: { turns: 14, p50_ms: 840, p95_ms: 1510, max_ms: 2230 },
};

export const V3: Row = {
  id: 'V3',
  what: `ingest of ${SIZE}-call batches that name version, cost parts and response times`,
  against: 'the same batches without them, of a project without versions',
  unit: 'ms a batch',
  target: { atMost: 1.1 },
  control: 'row-by-row',
  measure: async (bench: Bench, worsened) => {
    const { platform, client, startOurs } = bench;
    await plantVersions(platform.metadataSuperuserUrl);
    const plain = await startOurs();
    const ours = worsened ? await startOurs('row-by-row') : plain;
    let round = 0;
    const write = async (port: number, side: string, over: (place: number) => object): Promise<number> => {
      const requests = Array.from({ length: BATCHES }, (_, index) =>
        postRequest(
          '/internal/v1/calls',
          { 'X-API-Key': platform.ingestKey },
          JSON.stringify(
            callsOfBatch(`${side}-${round}-${index}`, SIZE).map((call, place) => ({
              ...call,
              ...over(place),
            })),
          ),
        ),
      );
      const { seconds, sample } = await runLoad(client, { port, connections: 1, total: BATCHES, requests });
      const isTaken = sample.includes(`"accepted":${SIZE}`) && sample.includes('"warnings":[]');
      if (!isTaken) throw new Error(`Ingest answered ${sample.slice(0, 500)}`);
      return (seconds * 1000) / BATCHES;
    };
    const figures = await compare(
      worsened ? WORSENED_PAIRS : PAIRS,
      () => write(ours.port, 'with', (place) => ({ ...NEW_FIELDS, version_number: 1 + (place % 3) })),
      async () => {
        const took = await write(plain.port, 'without', () => ({}));
        round += 1;
        return took;
      },
    );
    await Promise.all([...new Set([ours, plain])].map((it) => it.stop()));
    return figures;
  },
};
