import { join } from 'node:path';
import { CALLER_MIX_PROJECT } from '../../harness/call-history.ts';
import { callsRequest, wholeDaysBefore } from '../../harness/call-requests.ts';
import { NO_DEADLINE } from '../../harness/stores/call-store-build.ts';
import type { CallBench } from '../../harness/stores/call-store.ts';
import { startChild } from '../../harness/children.ts';
import type { Row } from '../../harness/compare.ts';
import { answerTo, compareRequests, getRequest } from '../../harness/load.ts';

const PAIRS = 25;
const WORSENED_PAIRS = 3;
const RANGE_DAYS = 30;
/** How far back callers are recognised, as in the contract. */
const LOOKBACK_MS = 30 * 86_400_000;

/** Settings under which the store's login finds no index. */
export function withoutIndexes({ platform }: CallBench): Readonly<Record<string, string>> {
  const stores = JSON.parse(platform.environment['TENANT_STORES'] ?? '{}') as Record<string, string>;
  const url = new URL(stores['store-a'] ?? '');
  const off = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'];
  url.searchParams.set('options', off.map((name) => `-c ${name}=off`).join(' '));
  return { TENANT_STORES: JSON.stringify({ ...stores, 'store-a': url.href }) };
}

interface Mix {
  readonly caller_mix: {
    readonly reason_code: string;
    readonly metrics: { readonly unique_callers: number; readonly returning_callers: number } | null;
  };
}

export const P10: Row<CallBench> = {
  id: 'P10',
  what: 'GET /v1/calls/dashboard/privacy-aggregates, 60,000 calls in the range',
  against: 'the same two statements by hand',
  unit: 'ms',
  target: { atMost: 1.5 },
  control: 'no index',
  measure: async (bench, worsened) => {
    const { client, platform, startOurs, store } = bench;
    const ours = await startOurs(undefined, { ...NO_DEADLINE, ...(worsened ? withoutIndexes(bench) : {}) });
    const floor = await startChild(join(import.meta.dirname, '../../floors/calls-http.ts'), {
      args: [platform.storeSuperuserUrl],
    });
    const { start_date, end_date, from, to } = wholeDaysBefore(store.untilMs, RANGE_DAYS);
    const request = callsRequest(platform, 'dashboard/privacy-aggregates', {
      project_id: CALLER_MIX_PROJECT,
      start_date,
      end_date,
    });
    const lookback = new Date(Date.parse(from) - LOOKBACK_MS).toISOString();
    const bare = getRequest(
      `/callers/${CALLER_MIX_PROJECT}/${from}/${to}/${await matchingKeyId(bench)}/${lookback}`,
    );
    const { caller_mix: mix } = await answerTo<Mix>(client, ours.port, request);
    const [, [counts] = []] = await answerTo<Record<string, string>[][]>(client, floor.port, bare);
    const isSame = (['unique_callers', 'returning_callers'] as const).every(
      (name) => mix.metrics?.[name] === Number(counts?.[name]),
    );
    if (!isSame) throw new Error(`Ours and the floor count other callers: ${JSON.stringify([mix, counts])}`);
    const figures = await compareRequests(
      client,
      worsened ? WORSENED_PAIRS : PAIRS,
      [ours.port, request],
      [floor.port, bare],
    );
    await Promise.all([ours.stop(), floor.stop()]);
    return {
      ...figures,
      notes: { calls: Number(counts?.['total_calls']), callers: Number(counts?.['unique_callers']) },
    };
  },
};

async function matchingKeyId({ store }: CallBench): Promise<string> {
  const { rows } = await store.admin('large', (db) =>
    db.query<{ id: string }>(
      'SELECT caller_hash_key_id AS id FROM calls WHERE caller_hash IS NOT NULL LIMIT 1',
    ),
  );
  return rows[0]?.id ?? '';
}
