import { join } from 'node:path';
import { Client } from 'pg';
import { startChild } from '../harness/children.ts';
import { compare, type Bench, type Row } from '../harness/compare.ts';
import { limits, percentile95 } from '../harness/limits.ts';
import { answerTo, getRequest, millisecondsPerRequest } from '../harness/load.ts';
import { READERS, TICKETS } from '../harness/stores/support-store.ts';

const PAIRS = 25;
/** As many as a person may send in a minute. */
const BADGES = 60;
/**
 * Until PostgreSQL has prepared the statements on each connection, and V8 has compiled the rest.
 */
const WARM_UP_ROUNDS = 20;
const SEARCHES = 60;
const SEARCH_WARM_UP = 20;

/** Each way of searching, with its reader. */
const WAYS: readonly (readonly [reader: keyof typeof READERS, query: string])[] = [
  ['admin', 'text=often&status=unsolved'],
  ['admin', 'text=common&status=closed'],
  ['admin', 'text=seldom&status=pending'],
  ['admin', 'text=often%20common%20word3'],
  ['admin', 'text=nowhere'],
  ['admin', 'status=new'],
  ['admin', 'priority=urgent&category=billing&status=open'],
  ['operator', 'text=often&status=unsolved&assignee=none'],
  ['operator', 'requester=nobody'],
  ['staff', 'text=common&status=unsolved'],
  ['staff', 'status=closed'],
];

const pathOf = (route: string, query = ''): string =>
  `/v1/support/${route}?client_id=client-1${query && `&${query}`}`;

const asked = ({ platform }: Bench, reader: keyof typeof READERS, path: string): Buffer =>
  getRequest(path, { Authorization: `Bearer ${platform.tokens[READERS[reader]] ?? ''}` });

export const S2: Row = {
  id: 'S2',
  what: `GET support/tickets, the 95th percentile of the slowest of ${WAYS.length} searches over ${TICKETS} tickets`,
  against: 'nothing: absolute',
  unit: 'ms',
  target: { atMost: 100 },
  control: 'search-by-find',
  measure: async (bench, worsened) => {
    const { client, startOurs } = bench;
    const mine = await startOurs(worsened ? 'search-by-find' : undefined);
    const { clear, end } = await limits(bench);
    const notes: Record<string, string> = {};
    const worst: number[] = [];
    for (const [reader, query] of WAYS) {
      const request = asked(bench, reader, pathOf('tickets', query));
      const took: number[] = [];
      for (let tries = 0; tries < SEARCH_WARM_UP + SEARCHES; tries += 1) {
        await clear();
        took.push(await millisecondsPerRequest(client, mine.port, request, 1));
      }
      const p95 = percentile95(took.slice(SEARCH_WARM_UP));
      const { items } = await answerTo<{ items: readonly object[] }>(client, mine.port, request);
      notes[`${reader} ${query}`] = `${p95.toFixed(1)} ms, ${items.length} tickets`;
      worst.push(p95);
    }
    await Promise.all([mine.stop(), end()]);
    return { ours: Math.max(...worst), floor: null, ratio: null, ratios: worst, notes };
  },
};

export const S3: Row = {
  id: 'S3',
  what: `GET support/badge over ${TICKETS} tickets, one in five of them not closed`,
  against: 'node:http + the named query',
  unit: 'ms',
  target: { atMost: 1.6 },
  control: 'badge-by-find',
  measure: async (bench, worsened) => {
    const { client, platform, startOurs } = bench;
    const ours = asked(bench, 'admin', pathOf('badge'));
    const floor = getRequest('/');
    const mine = await startOurs(worsened ? 'badge-by-find' : undefined);
    const bare = await startChild(join(import.meta.dirname, '../floors/support-http.ts'), {
      args: [platform.storeSuperuserUrl, await personOf(bench)],
    });
    const { clear, end } = await limits(bench);
    const run = async (): Promise<number> => {
      await clear();
      return millisecondsPerRequest(client, mine.port, ours, BADGES / 2);
    };
    const runFloor = (): Promise<number> => millisecondsPerRequest(client, bare.port, floor, BADGES / 2);
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
      await run();
      await runFloor();
    }
    const figures = await compare(PAIRS, run, runFloor);
    await clear();
    const [answer, bareAnswer] = [
      JSON.stringify(await answerTo<object>(client, mine.port, ours)),
      JSON.stringify(await answerTo<object>(client, bare.port, floor)),
    ];
    if (answer !== bareAnswer) throw new Error(`The badge is ${answer}, and ${bareAnswer} by its query.`);
    await Promise.all([mine.stop(), bare.stop(), end()]);
    return { ...figures, notes: { answer } };
  },
};

async function personOf({ platform }: Bench): Promise<string> {
  const db = new Client({ connectionString: platform.metadataSuperuserUrl });
  await db.connect();
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM portal_users WHERE subject = $1',
    [`subject-${READERS.admin + 1}`],
  );
  await db.end();
  return rows[0]?.user_id ?? '';
}
