import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { built, startChild } from '../../harness/children.ts';
import type { Child } from '../../harness/children.ts';
import type { Figures, Row } from '../../harness/compare.ts';
import { getRequest, millisecondsPerRequest, postRequest, runLoad } from '../../harness/load.ts';
import type { ProbeReport } from '../../harness/stall-probe.ts';
import { MILLION } from '../../harness/stores/validation-store.ts';
import type { MillionBench } from '../../harness/stores/validation-store.ts';

// The cost of a campaign of a million contacts when all of them are read or changed.

const PROBE = fileURLToPath(import.meta.resolve('../../harness/stall-probe.ts'));
/** A process that has already answered requests has its guards loaded. */
const IDLE_ROUNDS = 200;
const CLOSED_WITHIN_MS = 15 * 60_000;
const PATH = `/v1/outbound-campaigns/${MILLION.campaignId}`;

const rounded = (value: number): number => Math.round(value * 10) / 10;
const alone = (ours: number, notes: NonNullable<Figures['notes']> = {}): Figures => ({
  ...{ ours, floor: null, ratio: null, ratios: [ours] },
  notes,
});

async function started({ startOurs, client, platform }: MillionBench): Promise<Child> {
  // This many contacts may take longer than a validation's deadline.
  const ours = await startOurs(undefined, { STORE_ANALYSIS_DEADLINE_MS: '120000' }, PROBE);
  const requests = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
  await runLoad(client, { port: ours.port, connections: 1, total: IDLE_ROUNDS, requests });
  return ours;
}

interface Validated extends ProbeReport {
  readonly milliseconds: number;
}

const validations = new WeakMap<MillionBench, Promise<Validated>>();

/** Once for all rows, because it takes long. */
function validated(bench: MillionBench): Promise<Validated> {
  const known = validations.get(bench) ?? validate(bench);
  validations.set(bench, known);
  return known;
}

async function validate(bench: MillionBench): Promise<Validated> {
  const ours = await started(bench);
  const request = getRequest(`${PATH}/validation`, { 'X-API-Key': bench.platform.partnerKey });
  await ours.ask({ probe: 'begin' });
  const milliseconds = await millisecondsPerRequest(bench.client, ours.port, request, 1);
  const report = await ours.ask<ProbeReport>({ probe: 'end' });
  await ours.stop();
  return { ...report, milliseconds };
}

interface Cancelled {
  readonly milliseconds: number;
  readonly closedSeconds: number;
  readonly worker: ProbeReport;
}

const cancellations = new WeakMap<MillionBench, Promise<Cancelled>>();

function cancelled(bench: MillionBench): Promise<Cancelled> {
  const known = cancellations.get(bench) ?? cancel(bench);
  cancellations.set(bench, known);
  return known;
}

async function cancel(bench: MillionBench): Promise<Cancelled> {
  const { environment, workerMetadataUrl, partnerKey } = bench.platform;
  const ours = await started(bench);
  const worker = await startChild(built('worker.js'), {
    environment: { ...environment, METADATA_DATABASE_URL: workerMetadataUrl },
    preload: PROBE,
  });
  await worker.ask({ probe: 'begin' });
  const request = postRequest(
    `${PATH}/cancel`,
    { 'X-API-Key': partnerKey, 'Idempotency-Key': randomUUID() },
    '{}',
  );
  const begun = performance.now();
  const milliseconds = await millisecondsPerRequest(bench.client, ours.port, request, 1);
  for (const until = begun + CLOSED_WITHIN_MS; (await bench.openContacts()) > 0; await delay(500)) {
    if (performance.now() > until) throw new Error('The contacts are not closed in time.');
  }
  const closedSeconds = (performance.now() - begun) / 1000;
  const report = await worker.ask<ProbeReport>({ probe: 'end' });
  await Promise.all([ours.stop(), worker.stop()]);
  return { milliseconds, closedSeconds, worker: report };
}

const row = (
  id: string,
  what: string,
  unit: string,
  atMost: number,
  measure: (bench: MillionBench) => Promise<Figures>,
): Row<MillionBench> => ({
  ...{ id, unit, against: '-', target: { atMost } },
  what: `${what} of a campaign with ${MILLION.contacts} contacts`,
  measure,
});

export const P15_MILLION = row('P15x', 'GET validation', 'ms', 20_000, async (bench) =>
  alone(Math.round((await validated(bench)).milliseconds)),
);

export const P15_MILLION_STALL = row('P15xs', 'longest stall in the validation', 'ms', 25, async (bench) => {
  const { ownMs, wallMs } = await validated(bench);
  return alone(rounded(ownMs), { with_waits_for_a_processor: rounded(wallMs) });
});

export const P15_MILLION_MEMORY = row(
  'P15xm',
  'growth of resident memory in the validation',
  'MiB',
  64,
  async (bench) => {
    const { peakMiB, residentMiB } = await validated(bench);
    return alone(rounded(peakMiB - residentMiB));
  },
);

export const P18_MILLION = row('P18x', 'the answer to a cancellation', 'ms', 1000, async (bench) => {
  const { milliseconds, closedSeconds } = await cancelled(bench);
  return alone(Math.round(milliseconds), { seconds_until_all_are_closed: rounded(closedSeconds) });
});

export const P18_MILLION_STALL = row(
  'P18xs',
  'longest stall of the worker that closes the contacts',
  'ms',
  25,
  async (bench) => {
    const { ownMs, wallMs, peakMiB, residentMiB } = (await cancelled(bench)).worker;
    return alone(rounded(ownMs), {
      with_waits_for_a_processor: rounded(wallMs),
      grown_by_mib: rounded(peakMiB - residentMiB),
    });
  },
);
