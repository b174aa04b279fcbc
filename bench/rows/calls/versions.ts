import { AVERAGE_PROJECT } from '../../harness/call-history.ts';
import { wholeDaysBefore } from '../../harness/call-requests.ts';
import type { CallBench } from '../../harness/stores/call-store.ts';
import { NO_DEADLINE } from '../../harness/stores/call-store-build.ts';
import type { Row } from '../../harness/compare.ts';
import { answerTo, compareRequests, getRequest, runLoad } from '../../harness/load.ts';
import { COMPARED_PROJECT } from '../../harness/version-history.ts';
import { pageRequest } from './call-list.ts';
import { withoutIndexes } from './caller-mix.ts';
import { withDirtyHours } from './call-totals.ts';

const DAYS = 90;
const WARM_UP = 200;
const REQUESTS = 200;
/** With its mistake, a request takes a second and needs no precise figure. */
const WORSENED_REQUESTS = 5;

interface Comparison {
  readonly a: { readonly calls: number };
  readonly b: { readonly calls: number };
  readonly comparable: boolean;
  readonly verdict: { readonly calls_judged: number | null };
}

export const V1: Row<CallBench> = {
  id: 'V1',
  what: `GET version-performance, ${DAYS} days of the largest project, p95 of ${REQUESTS}`,
  against: '-',
  unit: 'ms',
  target: { atMost: 200 },
  control: 'no hour summed up: all are dirty',
  measure: async (bench, worsened) => {
    const { client, platform, startOurs, store } = bench;
    const range = wholeDaysBefore(store.untilMs, DAYS);
    const { start_date, end_date } = range;
    const query = new URLSearchParams({ a: '1', b: '2', start_date, end_date }).toString();
    const request = getRequest(`/v1/projects/${COMPARED_PROJECT}/version-performance?${query}`, {
      'X-API-Key': platform.partnerKey,
    });
    const run = async () => {
      const ours = await startOurs(undefined, worsened ? NO_DEADLINE : {});
      const { a, b, comparable, verdict } = await answerTo<Comparison>(client, ours.port, request);
      if (!comparable || verdict.calls_judged === null) throw new Error('The versions are not compared.');
      const load = { port: ours.port, connections: 1, requests: [request] };
      if (!worsened) await runLoad(client, { ...load, total: WARM_UP });
      const total = worsened ? WORSENED_REQUESTS : REQUESTS;
      const { milliseconds } = await runLoad(client, { ...load, total });
      await ours.stop();
      const sorted = milliseconds.toSorted((one, other) => one - other);
      const at = (share: number): number => sorted[Math.ceil(share * total) - 1] ?? Number.NaN;
      const notes = { a: a.calls, b: b.calls, p50: at(0.5), judged: verdict.calls_judged ?? 0 };
      return { ours: at(0.95), floor: null, ratio: null, ratios: sorted, notes };
    };
    return worsened ? withDirtyHours(bench, ['large'], run, { projectId: COMPARED_PROJECT, range }) : run();
  },
};

const PAIRS = 25;
const WORSENED_PAIRS = 3;

interface Page {
  readonly items: readonly { readonly version_number: number | null }[];
  readonly pagination: { readonly total_records: number };
}

function listOf(id: string, version: string, which: string): Row<CallBench> {
  return {
    id,
    what: `GET /v1/calls/list of ${which}, the newest 100 with their total`,
    against: 'the same list of any version',
    unit: 'ms',
    target: { atMost: 1.5 },
    control: 'no index',
    measure: async (bench, worsened) => {
      const { client, startOurs } = bench;
      const all = await startOurs();
      const ours = worsened ? await startOurs(undefined, { ...NO_DEADLINE, ...withoutIndexes(bench) }) : all;
      const request = pageRequest(bench, { project_id: AVERAGE_PROJECT, version });
      const { items, pagination } = await answerTo<Page>(client, ours.port, request);
      if (items.length === 0 || items.some((it) => String(it.version_number) !== version))
        throw new Error(`The list is not of version ${version}.`);
      const figures = await compareRequests(
        client,
        worsened ? WORSENED_PAIRS : PAIRS,
        [ours.port, request],
        [all.port, pageRequest(bench)],
      );
      await Promise.all([...new Set([ours, all])].map((it) => it.stop()));
      return { ...figures, notes: { total_records: pagination.total_records } };
    },
  };
}

export const V2 = listOf('V2', '3', 'a staged version');
export const V2_OLD = listOf('V2o', '1', 'an old version, which no newest call has');
