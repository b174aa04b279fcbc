import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callsOfBatch } from '../harness/calls.ts';
import { startChild } from '../harness/children.ts';
import type { Child } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Figures, Row } from '../harness/compare.ts';
import { PROJECT_ID } from '../harness/platform.ts';
import type { PlannedWebhook, WebhookBench } from '../harness/stores/webhook-store.ts';

const FLOOR = join(import.meta.dirname, '../floors/deliveries.ts');
const EVENTS = ['call_started', 'call_ended', 'call_analyzed'];
/** As many as a webhook has in progress (docs/contract/webhooks.md, 7.7). */
const CONNECTIONS = 8;
const WITHIN_MS = 100_000;

interface Report {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly sample: string;
  readonly arrivals: readonly [callId: string, at: number][];
}

const now = (): number => performance.timeOrigin + performance.now();

/**
 * Waits until the receiver has this many.
 * @throws if they never arrive
 */
async function arrived(receiver: Child, count: number): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; ; await delay(count > 100 ? 20 : 2)) {
    const report = await receiver.ask<Report>({ report: true });
    if (report.count >= count) return;
    if (Date.now() > until) throw new Error(`${report.count} of ${count} deliveries have come.`);
  }
}

/** Processor time of the main thread so far, excluding other processes. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const middleOf = (numbers: readonly number[]): number =>
  Number([...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!.toFixed(3));

/** With the mistake it is this many times slower. */
const FEWER = 5;
const CALLS = 2000;
const PAIRS = 5;
/** Small enough for ingest on a busy machine. */
const BATCH = 250;

/**
 * After the worker has stood still, every delivery waits. The worker runs over all pairs and is as
 * warm as the floor.
 */
export const P16: Row<WebhookBench> = {
  id: 'P16',
  what: 'deliveries of 6,000 waiting events to one webhook, from the first to the last',
  against: 'bare undici, one body of theirs, signed, eight connections',
  unit: 'deliveries/s',
  target: { atLeast: 0.2 },
  control: 'connection-each',
  measure: async (bench, worsened): Promise<Figures> => {
    const { receiver, port } = bench;
    const calls = worsened ? CALLS / FEWER : CALLS;
    await bench.plant([
      { projectId: PROJECT_ID, url: `http://127.0.0.1:${port}/well/0`, eventTypes: EVENTS },
    ]);
    const ours = await bench.startOurs();
    const worker = await bench.startWorker(worsened ? 'connection-each' : undefined);
    const floor = await startChild(FLOOR);
    let round = 0;
    let sample = '';
    const spent: number[] = [];
    const floorSpent: number[] = [];
    const figures = await compare(
      worsened ? 1 : PAIRS,
      async () => {
        round += 1;
        process.kill(worker.pid, 'SIGSTOP');
        for (let from = 0; from < calls; from += BATCH) {
          const size = Math.min(BATCH, calls - from);
          await bench.post(ours.port, callsOfBatch(`w${Number(worsened)}-${round}-${from}`, size));
        }
        await receiver.ask({ reset: true });
        const count = calls * EVENTS.length;
        const begun = await receiver.ask<Report>({ report: true });
        const spentBefore = mainThreadMs(worker.pid);
        process.kill(worker.pid, 'SIGCONT');
        await arrived(receiver, count);
        spent.push((mainThreadMs(worker.pid) - spentBefore) / (count - begun.count));
        const report = await receiver.ask<Report>({ reset: true });
        ({ sample } = report);
        return (count * 1000) / (report.lastAt - report.firstAt);
      },
      async () => {
        const count = CALLS * EVENTS.length;
        const order = { origin: `http://127.0.0.1:${port}`, connections: CONNECTIONS, body: sample, count };
        const spentBefore = mainThreadMs(floor.pid);
        const { seconds } = await floor.ask<{ seconds: number }>(order);
        floorSpent.push((mainThreadMs(floor.pid) - spentBefore) / count);
        await receiver.ask({ reset: true });
        return count / seconds;
      },
    );
    await Promise.all([ours.stop(), worker.stop(), floor.stop()]);
    const notes = {
      bytes: Buffer.byteLength(sample),
      spentMs: middleOf(spent),
      floorSpentMs: middleOf(floorSpent),
    };
    return { ...figures, notes };
  },
};

/** A call that has begun, which causes one event. */
const aCall = (callId: string, projectId: string): object => ({
  call_id: callId,
  revision: 1,
  project_id: projectId,
  direction: 'inbound',
  channel: 'phone',
  call_status: 'in_progress',
  started_at_utc: new Date().toISOString(),
});

interface Waits {
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  readonly count: number;
}

function waitsOf(sent: ReadonlyMap<string, number>, report: Report): Waits {
  const waits = report.arrivals
    .flatMap(([callId, at]) => (sent.has(callId) ? [at - sent.get(callId)!] : []))
    .sort((one, other) => one - other);
  const at = (share: number): number => Number((waits[Math.floor(waits.length * share)] ?? 0).toFixed(1));
  return { p50: at(0.5), p95: at(0.95), longest: at(0.9999), count: waits.length };
}

const WARM_UP = 30;

/**
 * From before a change is sent to ingest until its event is at a receiver on loopback. The figure
 * includes ingest itself, HTTP and commit, so it is never better than the promise, which counts
 * from the commit.
 * @param every milliseconds between two posts; 0: each waits until the event before has arrived
 */
const untilSent = (
  id: string,
  what: string,
  most: number,
  posts: number,
  each: number,
  every: number,
): Row<WebhookBench> => ({
  id,
  what,
  against: '-',
  unit: 'ms',
  target: { atMost: most },
  control: 'polling-only',
  measure: async (bench, worsened): Promise<Figures> => {
    const { receiver, port } = bench;
    await bench.plant([
      { projectId: PROJECT_ID, url: `http://127.0.0.1:${port}/well/0`, eventTypes: ['call_started'] },
    ]);
    const ours = await bench.startOurs();
    const worker = await bench.startWorker(worsened ? 'polling-only' : undefined);
    await receiver.ask({ note: true, reset: true });
    const sent = new Map<string, number>();
    let total = 0;
    const post = async (number: number): Promise<void> => {
      const ids = Array.from(
        { length: each },
        (_, it) => `${id}-${Number(worsened)}-${process.pid}-${number}-${it}`,
      );
      const at = now();
      for (const callId of ids) sent.set(callId, at);
      total += each;
      await bench.post(
        ours.port,
        ids.map((callId) => aCall(callId, PROJECT_ID)),
      );
    };
    for (let number = 0; number < WARM_UP; number += 1) {
      await post(number);
      await arrived(receiver, total);
    }
    sent.clear();
    const count = worsened ? Math.min(posts, 40) : posts;
    const posting: Promise<void>[] = [];
    for (let number = WARM_UP; number < WARM_UP + count; number += 1) {
      posting.push(post(number));
      if (every > 0) await delay(every);
      else await arrived(receiver, total);
    }
    await Promise.all(posting);
    await arrived(receiver, total);
    const { p50, p95, longest } = waitsOf(sent, await receiver.ask<Report>({ reset: true, note: false }));
    await Promise.all([ours.stop(), worker.stop()]);
    return { ours: p95, floor: null, ratio: null, ratios: [], notes: { p50, longest } };
  },
});

export const P11 = untilSent(
  'P11',
  'from a change sent to ingest to its webhook request, p95, one at a time',
  100,
  300,
  1,
  0,
);
/** Ten calls every 20 ms. */
export const P11_LOAD = untilSent('P11l', 'the same under 500 events a second', 250, 500, 10, 20);

const PROJECTS = 50;
const WEBHOOKS_EACH = 20;
/** Hanging receivers in each project; two hundred in all. */
const HANGING_EACH = 4;
const ROUNDS = 200;
const EVERY_MS = 150;

/** Each has its own origin, like partners' receivers. */
const endpointsOf = (port: number): PlannedWebhook[] =>
  Array.from({ length: PROJECTS * WEBHOOKS_EACH }, (_, number) => ({
    projectId: `hang-${number % PROJECTS}`,
    url: `http://127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}:${port}/${
      Math.floor(number / PROJECTS) < HANGING_EACH ? 'hang' : 'well'
    }/${number}`,
    eventTypes: ['call_started'],
  }));

function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

const beside = (id: string, what: string, memory: boolean): Row<WebhookBench> => ({
  id,
  what,
  against: memory ? '-' : 'the same while none hangs',
  unit: memory ? 'MB' : 'ms',
  target: { atMost: memory ? 300 : 2 },
  ...(memory ? {} : { control: 'no-rooms' }),
  measure: async (bench, worsened): Promise<Figures> => {
    const { receiver, port } = bench;
    await bench.plant(endpointsOf(port));
    const ours = await bench.startOurs();
    const healthy = WEBHOOKS_EACH - HANGING_EACH;
    const run = async (hang: boolean): Promise<Waits & { readonly peak: number }> => {
      const worker = await bench.startWorker(worsened ? 'no-rooms' : undefined);
      await receiver.ask({ hang, note: true, reset: true });
      const sent = new Map<string, number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const callId = `${id}-${Number(worsened)}-${Number(hang)}-${round}-${process.pid}`;
        // The first rounds open connections, and find out which receivers hang.
        if (round >= PROJECTS) sent.set(callId, now());
        await bench.post(ours.port, [aCall(callId, `hang-${round % PROJECTS}`)]);
        await delay(EVERY_MS);
      }
      await arrived(receiver, ROUNDS * healthy);
      const report = await receiver.ask<Report>({ reset: true, hang: false, note: false });
      const peak = peakMegabytes(worker.pid);
      await worker.stop();
      return { ...waitsOf(sent, report), peak };
    };
    const none = memory ? null : await run(false);
    const some = await run(true);
    await ours.stop();
    if (none === null) return { ours: some.peak, floor: null, ratio: null, ratios: [] };
    const ratio = some.p95 / none.p95;
    const notes = { p50: some.p50, floorP50: none.p50, megabytes: some.peak };
    return { ours: some.p95, floor: none.p95, ratio, ratios: [ratio], notes };
  },
});

export const P16_HANGING = beside(
  'P16h',
  'to 800 of 1,000 webhooks while 200 hang, p95 from the change on',
  false,
);
export const P16_MEMORY = beside('P16m', 'peak memory of the worker meanwhile', true);
