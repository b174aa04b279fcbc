import type { Child } from '../harness/children.ts';
import type { Figures, Row } from '../harness/compare.ts';
import { runLoad, startLoadClient, untilAnswered } from '../harness/load.ts';
import type { Deployment, TenantsBench } from '../harness/stores/tenants-store.ts';
import { COST } from './tenant-costs.ts';
import { keysOf, OTHERS, requestsOf } from './tenant-requests.ts';

// Many tenants in many stores: how much the others affect one of them.

const ROUNDS = 5;
/** A tenant's requests in a round. */
const ASKED = 150;

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** The other tenants that send requests: the process they use, and the number of connections. */
interface Crowd {
  readonly port: number;
  readonly keys: readonly string[];
  readonly connections: number;
}

/** Milliseconds per request of the first tenant, while others send requests. */
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
      // Beyond its limits, a busy process answers 503, and the sender repeats the request.
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

/**
 * Measures both sides alternately.
 * @returns the p99 over all rounds of each
 */
async function compareSlowest(
  ours: () => Promise<readonly number[]>,
  floor: () => Promise<readonly number[]>,
): Promise<Figures> {
  const [mine, bare]: [number[][], number[][]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [one, other] = [[...(await ours())], [...(await floor())]];
    // The first round is a warm-up.
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

/**
 * Indexes of the bench's deployments: one tenant, many tenants in few stores, and in many stores.
 */
const [ONE, FEW_STORES, MANY_STORES] = [0, 2, 3];

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

/** Tenants in the same store. */
const [QUIET, NOISY] = [0, 10];
const NOISE = 24;

function besideNoise(id: string, isApart: boolean): Row<TenantsBench> {
  return {
    id,
    what: `p99 of a quiet tenant while another of its store asks over ${NOISE} connections, ${isApart ? 'of another process' : 'of the same process'}`,
    against: 'the same without it',
    unit: 'ms',
    // One process handles its requests in turn, so separate stores show the cost of a store.
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

export const TENANT_ROWS: readonly Row<TenantsBench>[] = [
  COST,
  amongOthers('T1', '1000/10', FEW_STORES),
  amongOthers('T1h', '1000/100', MANY_STORES),
  besideNoise('T2', true),
  besideNoise('T2s', false),
];
