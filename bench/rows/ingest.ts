import { join } from 'node:path';
import { callsOfBatch } from '../harness/calls.ts';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';
import { postRequest, runLoad } from '../harness/load.ts';

/** The longest batch the door takes. */
const SIZE = 1000;
const BATCHES = 4;
const PAIRS = 7;
/** Row by row takes twenty times as long; it needs no fine figure. */
const WORSENED_PAIRS = 2;

export const P9: Row = {
  id: 'P9',
  what: `ingest of ${SIZE}-call batches through HTTP, one after another`,
  against: 'COPY of the same rows + crypto',
  unit: 'ms a batch',
  target: { atMost: 3 },
  control: 'row-by-row',
  measure: async ({ platform, client, startOurs }, worsened) => {
    const ours = await startOurs(worsened ? 'row-by-row' : undefined);
    const floor = await startChild(join(import.meta.dirname, '../floors/copy-calls.ts'), {
      args: [platform.storeSuperuserUrl],
    });
    // Both sides write the same calls; every round writes new ones.
    let rounds = { ours: 0, floor: 0 };
    const batchesOf = (round: number): string[] =>
      Array.from({ length: BATCHES }, (_, index) => `call-${round}-${index}`);
    const figures = await compare(
      worsened ? WORSENED_PAIRS : PAIRS,
      async () => {
        rounds = { ...rounds, ours: rounds.ours + 1 };
        const requests = batchesOf(rounds.ours).map((batch) =>
          postRequest(
            '/internal/v1/calls',
            { 'X-API-Key': platform.ingestKey },
            JSON.stringify(callsOfBatch(batch, SIZE)),
          ),
        );
        const { seconds, sample } = await runLoad(client, {
          port: ours.port,
          connections: 1,
          total: BATCHES,
          requests,
        });
        if (!sample.includes(`"accepted":${SIZE}`))
          throw new Error(`Ingest answered ${sample.slice(0, 500)}`);
        return (seconds * 1000) / BATCHES;
      },
      async () => {
        rounds = { ...rounds, floor: rounds.floor + 1 };
        const order = { batches: batchesOf(rounds.floor), size: SIZE };
        const { seconds } = await floor.ask<{ seconds: number }>(order);
        return (seconds * 1000) / BATCHES;
      },
    );
    await Promise.all([ours.stop(), floor.stop()]);
    return figures;
  },
};
