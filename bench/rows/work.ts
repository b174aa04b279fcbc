import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../harness/children.ts';
import type { Child } from '../harness/children.ts';
import type { Bench, Figures, Row } from '../harness/compare.ts';

interface Report {
  readonly items: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly waits: readonly number[];
}

const RELAY = join(import.meta.dirname, '../servers/relay.ts');
/** As many tenants as have work at the same time. */
const TENANTS = 4;
/** Work items of an import or of a busy minute. */
const ITEMS = 20_000;
const APPENDINGS = 5;
const SINGLE_ITEMS = 400;
const ASK_EVERY_MS = 50;
/** One by one takes half a minute; ten times that means that the relay has stopped. */
const WITHIN_MS = 300_000;

const startRelay = ({ platform }: Bench, role: 'worker' | 'appender', mistake = ''): Promise<Child> =>
  startChild(RELAY, {
    args: [role, mistake],
    environment: { ...platform.environment, METADATA_DATABASE_URL: platform.workerMetadataUrl },
  });

const tenantsOf = ({ platform }: Bench): { clientId: string; dataEnv: string }[] =>
  platform.clientIds.slice(0, TENANTS).map((clientId) => ({ clientId, dataEnv: 'prod' }));

/**
 * Waits until this many work items have been processed.
 * @throws if they never are
 */
async function worked(worker: Child, items: number): Promise<Report> {
  const waits: number[] = [];
  let [done, firstAt, lastAt] = [0, 0, 0];
  for (const until = Date.now() + WITHIN_MS; done < items;) {
    if (Date.now() > until) throw new Error(`${done} of ${items} items were worked.`);
    await delay(ASK_EVERY_MS);
    const report = await worker.ask<Report>({ report: true });
    done += report.items;
    waits.push(...report.waits);
    firstAt ||= report.firstAt;
    lastAt = report.lastAt || lastAt;
  }
  return { items: done, firstAt, lastAt, waits };
}

/**
 * From the start of the transaction that enqueues work to the first line of its handler in another
 * process.
 */
export const W1: Row = {
  id: 'W1',
  what: 'from asking for work to its start, p95, another process, one at a time',
  against: '-',
  unit: 'ms',
  target: { atMost: 30 },
  control: 'polling-only',
  measure: async (bench, worsened) => {
    const appender = await startRelay(bench, 'appender');
    const worker = await startRelay(bench, 'worker', worsened ? 'polling-only' : '');
    const tenants = tenantsOf(bench);
    const waits: number[] = [];
    // The first ones open the stores of both processes.
    const [warmUp, count] = [20, worsened ? 40 : SINGLE_ITEMS];
    for (let item = 0; item < warmUp + count; item += 1) {
      await appender.ask({ append: 'single', tenants: [tenants[item % TENANTS]], each: 1, keys: 0 });
      const report = await worked(worker, 1);
      if (item >= warmUp) waits.push(...report.waits);
    }
    await Promise.all([appender.stop(), worker.stop()]);
    waits.sort((one, other) => one - other);
    const at = (share: number): number => Number((waits[Math.floor(waits.length * share)] ?? 0).toFixed(1));
    return {
      ours: at(0.95),
      floor: null,
      ratio: null,
      ratios: [],
      notes: { p50: at(0.5), longest: at(0.9999) },
    };
  },
};

const relayed = (id: string, kind: string, what: string, keys: number): Row => ({
  id,
  what: `items relayed, ${ITEMS} of ${TENANTS} tenants, ${what}`,
  against: '-',
  unit: 'items/s',
  target: { atLeast: 5000 },
  control: 'one-by-one',
  measure: async (bench, worsened): Promise<Figures> => {
    const items = worsened ? ITEMS / 10 : ITEMS;
    const appender = await startRelay(bench, 'appender');
    // They wait before there is a worker, as after an outage; of one key they wait in the order of
    // their appending.
    const order = { append: kind, tenants: tenantsOf(bench), each: items / TENANTS / APPENDINGS, keys };
    for (let part = 0; part < APPENDINGS; part += 1) await appender.ask(order);
    await appender.stop();
    const worker = await startRelay(bench, 'worker', worsened ? 'one-by-one' : '');
    const { firstAt, lastAt } = await worked(worker, items);
    await worker.stop();
    return {
      ours: Math.round((items * 1000) / (lastAt - firstAt)),
      floor: null,
      ratio: null,
      ratios: [],
    };
  },
});

export const W2 = relayed('W2', 'batches', 'in batches of 500', 0);
/** Each append uses each key once. */
export const W3 = relayed('W3', 'ordered', 'five of a key in order', ITEMS / TENANTS / APPENDINGS);
