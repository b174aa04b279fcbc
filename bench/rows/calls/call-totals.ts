import { join } from 'node:path';
import type { Client } from 'pg';
import { FLOOR_QUERIES } from '../../floors/calls-queries.ts';
import { AVERAGE_PROJECT } from '../../harness/call-history.ts';
import { callsRequest, wholeDaysBefore } from '../../harness/call-requests.ts';
import { NO_DEADLINE } from '../../harness/stores/call-store-build.ts';
import { forgetDirtyHours } from '../../harness/stores/call-store.ts';
import type { CallBench } from '../../harness/stores/call-store.ts';
import { startChild } from '../../harness/children.ts';
import type { Figures, Row } from '../../harness/compare.ts';
import { assertIndexOnly } from '../../harness/explain.ts';
import { answerTo, compareRequests, getRequest } from '../../harness/load.ts';
import type { Asked } from '../../harness/load.ts';

const PAIRS = 25;
/** With its mistake, a round takes a second and needs no precise figure. */
const WORSENED_PAIRS = 3;
const RANGE_DAYS = 30;

type Route = 'summary' | 'outcomes';

/** A range in the form that our route and the floor each use. */
interface Range {
  readonly start_date: string;
  readonly end_date: string;
  readonly from: string;
  readonly to: string;
}

const wholeDays = ({ store }: CallBench): Range => wholeDaysBefore(store.untilMs, RANGE_DAYS);

const oursFor = ({ platform }: CallBench, route: Route, { start_date, end_date }: Range): Buffer =>
  callsRequest(platform, route, { project_id: AVERAGE_PROJECT, start_date, end_date });

const floorFor = (route: Route, { from, to }: Range): Buffer =>
  getRequest(`/${route}/${AVERAGE_PROJECT}/${from}/${to}`);

const startFloor = ({ platform }: CallBench) =>
  startChild(join(import.meta.dirname, '../../floors/calls-http.ts'), { args: [platform.storeSuperuserUrl] });

/** Our route and the floor over one range, in which both must report the same number of calls. */
async function againstFloor(
  bench: CallBench,
  route: Route,
  range: Range,
  worsened: boolean,
): Promise<Figures> {
  const { client, startOurs, store } = bench;
  const [statement] = FLOOR_QUERIES[route] ?? [];
  const values = ['client-1', 'prod', AVERAGE_PROJECT, range.from, range.to];
  await store.admin('large', (db) => assertIndexOnly(db, statement?.text ?? '', values, 'calls_covering'));
  const ours = await startOurs(undefined, worsened ? NO_DEADLINE : {});
  const floor = await startFloor(bench);
  const [request, bare] = [oursFor(bench, route, range), floorFor(route, range)];
  const calls = await agreedCalls(bench, [ours.port, request], [floor.port, bare]);
  const figures = await compareRequests(
    client,
    worsened ? WORSENED_PAIRS : PAIRS,
    [ours.port, request],
    [floor.port, bare],
  );
  await Promise.all([ours.stop(), floor.stop()]);
  return { ...figures, notes: { calls } };
}

/**
 * How many calls were summed.
 * @throws if the two disagree
 */
async function agreedCalls({ client }: CallBench, ours: Asked, floor: Asked): Promise<number> {
  const mine = await answerTo<{ total_calls?: number; total_conversations?: number }>(client, ...ours);
  const [rows = []] = await answerTo<{ total_calls?: string; calls?: string }[][]>(client, ...floor);
  const counted = rows.reduce((sum, row) => sum + Number(row.total_calls ?? row.calls), 0);
  const calls = mine.total_calls ?? mine.total_conversations;
  if (calls !== counted || calls === 0) {
    throw new Error(`Ours counts ${calls} calls, and the floor ${counted}.`);
  }
  return calls;
}

/** Marks every hour of the range as changed, so that our statement must read all of its calls. */
const markHours =
  (projectId: string, { from, to }: Pick<Range, 'from' | 'to'>) =>
  async (db: Client): Promise<void> => {
    await db.query(
      `INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
       SELECT 'client-1', 'prod', $1, hour
         FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 hour', interval '1 hour') hour`,
      [projectId, from, to],
    );
    await db.query('ANALYZE call_rollup_dirty_hours');
  };

export async function withDirtyHours<T>(
  bench: CallBench,
  sizes: readonly ('small' | 'large')[],
  work: () => Promise<T>,
  { projectId = AVERAGE_PROJECT, range = wholeDays(bench) } = {},
): Promise<T> {
  try {
    for (const size of sizes) await bench.store.admin(size, markHours(projectId, range));
    return await work();
  } finally {
    for (const size of sizes) await bench.store.admin(size, forgetDirtyHours);
  }
}

const CONTROL = 'no hour summed up: all are dirty';

function totals(id: string, route: Route): Row<CallBench> {
  return {
    id,
    what: `GET /v1/calls/${route}, 30 days of one project`,
    against: 'the same sums in SQL, covering index',
    unit: 'ms',
    target: { atMost: 0.1 },
    control: CONTROL,
    measure: (bench, worsened) => {
      const run = () => againstFloor(bench, route, wholeDays(bench), worsened);
      return worsened ? withDirtyHours(bench, ['large'], run) : run();
    },
  };
}

function growth(id: string, route: Route): Row<CallBench> {
  return {
    id,
    what: `the same ${route} in the whole store`,
    against: 'the same in the store when it had a tenth',
    unit: 'ms',
    target: { atMost: 1.5 },
    control: CONTROL,
    measure: (bench, worsened) => {
      const run = () => againstSmall(bench, route, worsened);
      return worsened ? withDirtyHours(bench, ['small', 'large'], run) : run();
    },
  };
}

async function againstSmall(bench: CallBench, route: Route, worsened: boolean): Promise<Figures> {
  const { client, startOurs, store } = bench;
  const deadline = worsened ? NO_DEADLINE : {};
  const large = await startOurs(undefined, deadline);
  const small = await startOurs(undefined, { ...deadline, ...store.smallSettings });
  const request = oursFor(bench, route, wholeDays(bench));
  const figures = await compareRequests(
    client,
    worsened ? WORSENED_PAIRS : PAIRS,
    [large.port, request],
    [small.port, request],
  );
  await Promise.all([large.stop(), small.stop()]);
  return figures;
}

export const P3_SUMMARY = totals('P3', 'summary');
export const P3_OUTCOMES = totals('P3o', 'outcomes');
export const P3_GROWTH = growth('P3g', 'summary');
export const P3_GROWTH_OUTCOMES = growth('P3og', 'outcomes');
