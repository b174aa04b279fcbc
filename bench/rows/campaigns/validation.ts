import { fileURLToPath } from 'node:url';
import type { Child } from '../../harness/children.ts';
import type { Bench, Figures, Row } from '../../harness/compare.ts';
import { getRequest, millisecondsPerRequest, runLoad } from '../../harness/load.ts';
import type { ProbeReport } from '../../harness/stall-probe.ts';
import { LARGE, SMALL } from '../../harness/stores/validation-store.ts';

const PROBE = fileURLToPath(import.meta.resolve('../../harness/stall-probe.ts'));
const ROUNDS = 7;
const WORSENED_ROUNDS = 1;
/** A process that has already answered requests has its guards loaded. */
const IDLE_ROUNDS = 200;
const CONTROL = 'validate-row-by-row';

const validationOf = ({ platform }: Bench, campaignId: string): Buffer =>
  getRequest(`/v1/outbound-campaigns/${campaignId}/validation`, { 'X-API-Key': platform.partnerKey });

async function started({ startOurs, client, platform }: Bench, worsened: boolean): Promise<Child> {
  // The mistake must be measured as slow; within the usual deadline, it would be answered with 503.
  const deadline: Record<string, string> = worsened ? { STORE_ANALYSIS_DEADLINE_MS: '120000' } : {};
  const ours = await startOurs(worsened ? CONTROL : undefined, deadline, PROBE);
  const requests = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
  await runLoad(client, { port: ours.port, connections: 1, total: IDLE_ROUNDS, requests });
  return ours;
}

const alone = (ours: number, all: readonly number[]): Figures => ({
  ours,
  floor: null,
  ratio: null,
  ratios: all,
});
const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

export const P15: Row = {
  id: 'P15',
  what: `GET validation of a campaign with ${LARGE.contacts} contacts`,
  against: '-',
  unit: 'ms',
  target: { atMost: 2000 },
  control: CONTROL,
  measure: async (bench, worsened) => {
    const ours = await started(bench, worsened);
    const once = (): Promise<number> =>
      millisecondsPerRequest(bench.client, ours.port, validationOf(bench, LARGE.campaignId), 1);
    await once();
    const all: number[] = [];
    const rounds = worsened ? WORSENED_ROUNDS : ROUNDS;
    for (let count = 0; count < rounds; count += 1) all.push(Math.round(await once()));
    await ours.stop();
    return alone(middle(all), all);
  },
};

/**
 * The figures of a process while it validates a campaign; in a process of its own, whose memory has
 * not grown yet.
 */
async function during(bench: Bench, campaignId: string, worsened: boolean): Promise<ProbeReport> {
  const ours = await started(bench, worsened);
  const requests = [validationOf(bench, campaignId)];
  await ours.ask({ probe: 'begin' });
  await runLoad(bench.client, {
    port: ours.port,
    connections: 1,
    total: worsened ? WORSENED_ROUNDS : ROUNDS,
    requests,
  });
  const report = await ours.ask<ProbeReport>({ probe: 'end' });
  await ours.stop();
  return report;
}

export const P15_STALL: Row = {
  id: 'P15s',
  what: 'longest stall, the same',
  against: '-',
  unit: 'ms',
  target: { atMost: 25 },
  control: CONTROL,
  measure: async (bench, worsened) => {
    const { ownMs } = await during(bench, LARGE.campaignId, worsened);
    return alone(ownMs, [ownMs]);
  },
};

export const P15_MEMORY: Row = {
  id: 'P15m',
  what: `growth of resident memory, the same, beyond that of ${SMALL.contacts} contacts`,
  against: '-',
  unit: 'MiB',
  // The difference between two processes that do the same.
  target: { atMost: 16 },
  control: CONTROL,
  measure: async (bench, worsened) => {
    const small = await during(bench, SMALL.campaignId, worsened);
    const large = await during(bench, LARGE.campaignId, worsened);
    const grown = [large, small].map(({ peakMiB, residentMiB }) => peakMiB - residentMiB);
    return alone(grown[0]! - grown[1]!, grown);
  },
};
