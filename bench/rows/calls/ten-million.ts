import { join } from 'node:path';
import type { Client } from 'pg';
import { AVERAGE_PROJECT, CALLER_MIX_PROJECT, SMALLEST_PROJECT } from '../../harness/call-history.ts';
import { callsRequest, wholeDaysBefore } from '../../harness/call-requests.ts';
import { startChild } from '../../harness/children.ts';
import type { Child } from '../../harness/children.ts';
import { compare } from '../../harness/compare.ts';
import type { Figures, Row } from '../../harness/compare.ts';
import { compareRequests, untilAnswered } from '../../harness/load.ts';
import { frozenUntil, hoursBefore, WINDOWS } from '../../harness/stores/billing-store.ts';
import type { CallBench } from '../../harness/stores/call-store.ts';
import { NO_DEADLINE } from '../../harness/stores/call-store-build.ts';
import { grantEverything, PLAIN, startExporter } from '../../harness/stores/export-store.ts';
import { close, meteredFrom, withoutWindows } from '../metering.ts';
import { deepPage, pageRequest } from './call-list.ts';

// The rows of calls again in a store of ten million, against the same in its copy from the time
// when it had 2.2 million.

const PAIRS = 25;
const AGAINST = 'the same among 2.2 million';

/** One of our processes for each store. */
async function withBoth<T>(bench: CallBench, work: (large: Child, small: Child) => Promise<T>): Promise<T> {
  const large = await bench.startOurs(undefined, NO_DEADLINE);
  const small = await bench.startOurs(undefined, { ...NO_DEADLINE, ...bench.store.smallSettings });
  for (const { port } of [large, small]) await untilAnswered(bench.client, port, [pageRequest(bench)]);
  const done = await work(large, small);
  await Promise.all([large.stop(), small.stop()]);
  return done;
}

/** A request that takes equally long in both stores. */
function flat(
  id: string,
  what: string,
  requestOf: (bench: CallBench, ours: Child) => Buffer | Promise<Buffer>,
): Row<CallBench> {
  return {
    ...{ id, what, against: AGAINST, unit: 'ms', target: { atMost: 1.5 } },
    measure: (bench) =>
      withBoth(bench, async (large, small) =>
        compareRequests(
          bench.client,
          PAIRS,
          [large.port, await requestOf(bench, large)],
          [small.port, await requestOf(bench, small)],
        ),
      ),
  };
}

const lastDays =
  (route: string, projectId: string) =>
  ({ platform, store }: CallBench): Buffer => {
    const { start_date, end_date } = wholeDaysBefore(store.untilMs, 30);
    return callsRequest(platform, route, { project_id: projectId, start_date, end_date });
  };
const MIX = 'dashboard/privacy-aggregates';

/** Days of the smallest project, with nearly as many calls as an export may contain. */
const EXPORTED_DAYS = 65;
const EXPORTS = 7;

const EXPORT: Row<CallBench> = {
  id: 'P5x',
  what: 'v1 export of the same 9,000 calls',
  against: AGAINST,
  unit: 'ms',
  target: { atMost: 1.5 },
  measure: async (bench) => {
    const { platform, store } = bench;
    await store.admin('metadata', grantEverything);
    const exported = await startExporter(platform);
    const { start_date, end_date } = wholeDaysBefore(store.untilMs, EXPORTED_DAYS);
    const body = { ...PLAIN, profile: 'portal_business_v1', timezone: 'UTC', project_id: SMALLEST_PROJECT };
    const asked = { body: { ...body, start_date, end_date }, status: 200 };
    return withBoth(bench, async (large, small) => {
      const [{ bytes, rows }, other] = [
        await exported(large, { ...asked, counts: true }),
        await exported(small, { ...asked, counts: true }),
      ];
      if (bytes !== other.bytes || rows !== other.rows)
        throw new Error(
          `The files differ: ${bytes} bytes and ${rows} rows, ${other.bytes} and ${other.rows}.`,
        );
      const seconds = (ours: Child) => async () => (await exported(ours, asked)).seconds * 1000;
      return {
        ...(await compare(EXPORTS, seconds(large), seconds(small))),
        notes: { rows: rows - 1, bytes },
      };
    });
  },
};

const CLIENT = 'client-1';
const ROUNDS = 2;

const planOf = (db: Client): Promise<unknown> =>
  db.query(`
    INSERT INTO billing_plans (client_id, data_env, plan_name, currency, monthly_fee, updated_at)
    VALUES ('${CLIENT}', 'prod', 'Usage', 'AUD', 0, now()) ON CONFLICT DO NOTHING;
    INSERT INTO billing_plan_meters (client_id, data_env, meter_id, is_active, included_units, unit_rate,
                                     provider_price_id, provider_meter_id, provider_event_name, updated_at)
    VALUES ('${CLIENT}', 'prod', 'minutes', true, 0, 1, 'price', 'meter', 'event', now()) ON CONFLICT DO NOTHING`);

const METERING: Row<CallBench> = {
  id: 'P17x',
  what: `closing ${WINDOWS} windows over 10 million calls`,
  against: 'the same over 2.2 million; the target is for the time of the larger one',
  unit: 's',
  target: { atMost: 60 },
  measure: async ({ platform, store }) => {
    await store.admin('metadata', planOf);
    const login = { METADATA_DATABASE_URL: platform.workerMetadataUrl };
    const environment = { ...platform.environment, ...NO_DEADLINE, ...login };
    const meterer = join(import.meta.dirname, '../../servers/meterer.ts');
    const [large, small] = [
      await startChild(meterer, { environment }),
      await startChild(meterer, { environment: { ...environment, ...store.smallSettings } }),
    ];
    const metered = (child: Child, which: 'large' | 'small') => async (): Promise<number> => {
      const to = frozenUntil();
      const from = hoursBefore(to, WINDOWS);
      await store.admin('metadata', async (db) => {
        await withoutWindows(db, CLIENT, new Date(0));
        await meteredFrom(db, CLIENT, from);
      });
      const bench = {
        metadata: <T>(work: (db: Client) => Promise<T>) => store.admin('metadata', work),
        store: <T>(work: (db: Client) => Promise<T>) => store.admin(which, work),
      };
      return close(bench, child, CLIENT, { from, to, checked: false });
    };
    const figures: Figures = await compare(ROUNDS, metered(large, 'large'), metered(small, 'small'));
    await Promise.all([large.stop(), small.stop()]);
    const { ours, floor, ratio } = figures;
    return { ...figures, floor: null, ratio: null, notes: { ours, small: floor ?? 0, ratio: ratio ?? 0 } };
  },
};

export const TEN_MILLION_ROWS: readonly Row<CallBench>[] = [
  flat('P3x', 'GET /v1/calls/summary, 30 days of a project that grew', lastDays('summary', AVERAGE_PROJECT)),
  flat('P3ox', 'GET /v1/calls/outcomes of the same', lastDays('outcomes', AVERAGE_PROJECT)),
  flat('P4x', 'GET /v1/calls/list, its newest 100 with their total', (bench) => pageRequest(bench)),
  flat('P4dx', 'its page at row 50,000 by cursor', async (bench, ours) => (await deepPage(bench, ours)).deep),
  flat('P10x', 'caller mix of a project that did not grow, 60,000 calls', lastDays(MIX, CALLER_MIX_PROJECT)),
  EXPORT,
  METERING,
];
