import { join } from 'node:path';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Bench, Row } from '../harness/compare.ts';
import { answerTo, getRequest, roundsOf } from '../harness/load.ts';
import { PROJECT_ID } from '../harness/platform.ts';

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
    const figures = await compare(
      PAIRS,
      await roundsOf(client, mine.port, await request(bench, mine.port)),
      await roundsOf(client, bare.port, getRequest(floor)),
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
