import { setTimeout as delay } from 'node:timers/promises';
import { built, residentMegabytes, startChild } from '../harness/children.ts';
import type { Child } from '../harness/children.ts';
import type { Figures, Row } from '../harness/compare.ts';
import { getRequest, runLoad, startLoadClient, untilAnswered } from '../harness/load.ts';
import type { Deployment, TenantsBench } from '../harness/stores/tenants-store.ts';

// Many tenants on many stores: how much one of them is affected by the others, and the cost of idle
// processes.

const ROUNDS = 5;
/** One tenant's requests in a round, and the connections of the others meanwhile. */
const [ASKED, OTHERS] = [150, 3];
const DAYS = Array.from({ length: 25 }, (_, day) => new Date(Date.now() - day * 86_400_000).toISOString());
const RANGE = `start_date=${DAYS.at(-1)?.slice(0, 10)}&end_date=${DAYS[0]?.slice(0, 10)}`;
const PATHS = [
  `/v1/calls/list?project_id=desk&${RANGE}`,
  `/v1/calls/summary?project_id=desk&${RANGE}`,
  `/v1/calls/timeline?project_id=desk&${RANGE}`,
];

const requestsOf = (keys: readonly string[]): Buffer[] =>
  keys.flatMap((key) => PATHS.map((path) => getRequest(path, { 'X-API-Key': key })));

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** The other tenants that send requests: to which process, and over how many connections. */
interface Crowd {
  readonly port: number;
  readonly keys: readonly string[];
  readonly connections: number;
}

/** Milliseconds of the first tenant's requests, while others ask. */
async function alongside(
  [watcher, crowd]: readonly [Child, Child],
  port: number,
  key: string,
  others: Crowd | null,
): Promise<readonly number[]> {
  let isOver = false;
  const requests = others === null ? [] : requestsOf(others.keys);
  let next = 0;
  const disturb = async (): Promise<void> => {
    if (others === null) return;
    const { connections } = others;
    const total = connections * 20;
    while (!isOver) {
      const some = Array.from({ length: total }, () => requests[next++ % requests.length]!);
      // Beyond its limits a busy process answers 503; who asked asks again.
      await runLoad(crowd, { port: others.port, connections, total, requests: some }).catch(() => undefined);
    }
  };
  const disturbing = disturb();
  const order = { port, connections: 1, total: ASKED, requests: requestsOf([key]) };
  try {
    return (await runLoad(watcher, order)).milliseconds;
  } finally {
    isOver = true;
    await disturbing;
  }
}

/** Measures both sides in turn. @returns the p99 of all rounds of each */
async function compareSlowest(
  ours: () => Promise<readonly number[]>,
  floor: () => Promise<readonly number[]>,
): Promise<Figures> {
  const [mine, bare]: [number[][], number[][]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [one, other] = [[...(await ours())], [...(await floor())]];
    // The first one warms up.
    if (round >= 0) {
      mine.push(one);
      bare.push(other);
    }
  }
  const [p99, floorP99] = [percentile(mine.flat(), 0.99), percentile(bare.flat(), 0.99)];
  return {
    ours: p99,
    floor: floorP99,
    ratio: p99 / floorP99,
    ratios: mine.map((round, at) => percentile(round, 0.99) / percentile(bare[at] ?? [], 0.99)),
    notes: { p50: percentile(mine.flat(), 0.5), floor_p50: percentile(bare.flat(), 0.5) },
  };
}

/** Places of deployments of the bench: of one tenant, of many on few stores, and on many stores. */
const [ONE, FEW_STORES, MANY_STORES] = [0, 2, 3];

const keysOf = ({ keys }: TenantsBench, { tenants }: Deployment): readonly string[] => keys.slice(0, tenants);

function amongOthers(id: string, name: string, place: number): Row<TenantsBench> {
  return {
    id,
    what: `p99 of one tenant's reads of calls, in a deployment of ${name} tenants/stores that all ask`,
    against: 'the same in a deployment of one tenant, as busy',
    unit: 'ms',
    target: { atMost: 1.5 },
    measure: async (bench) => {
      const [many, one] = [bench.deployments[place]!, bench.deployments[ONE]!];
      const clients = [bench.client, await startLoadClient()] as const;
      const [ours, floor] = [
        await bench.startOurs(undefined, many.api),
        await bench.startOurs(undefined, one.api),
      ];
      for (const [child, { stores }] of [
        [ours, many],
        [floor, one],
      ] as const)
        await untilAnswered(bench.client, child.port, requestsOf(bench.keys.slice(0, stores)));
      const side = (child: Child, deployment: Deployment) => () =>
        alongside(clients, child.port, bench.keys[0]!, {
          port: child.port,
          keys: keysOf(bench, deployment),
          connections: OTHERS,
        });
      const figures = await compareSlowest(side(ours, many), side(floor, one));
      await Promise.all([ours.stop(), floor.stop(), clients[1].stop()]);
      return figures;
    },
  };
}

/** Tenants of the same store. */
const [QUIET, NOISY] = [0, 10];
const NOISE = 24;

function besideNoise(id: string, isApart: boolean): Row<TenantsBench> {
  return {
    id,
    what: `p99 of a quiet tenant while another of its store asks over ${NOISE} connections, ${isApart ? 'of another process' : 'of the same process'}`,
    against: 'the same without it',
    unit: 'ms',
    // One process handles its requests in turn, so separate stores show what a store adds.
    target: isApart ? { atMost: 3 } : null,
    measure: async (bench) => {
      const many = bench.deployments[FEW_STORES]!;
      const clients = [bench.client, await startLoadClient()] as const;
      const ours = await bench.startOurs(undefined, many.api);
      const other = isApart ? await bench.startOurs(undefined, many.api) : ours;
      const key = bench.keys[QUIET]!;
      for (const { port } of new Set([ours, other]))
        await untilAnswered(bench.client, port, requestsOf([key, bench.keys[NOISY]!]));
      const noise = { port: other.port, keys: [bench.keys[NOISY]!], connections: NOISE };
      const figures = await compareSlowest(
        () => alongside(clients, ours.port, key, noise),
        () => alongside(clients, ours.port, key, null),
      );
      await Promise.all([...new Set([ours, other])].map((child) => child.stop()).concat(clients[1].stop()));
      return figures;
    },
  };
}

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
 * The costs of a process of each deployment at rest. They start one after the other, and rest
 * together.
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

/** Transactions a second of an idle worker, as docs/operate/growth.md promises. */
const promised = ({ tenants, stores }: Deployment): number => 10 + stores + tenants / 10;

const COST: Row<TenantsBench> = {
  id: 'T3',
  what: 'transactions a second of an idle worker of 1000 tenants on 100 stores',
  against: 'what docs/operate/growth.md promises',
  unit: '/s',
  target: { atMost: 1 },
  measure: async (bench) => {
    const table: Record<string, Record<string, number | undefined>> = {};
    const startApi = ({ api }: Deployment) => bench.startOurs(undefined, api);
    const startWorker = ({ worker }: Deployment) => startChild(built('worker.js'), { environment: worker });
    const apis = await idleCosts(bench, startApi, Math.min(API_IDLE_MS, bench.idleMs));
    const workers = await idleCosts(bench, startWorker, bench.idleMs);
    for (const [at, deployment] of bench.deployments.entries())
      table[deployment.name] = {
        ...named('worker', workers[at]!),
        ...named('api', apis[at]!),
        ...named('api busy', await busyCost(bench, deployment)),
      };
    console.table(table);
    const ours = workers.at(-1)!.transactionsPerSecond;
    const floor = promised(bench.deployments.at(-1)!);
    return {
      ...{ ours, floor, ratio: ours / floor, ratios: [] },
      notes: { table: JSON.stringify(table) },
    };
  },
};

const named = (who: string, cost: Partial<Cost>): Record<string, number> =>
  Object.fromEntries(Object.entries(cost).map(([what, value]) => [`${who} ${what}`, value]));

export const TENANT_ROWS: readonly Row<TenantsBench>[] = [
  COST,
  amongOthers('T1', '1000/10', FEW_STORES),
  amongOthers('T1h', '1000/100', MANY_STORES),
  besideNoise('T2', true),
  besideNoise('T2s', false),
];
