import { join } from 'node:path';
import { callsOfBatch } from '../../harness/calls.ts';
import { startChild } from '../../harness/children.ts';
import { compare } from '../../harness/compare.ts';
import type { Row } from '../../harness/compare.ts';
import { postRequest, runLoad } from '../../harness/load.ts';

/** The longest batch that the route accepts. */
const SIZE = 1000;
const BATCHES = 4;
const PAIRS = 7;
/** Writing row by row takes twenty times as long, and needs no precise figure. */
const WORSENED_PAIRS = 2;

export const P9: Row = {
  id: 'P9',
  what: `ingest of ${SIZE}-call batches through HTTP, one after another`,
  against: 'COPY of the same rows + crypto',
  unit: 'ms a batch',
  target: { atMost: 2.5 },
  control: 'row-by-row',
  measure: async ({ platform, client, startOurs }, worsened) => {
    const ours = await startOurs(worsened ? 'row-by-row' : undefined);
    const floor = await startChild(join(import.meta.dirname, '../../floors/copy-calls.ts'), {
      args: [platform.storeSuperuserUrl],
    });
    let round = 0;
    const writeOurs = async (): Promise<number> => {
      const requests = batchesOf(round).map((batch) =>
        postRequest(
          '/internal/v1/calls',
          { 'X-API-Key': platform.ingestKey },
          JSON.stringify(callsOfBatch(batch, SIZE)),
        ),
      );
      const order = { port: ours.port, connections: 1, total: BATCHES, requests };
      const { seconds, sample } = await runLoad(client, order);
      if (!sample.includes(`"accepted":${SIZE}`)) throw new Error(`Ingest answered ${sample.slice(0, 500)}`);
      return (seconds * 1000) / BATCHES;
    };
    // Runs second in every pair and writes the same calls; the next pair writes new ones.
    const writeFloor = async (): Promise<number> => {
      const order = { batches: batchesOf(round), size: SIZE };
      const { seconds } = await floor.ask<{ seconds: number }>(order);
      round += 1;
      return (seconds * 1000) / BATCHES;
    };
    const figures = await compare(worsened ? WORSENED_PAIRS : PAIRS, writeOurs, writeFloor);
    await Promise.all([ours.stop(), floor.stop()]);
    return figures;
  },
};

const batchesOf = (round: number): string[] =>
  Array.from({ length: BATCHES }, (_, index) => `call-${round}-${index}`);
