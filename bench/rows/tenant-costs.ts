import { setTimeout as delay } from 'node:timers/promises';
import { built, residentMegabytes, startChild } from '../harness/children.ts';
import type { Child } from '../harness/children.ts';
import type { Row } from '../harness/compare.ts';
import { runLoad, untilAnswered } from '../harness/load.ts';
import type { Deployment, TenantsBench } from '../harness/stores/tenants-store.ts';
import { keysOf, OTHERS, requestsOf } from './tenant-requests.ts';

// The costs of processes as functions of the numbers of tenants and stores.

const API_IDLE_MS = 60_000;
const SAMPLE_MS = 10_000;

interface Cost {
  readonly bootMs: number;
  readonly connections: number;
  readonly transactionsPerSecond: number;
  readonly megabytes: number;
}

const transactions = ({ admin }: TenantsBench, { prefix }: Deployment): Promise<number> =>
  admin('postgres', async (db) => {
    const { rows } = await db.query<{ count: string }>(
      `SELECT sum(xact_commit + xact_rollback) AS count FROM pg_stat_database WHERE starts_with(datname, $1)`,
      [prefix],
    );
    return Number(rows[0]?.count);
  });

const connections = ({ admin }: TenantsBench, { prefix }: Deployment): Promise<number> =>
  admin('postgres', async (db) => {
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE starts_with(datname, $1)`,
      [prefix],
    );
    return rows[0]?.count ?? 0;
  });

/**
 * The costs of each deployment's idle processes. They start one after the other, and idle at the
 * same time.
 */
async function idleCosts(
  bench: TenantsBench,
  start: (deployment: Deployment) => Promise<Child>,
  forMs: number,
): Promise<readonly Cost[]> {
  const { deployments } = bench;
  const started: { child: Child; bootMs: number }[] = [];
  for (const deployment of deployments) {
    const startedAt = performance.now();
    const child = await start(deployment);
    started.push({ child, bootMs: Math.round(performance.now() - startedAt) });
  }
  await delay(5_000);
  const counted = () => Promise.all(deployments.map((deployment) => transactions(bench, deployment)));
  const before = await counted();
  const most = deployments.map(() => 0);
  const from = performance.now();
  while (performance.now() - from < forMs) {
    await delay(SAMPLE_MS);
    for (const [at, deployment] of deployments.entries())
      most[at] = Math.max(most[at]!, await connections(bench, deployment));
  }
  const seconds = (performance.now() - from) / 1000;
  const after = await counted();
  const costs = started.map(({ child, bootMs }, at) => ({
    bootMs,
    connections: most[at]!,
    transactionsPerSecond: Math.round(((after[at]! - before[at]!) / seconds) * 10) / 10,
    megabytes: residentMegabytes(child.pid, 'VmRSS'),
  }));
  await Promise.all(started.map(({ child }) => child.stop()));
  return costs;
}

/** An API process after a request of every tenant, a few at a time. */
async function busyCost(bench: TenantsBench, deployment: Deployment): Promise<Partial<Cost>> {
  const child = await bench.startOurs(undefined, deployment.api);
  const requests = requestsOf(keysOf(bench, deployment));
  const total = Math.max(requests.length, 3000);
  const order = { port: child.port, connections: OTHERS + 1, total, requests };
  await untilAnswered(bench.client, child.port, requestsOf(bench.keys.slice(0, deployment.stores)));
  await runLoad(bench.client, order);
  const figures = {
    connections: await connections(bench, deployment),
    megabytes: residentMegabytes(child.pid, 'VmRSS'),
  };
  await child.stop();
  return figures;
}

type Costs = Readonly<Partial<Cost>>;
type Bounds = Readonly<Partial<Record<keyof Cost, (deployment: Deployment) => number>>>;

const apiConnections = ({ stores }: Deployment): number => 10 + 11 * stores;

/** The bounds that docs/operate/growth.md promises for a process. */
const BOUNDS = {
  'worker at rest': {
    bootMs: () => 15_000,
    connections: ({ stores }) => 15 + 11 * stores,
    transactionsPerSecond: ({ tenants, stores }) => 10 + stores + tenants / 10,
    megabytes: () => 300,
  },
  'api at rest': {
    bootMs: () => 15_000,
    connections: apiConnections,
    transactionsPerSecond: () => 10,
    megabytes: () => 300,
  },
  'api busy': { connections: apiConnections, megabytes: () => 500 },
} as const satisfies Readonly<Record<string, Bounds>>;

export const COST: Row<TenantsBench> = {
  id: 'T3',
  what: 'the largest share that a process takes of a bound of docs/operate/growth.md, up to 1000 tenants and 100 stores',
  against: 'that bound',
  unit: '',
  target: { atMost: 1 },
  measure: async (bench) => {
    const startApi = ({ api }: Deployment) => bench.startOurs(undefined, api);
    const startWorker = ({ worker }: Deployment) => startChild(built('worker.js'), { environment: worker });
    const apis = await idleCosts(bench, startApi, Math.min(API_IDLE_MS, bench.idleMs));
    const workers = await idleCosts(bench, startWorker, bench.idleMs);
    const table: Record<string, Record<string, number>> = {};
    let largest = { share: 0, of: '' };
    for (const [at, deployment] of bench.deployments.entries()) {
      const costs: Readonly<Record<keyof typeof BOUNDS, Costs>> = {
        'worker at rest': workers[at]!,
        'api at rest': apis[at]!,
        'api busy': await busyCost(bench, deployment),
      };
      for (const [who, bounds] of Object.entries<Bounds>(BOUNDS))
        for (const [what, bound] of Object.entries(bounds)) {
          const cost = costs[who as keyof typeof BOUNDS][what as keyof Cost]!;
          const of = `${who}: ${what}`;
          (table[of] ??= {})[deployment.name] = cost;
          const share = cost / bound(deployment);
          if (share > largest.share) largest = { share, of: `${of}, ${deployment.name}` };
        }
    }
    console.table(table);
    return {
      ...{ ours: largest.share, floor: 1, ratio: largest.share, ratios: [] },
      notes: { largest: largest.of, table: JSON.stringify(table) },
    };
  },
};
