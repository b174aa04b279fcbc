import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { startChild } from '../harness/children.ts';
import type { Bench, Row } from '../harness/compare.ts';
import { answerTo, compareRequests, getRequest } from '../harness/load.ts';
import { PROJECT_ID } from '../harness/platform.ts';
import type { Platform } from '../harness/platform.ts';

const PAIRS = 25;

const RUNTIME = `/internal/v1/projects/${PROJECT_ID}/configuration`;

interface Asked {
  readonly floor: string;
  readonly request: (bench: Bench, port: number) => Promise<Buffer>;
}

const row = (
  { id, what, against, target, control }: Omit<Row, 'unit' | 'measure'>,
  { floor, request }: Asked,
): Row => ({
  ...{ id, what, against, target, unit: 'ms' },
  ...(control === undefined ? {} : { control }),
  measure: async (bench, worsened) => {
    const { client, platform, startOurs } = bench;
    const mine = await startOurs(worsened ? control : undefined);
    const bare = await startChild(join(import.meta.dirname, '../floors/workspace-http.ts'), {
      args: [platform.metadataSuperuserUrl, PROJECT_ID],
    });
    const figures = await compareRequests(
      client,
      PAIRS,
      [mine.port, await request(bench, mine.port)],
      [bare.port, getRequest(floor)],
    );
    await Promise.all([mine.stop(), bare.stop()]);
    return figures;
  },
});

const byRuntime = ({ platform }: Bench, headers: Readonly<Record<string, string>> = {}): Buffer =>
  getRequest(RUNTIME, { 'X-API-Key': platform.ingestKey, ...headers });

export const R1 = row(
  {
    id: 'R1',
    what: 'runtime configuration of a project with everything, opened, with its audit row',
    against: 'node:http + the named queries, sealed as they are',
    target: { atMost: 1.6 },
    control: 'configuration-with-draft',
  },
  { floor: '/configuration', request: async (bench) => byRuntime(bench) },
);

export const R2 = row(
  {
    id: 'R2',
    what: 'the same that has not changed since: 304',
    against: 'node:http + the named query',
    target: { atMost: 1.3 },
    control: 'configuration-with-draft',
  },
  {
    floor: '/state',
    request: async (bench, port) => {
      const response = await fetch(`http://127.0.0.1:${port}${RUNTIME}`, {
        headers: { 'X-API-Key': bench.platform.ingestKey },
      });
      await response.text();
      return byRuntime(bench, { 'If-None-Match': response.headers.get('etag') ?? '' });
    },
  },
);

export const R3 = row(
  {
    id: 'R3',
    what: 'GET /draft?include=configurations of the same project with a token',
    against: "node:http + the person's assignments and the named query, sealed as they are",
    target: { atMost: 3 },
    control: 'draft-by-section',
  },
  {
    floor: '/draft',
    request: async ({ client, platform }, port) => {
      const request = getRequest(`/v1/projects/${PROJECT_ID}/draft?include=configurations`, {
        Authorization: `Bearer ${platform.tokens[0] ?? ''}`,
      });
      await answerTo<object>(client, port, request);
      return request;
    },
  },
);

const IMPORTS = 25;

/** A new project for each import: a second import into the same project would change less. */
async function plantEmpty({ metadataSuperuserUrl }: Platform, prefix: string): Promise<string[]> {
  const ids = Array.from({ length: IMPORTS }, (_, index) => `${prefix}-${index}`);
  const db = new Client({ connectionString: metadataSuperuserUrl });
  await db.connect();
  await db.query(
    `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
     SELECT 'client-1', 'prod', id, id, 'Australia/Sydney', 'setup' FROM unnest($1::text[]) id`,
    [ids],
  );
  await db.end();
  return ids;
}

export const R4: Row = {
  id: 'R4',
  what: 'POST /configuration/import of the same project into an empty one, ten sections with their findings, one after another',
  against: '-',
  unit: 'ms',
  target: { atMost: 150 },
  control: 'import-reads-again',
  measure: async ({ platform, startOurs }, worsened) => {
    const ours = await startOurs(worsened ? 'import-reads-again' : undefined);
    const url = (projectId: string, path: string): string =>
      `http://127.0.0.1:${ours.port}/v1/projects/${projectId}/configuration/${path}`;
    const headers = {
      Authorization: `Bearer ${platform.tokens[0] ?? ''}`,
      'Content-Type': 'application/json',
    };
    const file = await (await fetch(url(PROJECT_ID, 'export'), { headers })).text();
    const times: number[] = [];
    for (const projectId of await plantEmpty(platform, randomUUID())) {
      const started = performance.now();
      const response = await fetch(url(projectId, 'import'), {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        body: file,
      });
      const answer = await response.text();
      times.push(performance.now() - started);
      if (!response.ok) throw new Error(answer.slice(0, 2000));
    }
    await ours.stop();
    // The first one is a warm-up and does not count.
    const sorted = times.slice(1).sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    return { ours: median, floor: null, ratio: null, ratios: [], notes: { bytes: file.length } };
  },
};
