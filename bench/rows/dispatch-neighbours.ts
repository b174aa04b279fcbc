import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClaimAnswer } from '../floors/claim-contacts.ts';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Figures, Row } from '../harness/compare.ts';
import type { DispatchBench } from '../harness/dispatch-store.ts';
import type { NeighbourAnswer } from '../harness/neighbour-client.ts';
import type { RuntimeAnswer } from '../harness/runtime-client.ts';
import type { ProbeReport } from '../harness/stall-probe.ts';
import { CLAIMS, HARNESS, runtimeOrder, staffed, SUSTAINED_CALLS, TAKEN } from './dispatch.ts';

// The cost of a calling runtime for the other clients of the store and of the process (P13n).

const ROUNDS = 3;
const NEIGHBOUR_REQUESTS = 400;
const PROBE = fileURLToPath(import.meta.resolve('../harness/stall-probe.ts'));

/** The time that the slowest hundredth exceeds. */
function p99({ milliseconds, refused }: NeighbourAnswer): number {
  if (refused > 0) throw new Error(`${refused} requests of the neighbour were refused.`);
  return milliseconds.toSorted((one, other) => one - other)[Math.floor(milliseconds.length * 0.99)] ?? 0;
}

const campaignsAsked = ({ platform }: DispatchBench, port: number) => ({
  ...{ port, path: '/v1/outbound-campaigns', total: NEIGHBOUR_REQUESTS },
  headers: { Authorization: `Bearer ${platform.tokens[2] ?? ''}` },
});

interface NeighbourRow {
  readonly id: string;
  readonly pace: string;
  readonly callsPerSecond?: number;
  /** Whether the runtime has a process to itself. */
  readonly isApart?: boolean;
  readonly target: Row['target'];
}

const neighbourOf = ({ id, pace, target, isApart, ...rate }: NeighbourRow): Row<DispatchBench> => ({
  id,
  what: `p99 of GET outbound-campaigns of another client while a runtime ${pace}`,
  against: 'the same while no runtime calls',
  unit: 'ms',
  target,
  control: 'takes-block',
  measure: async (bench, worsened): Promise<Figures> => {
    const [ours, stop, runtime] = await staffed(bench, worsened ? 'takes-block' : undefined, PROBE);
    const apart = isApart ? await bench.startOurs() : null;
    const neighbour = await startChild(join(HARNESS, 'neighbour-client.ts'));
    const asked = campaignsAsked(bench, ours.port);
    const paces: number[] = [];
    const stalls: number[] = [];
    const figures = await compare(
      ROUNDS,
      async () => {
        await ours.ask({ probe: 'begin' });
        const { port } = apart ?? ours;
        const calling = runtime.ask<RuntimeAnswer>({ ...runtimeOrder(bench, port, 5), ...rate });
        const answer = await neighbour.ask<NeighbourAnswer>(asked);
        const { dials, seconds } = await calling;
        stalls.push((await ours.ask<ProbeReport>({ probe: 'end' })).ownMs);
        if (dials === 0) throw new Error('The runtime called nobody.');
        paces.push(Math.round(dials / seconds));
        return p99(answer);
      },
      async () => p99(await neighbour.ask<NeighbourAnswer>(asked)),
    );
    await Promise.all([stop(), neighbour.stop(), apart?.stop()]);
    const notes = {
      'calls/s': paces.join(' '),
      'longest piece, ms': stalls.map((it) => it.toFixed(1)).join(' '),
    };
    return { ...figures, notes };
  },
});

export const P13_NEIGHBOUR = neighbourOf({
  id: 'P13n',
  pace: `makes ${SUSTAINED_CALLS} calls a second`,
  callsPerSecond: SUSTAINED_CALLS,
  target: { atMost: 1.5 },
});

/**
 * As the operations page sets it up for runtimes of this pace; it shows the remaining cost beside a
 * loop of its own.
 */
export const P13_NEIGHBOUR_APART = neighbourOf({
  id: 'P13p',
  pace: `makes ${SUSTAINED_CALLS} calls a second by a process of its own`,
  callsPerSecond: SUSTAINED_CALLS,
  isApart: true,
  target: null,
});

/** The target excludes this case: two cores have no room beside as many calls as they can make. */
export const P13_NEIGHBOUR_OF_ALL = neighbourOf({
  id: 'P13a',
  pace: 'calls as fast as it can',
  target: null,
});

/**
 * The least cost of any design: another process makes as many calls by three bare statements for a
 * hundred of them. It decides, counts and reports nothing, and our process does none of the work.
 */
export const P13_NEIGHBOUR_BARE: Row<DispatchBench> = {
  id: 'P13c',
  what: `p99 of GET outbound-campaigns of another client beside ${SUSTAINED_CALLS} calls a second by bare statements`,
  against: 'the same while nothing calls',
  unit: 'ms',
  target: null,
  measure: async (bench) => {
    await bench.beginAnew();
    const ours = await bench.startOurs();
    const calls = await startChild(CLAIMS, { args: [bench.platform.storeSuperuserUrl] });
    const neighbour = await startChild(join(HARNESS, 'neighbour-client.ts'));
    const asked = campaignsAsked(bench, ours.port);
    const paces: number[] = [];
    const figures = await compare(
      ROUNDS,
      async () => {
        const calling = calls.ask<ClaimAnswer>({ max: TAKEN, callsPerSecond: SUSTAINED_CALLS, seconds: 5 });
        const answer = await neighbour.ask<NeighbourAnswer>(asked);
        const made = await calling;
        paces.push(Math.round((made.calls * 1000) / made.milliseconds));
        return p99(answer);
      },
      async () => p99(await neighbour.ask<NeighbourAnswer>(asked)),
    );
    await Promise.all([ours.stop(), calls.stop(), neighbour.stop()]);
    return { ...figures, notes: { 'calls/s': paces.join(' ') } };
  },
};
