import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../harness/children.ts';
import type { Child } from '../../harness/children.ts';
import { compare } from '../../harness/compare.ts';
import type { Row } from '../../harness/compare.ts';
import { CONTACTS } from '../../harness/stores/import-store.ts';
import type { ImportBench, ImportFormat } from '../../harness/stores/import-store.ts';
import { getRequest, runLoad } from '../../harness/load.ts';
import type { ProbeReport } from '../../harness/stall-probe.ts';

const PAIRS = 9;
/** Ten at a time takes several times as long, and needs no precise figure. */
const WORSENED_PAIRS = 2;
const STALL_ROUNDS = 5;
/**
 * Each in a process of its own, because the first import in a process is the one that makes it
 * grow.
 */
const MEMORY_ROUNDS = 3;
const IDLE_ROUNDS = 200;

const PROBE = fileURLToPath(import.meta.resolve('../../harness/stall-probe.ts'));
const rounded = (value: number): number => Math.round(value * 10) / 10;

function speed(id: string, format: ImportFormat, parser: string): Row<ImportBench> {
  return {
    id,
    what: `import of ${CONTACTS} contacts as ${format.toUpperCase()}, whole request`,
    against: `${parser} + crypto + COPY of the same rows`,
    unit: 'ms',
    target: { atMost: 2 },
    control: 'ten-at-a-time',
    measure: async (bench, worsened) => {
      const ours = await bench.startOurs(worsened ? 'ten-at-a-time' : undefined);
      const args = [bench.platform.storeSuperuserUrl, String(CONTACTS)];
      const floor = await startChild(join(import.meta.dirname, '../../floors/copy-contacts.ts'), { args });
      const figures = await compare(
        worsened ? WORSENED_PAIRS : PAIRS,
        async () => (await bench.import(ours, format)) * 1000,
        async () => (await floor.ask<{ seconds: number }>({ format })).seconds * 1000,
      );
      await Promise.all([ours.stop(), floor.stop()]);
      return figures;
    },
  };
}

async function during(ours: Child, work: () => Promise<unknown>): Promise<ProbeReport> {
  await ours.ask({ probe: 'begin' });
  await work();
  return ours.ask<ProbeReport>({ probe: 'end' });
}

/**
 * A process that has already answered requests, so that it is connected and its guards are loaded.
 */
async function started({ startOurs, client, platform }: ImportBench, mistake?: string): Promise<Child> {
  const ours = await startOurs(mistake, {}, PROBE);
  const requests = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
  await runLoad(client, { port: ours.port, connections: 1, total: IDLE_ROUNDS, requests });
  return ours;
}

export const P8 = speed('P8', 'json', 'JSON.parse');
export const P8_CSV = speed('P8c', 'csv', 'Papa Parse');

export const P8_STALL: Row<ImportBench> = {
  id: 'P8s',
  what: `longest stall, import of ${CONTACTS} contacts as JSON and as CSV`,
  against: '-',
  unit: 'ms',
  target: { atMost: 25 },
  control: 'no-turns',
  measure: async (bench, worsened) => {
    const ours = await started(bench, worsened ? 'no-turns' : undefined);
    const reports: ProbeReport[] = [];
    for (let round = 0; round < STALL_ROUNDS; round += 1) {
      for (const format of ['json', 'csv'] as const)
        reports.push(await during(ours, () => bench.import(ours, format)));
    }
    await ours.stop();
    const own = reports.map(({ ownMs }) => rounded(ownMs));
    const wall = reports.map(({ wallMs }) => rounded(wallMs));
    const notes = { with_waits_for_a_processor: Math.max(...wall) };
    return { ours: Math.max(...own), floor: null, ratio: null, ratios: own, notes };
  },
};

export const P8_MEMORY: Row<ImportBench> = {
  id: 'P8m',
  what: `growth of resident memory, import of ${CONTACTS} contacts as JSON`,
  against: '-',
  unit: 'MiB',
  target: { atMost: 64 },
  control: 'wide-contacts',
  measure: async (bench, worsened) => {
    const grown: number[] = [];
    for (let round = 0; round < MEMORY_ROUNDS; round += 1) {
      const ours = await started(bench, worsened ? 'wide-contacts' : undefined);
      const { residentMiB, peakMiB } = await during(ours, () => bench.import(ours, 'json'));
      await ours.stop();
      grown.push(rounded(peakMiB - residentMiB));
    }
    return { ours: Math.max(...grown), floor: null, ratio: null, ratios: grown };
  },
};
