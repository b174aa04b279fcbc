import { join } from 'node:path';
import { AVERAGE_PROJECT } from '../../harness/call-history.ts';
import { callsRequest, wholeDaysBefore } from '../../harness/call-requests.ts';
import type { CallBench } from '../../harness/stores/call-store.ts';
import { startChild } from '../../harness/children.ts';
import type { Child } from '../../harness/children.ts';
import type { Figures, Row } from '../../harness/compare.ts';
import { answerTo, compareRequests, getRequest } from '../../harness/load.ts';

const PAIRS = 25;
const PAGE_SIZE = 100;
const RANGE_DAYS = 30;
/**
 * The row after which the deep page begins; in a trial store, which has fewer rows, the middle one.
 */
const DEEP_ROW = 50_000;

interface Page {
  readonly items: readonly { readonly call_id: string }[];
  readonly pagination: { readonly total_records: number | null };
  readonly next_cursor?: string;
}

type Query = Readonly<Record<string, string>>;

export function pageRequest({ platform, store }: CallBench, more: Query = {}): Buffer {
  const { start_date, end_date } = wholeDaysBefore(store.untilMs, RANGE_DAYS);
  const query = { project_id: AVERAGE_PROJECT, start_date, end_date, page_size: String(PAGE_SIZE) };
  return callsRequest(platform, 'list', { ...query, ...more });
}

const NO_TOTAL = { include_total: 'false' };

async function againstFloor(bench: CallBench, more: Query, worsened: boolean): Promise<Figures> {
  const { client, platform, startOurs, store } = bench;
  const ours = await startOurs(worsened ? 'list-by-find' : undefined);
  const floor = await startChild(join(import.meta.dirname, '../../floors/calls-http.ts'), {
    args: [platform.storeSuperuserUrl],
  });
  const { from, to } = wholeDaysBefore(store.untilMs, RANGE_DAYS);
  const [request, bare] = [pageRequest(bench, more), getRequest(`/page/${AVERAGE_PROJECT}/${from}/${to}`)];
  const { items, pagination } = await answerTo<Page>(client, ours.port, request);
  const [rows = []] = await answerTo<{ call_id: string }[][]>(client, floor.port, bare);
  if (items.length !== PAGE_SIZE || items.some(({ call_id }, at) => call_id !== rows[at]?.call_id)) {
    throw new Error('Ours and the floor do not list the same calls.');
  }
  const figures = await compareRequests(client, PAIRS, [ours.port, request], [floor.port, bare]);
  await Promise.all([ours.stop(), floor.stop()]);
  return { ...figures, notes: { total_records: pagination.total_records ?? 'not asked for' } };
}

const FIRST_PAGE = {
  what: `GET /v1/calls/list, the newest ${PAGE_SIZE} of a project with their total`,
  against: 'node:http + pg named query of the same columns, no total',
  unit: 'ms',
};

export const P4: Row<CallBench> = {
  id: 'P4',
  ...FIRST_PAGE,
  target: { atMost: 2 },
  control: 'TypeORM find()',
  measure: (bench, worsened) => againstFloor(bench, {}, worsened),
};

export const P4_DEEP: Row<CallBench> = {
  id: 'P4d',
  what: `the page at row ${DEEP_ROW} by cursor, no total`,
  against: 'page 1, no total',
  unit: 'ms',
  target: { atMost: 2 },
  control: 'pages by OFFSET',
  measure: async (bench, worsened) => {
    const { client, startOurs } = bench;
    const ours = await startOurs(worsened ? 'list-by-offset' : undefined);
    const { deep, row, total } = await deepPage(bench, ours);
    const figures = await compareRequests(
      client,
      PAIRS,
      [ours.port, deep],
      [ours.port, pageRequest(bench, NO_TOTAL)],
    );
    await ours.stop();
    return { ...figures, notes: { row, of: total } };
  },
};

/**
 * Reads the pages by cursor up to the deep one.
 * @returns the request for it
 */
export async function deepPage(
  bench: CallBench,
  ours: Child,
): Promise<{ readonly deep: Buffer; readonly row: number; readonly total: number }> {
  const { client } = bench;
  const page = await answerTo<Page>(client, ours.port, pageRequest(bench));
  const total = page.pagination.total_records ?? 0;
  const row = Math.min(DEEP_ROW, Math.floor(total / 2 / PAGE_SIZE) * PAGE_SIZE);
  let cursor = page.next_cursor ?? '';
  for (let passed = PAGE_SIZE; passed < row; passed += PAGE_SIZE) {
    const next = await answerTo<Page>(client, ours.port, pageRequest(bench, { ...NO_TOTAL, cursor }));
    cursor = next.next_cursor ?? '';
  }
  return { deep: pageRequest(bench, { ...NO_TOTAL, cursor }), row, total };
}
