import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimAnswer } from '../../floors/claim-contacts.ts';
import { startChild } from '../../harness/children.ts';
import type { Child } from '../../harness/children.ts';
import { compare } from '../../harness/compare.ts';
import type { Row } from '../../harness/compare.ts';
import { CAMPAIGNS, CONTACTS } from '../../harness/stores/dispatch-store.ts';
import type { DispatchBench, DispatchSide } from '../../harness/stores/dispatch-store.ts';
import { postRequest, runLoad } from '../../harness/load.ts';

const TAKEN = 100;
const PAIRS = 15;
const TAKERS = 4;
const CHANGES = 20;
const EVENT_WITHIN_MS = 20_000;
/** Later than the last event of the mistake. */
const LATEST_MS = 2_000;

const CLAIMS = join(import.meta.dirname, '../../floors/claim-contacts.ts');
const OF_LARGE = `of ${CONTACTS.large} that are due in ${CAMPAIGNS} campaigns`;

const takeOf = (bench: DispatchBench, side: DispatchSide): Buffer =>
  postRequest(
    '/internal/v1/dispatches/take',
    { 'X-API-Key': bench.keyOf[side] },
    JSON.stringify({ max: TAKEN }),
  );

/**
 * Sends claims over some connections.
 * @returns milliseconds
 * @throws if the last claim got less than it requested
 */
async function takes(
  bench: DispatchBench,
  ours: Child,
  side: DispatchSide,
  { total = 1, connections = 1 } = {},
): Promise<number> {
  await bench.freeSlots();
  const order = { port: ours.port, connections, total, requests: [takeOf(bench, side)] };
  const { seconds, sample } = await runLoad(bench.client, order);
  const { leases } = JSON.parse(sample) as { leases: unknown[] };
  if (leases.length !== TAKEN) throw new Error(`A take was given ${leases.length}.`);
  return seconds * 1000;
}

export const P13: Row<DispatchBench> = {
  id: 'P13',
  what: `a take of ${TAKEN} contacts ${OF_LARGE}`,
  against: 'one statement that claims as many, one that stores evidence, and their crypto',
  unit: 'ms',
  target: { atMost: 2.5 },
  control: 'taken-one-by-one',
  measure: async (bench, worsened) => {
    const ours = await bench.startOurs(worsened ? 'taken-one-by-one' : undefined);
    const floor = await startChild(CLAIMS, { args: [bench.platform.storeSuperuserUrl] });
    const figures = await compare(
      PAIRS,
      () => takes(bench, ours, 'large'),
      async () => {
        const { milliseconds, calls } = await floor.ask<ClaimAnswer>({ max: TAKEN });
        if (calls !== TAKEN) throw new Error(`The floor claimed ${calls}.`);
        return milliseconds;
      },
    );
    await Promise.all([ours.stop(), floor.stop()]);
    return figures;
  },
};

export const P13_GROWTH: Row<DispatchBench> = {
  id: 'P13g',
  what: `a take of ${TAKEN} contacts ${OF_LARGE}`,
  against: `the same of a client with ${CONTACTS.small}`,
  unit: 'ms',
  target: { atMost: 1.5 },
  control: 'due-counted',
  measure: async (bench, worsened) => {
    const ours = await bench.startOurs(worsened ? 'due-counted' : undefined);
    const figures = await compare(
      PAIRS,
      () => takes(bench, ours, 'large'),
      () => takes(bench, ours, 'small'),
    );
    await ours.stop();
    return figures;
  },
};

export const P13_TAKERS: Row<DispatchBench> = {
  id: 'P13t',
  what: `contacts that ${TAKERS} takers are given at once, ${TAKEN} each`,
  against: 'one taker, one take after another',
  unit: 'contacts/s',
  target: { atLeast: 0.8 },
  control: 'takers-stand-back',
  measure: async (bench, worsened) => {
    const ours = await bench.startOurs(worsened ? 'takers-stand-back' : undefined);
    const rate = async (connections: number): Promise<number> =>
      (TAKERS * TAKEN * 1000) / (await takes(bench, ours, 'large', { total: TAKERS, connections }));
    const figures = await compare(
      PAIRS,
      () => rate(TAKERS),
      () => rate(1),
    );
    await ours.stop();
    return figures;
  },
};

/**
 * Follows a campaign.
 * @returns a function that waits for the next event
 */
async function followed(bench: DispatchBench, port: number, stop: AbortSignal): Promise<() => Promise<void>> {
  const response = await fetch(
    `http://127.0.0.1:${port}/v1/outbound-campaigns/${bench.campaignId}/progress/stream`,
    { headers: { 'X-API-Key': bench.platform.partnerKey }, signal: stop },
  );
  let text = '';
  void (async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  return async () => {
    const until = performance.now() + EVENT_WITHIN_MS;
    for (const from = text.length; !text.includes('event: progress', from); await delay(1))
      if (performance.now() > until) throw new Error('A change was not told of.');
  };
}

export const P13_EVENTS: Row<DispatchBench> = {
  id: 'P13e',
  what: 'p95 from asking for a change of a campaign to the event that tells of it',
  against: '-',
  unit: 'ms',
  target: { atMost: 1000 },
  control: 'progress-late',
  measure: async (bench, worsened) => {
    const ours = await bench.startOurs(worsened ? 'progress-late' : undefined);
    const over = new AbortController();
    const next = await followed(bench, ours.port, over.signal);
    await next();
    const waits: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      // At a random time between two checks, and after the report of the last change.
      await delay(LATEST_MS + Math.random() * 500);
      const seen = next();
      const asked = performance.now();
      // Two of them concern this campaign.
      await takes(bench, ours, 'large');
      await seen;
      waits.push(performance.now() - asked);
    }
    over.abort();
    await ours.stop();
    const p95 = waits.toSorted((one, other) => one - other)[Math.ceil(CHANGES * 0.95) - 1] ?? 0;
    return { ours: p95, floor: null, ratio: null, ratios: waits.map(Math.round) };
  },
};
