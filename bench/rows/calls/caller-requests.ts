import { join } from 'node:path';
import { REQUESTS } from '../../harness/stores/caller-request-store.ts';
import { startChild } from '../../harness/children.ts';
import type { Bench, Figures, Row } from '../../harness/compare.ts';
import { answerTo, compareRequests, getRequest, postRequest } from '../../harness/load.ts';

const PAIRS = 25;
const PATH = '/v1/compliance/caller-requests';

interface Pair {
  readonly ours: Buffer;
  readonly floor: Buffer;
}

/** Milliseconds per request, sequentially on one connection. */
async function againstFloor(
  bench: Bench,
  { ours, floor }: Pair,
  mistake: string | undefined,
): Promise<Figures> {
  const { client, platform, startOurs } = bench;
  const mine = await startOurs(mistake);
  const bare = await startChild(join(import.meta.dirname, '../../floors/caller-requests-http.ts'), {
    args: [platform.metadataSuperuserUrl],
  });
  const figures = await compareRequests(client, PAIRS, [mine.port, ours], [bare.port, floor]);
  const answer = JSON.stringify(await answerTo<object>(client, mine.port, ours)).slice(0, 80);
  await Promise.all([mine.stop(), bare.stop()]);
  return { ...figures, notes: { answer } };
}

const asAdmin = ({ platform }: Bench, path: string): Buffer =>
  getRequest(`${PATH}${path}`, { Authorization: `Bearer ${platform.tokens[0] ?? ''}` });

const BARE = 'node:http + pg named query of the same columns';

/** One of the two reads, compared with its floor. */
interface Read {
  readonly what: string;
  readonly path: string;
  readonly floor: string;
  readonly control: string;
}

const row = (id: string, { what, path, floor, control }: Read): Row => ({
  id,
  what,
  against: BARE,
  unit: 'ms',
  target: { atMost: 1.6 },
  control,
  measure: (bench, worsened) =>
    againstFloor(
      bench,
      { ours: asAdmin(bench, path), floor: getRequest(floor) },
      worsened ? control : undefined,
    ),
});

const OPEN_COUNT: Read = {
  what: `GET caller-requests/open-count over ${REQUESTS} requests`,
  path: '/open-count',
  floor: '/count',
  control: 'count-by-find',
};
const LIST: Read = {
  what: `GET caller-requests, the newest 50 of ${REQUESTS}`,
  path: '?page_size=50',
  floor: '/list',
  control: 'requests-by-find',
};

export const Q1 = row('Q1', OPEN_COUNT);
export const Q2 = row('Q2', LIST);

const ASKED = JSON.stringify({
  request_type: 'access',
  identifier_kind: 'phone',
  caller_identifier: '+61 491 570 156',
  contact_kind: 'phone',
  received_at_utc: '2026-10-31T04:12:09Z',
  source: 'support_ingest',
});

export const Q3: Row = {
  id: 'Q3',
  what: 'POST caller-requests with a telephone number, one after another',
  against: 'node:http + the bare statements and crypto',
  unit: 'ms',
  target: { atMost: 2 },
  control: 'create-thrice',
  measure: (bench, worsened) =>
    againstFloor(
      bench,
      {
        ours: postRequest(PATH, { 'X-API-Key': bench.platform.ingestKey }, ASKED),
        floor: postRequest('/create', {}, ASKED),
      },
      worsened ? 'create-thrice' : undefined,
    ),
};
