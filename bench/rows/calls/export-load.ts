import { fileURLToPath } from 'node:url';
import type { Child } from '../../harness/children.ts';
import type { Figures, Row } from '../../harness/compare.ts';
import { exportedCalls } from '../../harness/export-calls.ts';
import {
  ingestRequest,
  TOO_LARGE_EXPORT,
  TRANSCRIPTS_EXPORT,
  V1_EXPORT,
} from '../../harness/stores/export-store.ts';
import type { RequestedExport, ExportBench } from '../../harness/stores/export-store.ts';
import { getRequest, runLoad } from '../../harness/load.ts';
import type { ProbeReport } from '../../harness/stall-probe.ts';

// The cost of an export or a large batch for all other requests of the process: the longest stall
// (P6) and memory (P7).

const PROBE = fileURLToPath(import.meta.resolve('../../harness/stall-probe.ts'));

/** Work, and the process that does it. */
type Work = (bench: ExportBench, ours: Child, round: number) => Promise<unknown>;

const STALL_ROUNDS = 5;
/** Each in a separate process, because memory grows with the first export of a process. */
const MEMORY_ROUNDS = 3;
const IDLE_ROUNDS = 200;

const exporting =
  (asked: RequestedExport): Work =>
  (bench, ours) =>
    bench.export(ours, asked);

async function during(ours: Child, work: () => Promise<unknown>): Promise<ProbeReport> {
  await ours.ask({ probe: 'begin' });
  await work();
  return ours.ask<ProbeReport>({ probe: 'end' });
}

/**
 * A process that has already answered requests, so that it is connected and its guards are loaded.
 */
async function started({ startOurs, client, platform }: ExportBench, mistake?: string): Promise<Child> {
  const ours = await startOurs(mistake, {}, PROBE);
  const requests = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
  await runLoad(client, { port: ours.port, connections: 1, total: IDLE_ROUNDS, requests });
  return ours;
}

const alone = (ours: number, all: readonly number[], notes: Figures['notes']): Figures => ({
  ...{ ours, floor: null, ratio: null, ratios: all },
  ...(notes ? { notes } : {}),
});

const rounded = (value: number): number => Math.round(value * 10) / 10;

function longestStall(id: string, what: string, work: Work, control?: string): Row<ExportBench> {
  return {
    ...{ id, what: `longest stall, ${what}`, against: '-', unit: 'ms', target: { atMost: 25 } },
    ...(control === undefined ? {} : { control }),
    measure: async (bench, worsened) => {
      const ours = await started(bench, worsened ? control : undefined);
      const reports: ProbeReport[] = [];
      for (let round = 0; round < STALL_ROUNDS; round += 1) {
        reports.push(await during(ours, () => work(bench, ours, round)));
      }
      await ours.stop();
      const own = reports.map(({ ownMs }) => rounded(ownMs));
      const wall = reports.map(({ wallMs }) => rounded(wallMs));
      return alone(Math.max(...own), own, { with_waits_for_a_processor: Math.max(...wall) });
    },
  };
}

function memoryGrowth(
  id: string,
  what: string,
  mebibytes: number,
  work: Work,
  control?: string,
): Row<ExportBench> {
  return {
    ...{ id, what: `growth of resident memory, ${what}`, against: '-', unit: 'MiB' },
    target: { atMost: mebibytes },
    ...(control === undefined ? {} : { control }),
    measure: async (bench, worsened) => {
      const grown: number[] = [];
      let before = 0;
      for (let round = 0; round < MEMORY_ROUNDS; round += 1) {
        const ours = await started(bench, worsened ? control : undefined);
        const { residentMiB, peakMiB } = await during(ours, () => work(bench, ours, round));
        await ours.stop();
        grown.push(rounded(peakMiB - residentMiB));
        before = residentMiB;
      }
      return alone(Math.max(...grown), grown, { before: rounded(before) });
    },
  };
}

/** The largest batch that ingest accepts. */
const MAX_BATCH_BYTES = 10 * 1024 * 1024;
const MAX_BATCH = 1000;
/** The position of a time that no export requests: a hundred days before the first call. */
const BEFORE_THE_EXPORTS = -21_600;

/** A batch of the largest permitted size; each round contains new calls. */
const ingesting: Work = async ({ client, platform }, ours, round) => {
  const calls = exportedCalls(BEFORE_THE_EXPORTS, MAX_BATCH, `stall-${process.pid}-${round}`).map((call) => ({
    ...call,
    transcript: call.redacted_transcript.lines,
  }));
  const bytes = Buffer.byteLength(JSON.stringify(calls));
  const fitting = Math.min(MAX_BATCH, Math.floor((MAX_BATCH * (MAX_BATCH_BYTES - 1024)) / bytes));
  const requests = [ingestRequest(platform, calls.slice(0, fitting))];
  const { sample } = await runLoad(client, { port: ours.port, connections: 1, total: 1, requests });
  if (!sample.includes(`"accepted":${fitting}`)) throw new Error(`Ingest answered ${sample.slice(0, 500)}`);
};

const V1 = 'v1 export of 10,000 calls';
const V3 = 'v3 export of 10,000 transcripts of 5 KiB';

export const P6 = longestStall('P6', V1, exporting(V1_EXPORT), 'one-unbatched-query');
export const P6_TRANSCRIPTS = longestStall('P6t', V3, exporting(TRANSCRIPTS_EXPORT), 'one-unbatched-query');
export const P6_TOO_LARGE = longestStall(
  'P6x',
  `${V3} and more, which ends in 413`,
  exporting(TOO_LARGE_EXPORT),
);
export const P6_INGEST = longestStall('P6i', 'ingest of a batch of 10 MiB', ingesting, 'no-turns');

export const P7 = memoryGrowth('P7', V1, 64, exporting(V1_EXPORT), 'rows-in-memory');
export const P7_TRANSCRIPTS = memoryGrowth('P7t', V3, 120, exporting(TRANSCRIPTS_EXPORT), 'rows-in-memory');
