import { join } from 'node:path';
import type { CopyExportOrder, CopyExportResult } from '../../floors/copy-export.ts';
import { startChild } from '../../harness/children.ts';
import { compare } from '../../harness/compare.ts';
import type { Row } from '../../harness/compare.ts';
import { EXPORTED_CALLS } from '../../harness/export-calls.ts';
import { V1_EXPORT } from '../../harness/stores/export-store.ts';
import type { ExportBench } from '../../harness/stores/export-store.ts';
import { PROJECT_ID } from '../../harness/platform.ts';

const PAIRS = 7;
const WORSENED_PAIRS = 3;

export const P5: Row<ExportBench> = {
  id: 'P5',
  what: 'v1 export of 10,000 calls',
  against: 'COPY TO STDOUT of the same columns',
  unit: 'ms',
  target: { atMost: 5 },
  control: 'keys-as-buffer',
  measure: async (bench, worsened) => {
    const ours = await bench.startOurs(worsened ? 'keys-as-buffer' : undefined);
    const floor = await startChild(join(import.meta.dirname, '../../floors/copy-export.ts'), {
      args: [bench.platform.storeSuperuserUrl],
    });
    const order: CopyExportOrder = {
      projectId: PROJECT_ID,
      // Wider than the days in the zone's local time; no call lies in the difference.
      ...{ from: '2026-09-30T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    };
    const copy = (): Promise<CopyExportResult> => floor.ask<CopyExportResult>({ ...order });
    const file = await bench.export(ours, { ...V1_EXPORT, counts: true });
    const copied = await copy();
    if (file.rows !== EXPORTED_CALLS + 1 || copied.rows !== EXPORTED_CALLS) {
      throw new Error(`Ours has ${file.rows - 1} calls, the floor ${copied.rows}.`);
    }
    const figures = await compare(
      worsened ? WORSENED_PAIRS : PAIRS,
      async () => {
        const { seconds, bytes } = await bench.export(ours, V1_EXPORT);
        if (bytes !== file.bytes) throw new Error(`The file has ${bytes} bytes, and had ${file.bytes}.`);
        return seconds * 1000;
      },
      async () => (await copy()).seconds * 1000,
    );
    await Promise.all([ours.stop(), floor.stop()]);
    return { ...figures, notes: { bytes: file.bytes, floor_bytes: copied.bytes } };
  },
};
