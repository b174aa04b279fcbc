import { join } from 'node:path';
import type { CopyExportOrder, CopyExportResult } from '../floors/copy-export.ts';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';
import { EXPORTED_CALLS } from '../harness/export-calls.ts';
import { TRANSCRIPTS_EXPORT, V1_EXPORT } from '../harness/export-store.ts';
import type { RequestedExport, ExportBench } from '../harness/export-store.ts';
import { PROJECT_ID } from '../harness/platform.ts';

const PAIRS = 7;
const WORSENED_PAIRS = 3;

interface SpeedRow {
  readonly id: string;
  readonly what: string;
  readonly against: string;
  readonly target: Row['target'];
  readonly control?: string;
  readonly asked: RequestedExport;
  readonly opens: CopyExportOrder['opens'];
}

function exportSpeed({ asked, opens, ...row }: SpeedRow): Row<ExportBench> {
  return {
    ...row,
    unit: 'ms',
    measure: async (bench, worsened) => {
      const ours = await bench.startOurs(worsened ? row.control : undefined);
      const floor = await startChild(join(import.meta.dirname, '../floors/copy-export.ts'), {
        args: [bench.platform.storeSuperuserUrl, bench.encryptionKey.toString('base64')],
      });
      const order: CopyExportOrder = {
        projectId: PROJECT_ID,
        // Wider than the days in the zone's local time; no call lies between the two.
        ...{ from: '2026-09-30T00:00:00Z', to: '2026-11-21T00:00:00Z' },
        opens,
      };
      const copy = (): Promise<CopyExportResult> => floor.ask<CopyExportResult>({ ...order });
      const file = await bench.export(ours, { ...asked, counts: true });
      const copied = await copy();
      if (file.rows !== EXPORTED_CALLS + 1 || copied.rows !== EXPORTED_CALLS) {
        throw new Error(`Ours has ${file.rows - 1} calls, the floor ${copied.rows}.`);
      }
      const figures = await compare(
        worsened ? WORSENED_PAIRS : PAIRS,
        async () => {
          const { seconds, bytes } = await bench.export(ours, asked);
          if (bytes !== file.bytes) throw new Error(`The file has ${bytes} bytes, and had ${file.bytes}.`);
          return seconds * 1000;
        },
        async () => (await copy()).seconds * 1000,
      );
      await Promise.all([ours.stop(), floor.stop()]);
      return { ...figures, notes: { bytes: file.bytes, floor_bytes: copied.bytes } };
    },
  };
}

export const P5 = exportSpeed({
  id: 'P5',
  what: 'v1 export of 10,000 calls',
  against: 'COPY TO STDOUT of the same columns',
  target: { atMost: 5 },
  control: 'keys-as-buffer',
  asked: V1_EXPORT,
  opens: null,
});

/** P5 and its floor differ by opening the summaries; this measures how much. */
export const P5_OPENED = exportSpeed({
  id: 'P5s',
  what: 'v1 export of 10,000 calls',
  against: 'COPY of the same columns + bare decrypts of the summaries',
  target: null,
  asked: V1_EXPORT,
  opens: 'summary_encrypted',
});

export const P5_TRANSCRIPTS = exportSpeed({
  id: 'P5t',
  what: 'v3 export of 10,000 calls with transcripts of 5 KiB',
  against: 'COPY of the same columns + bare decrypts',
  target: { atMost: 3 },
  control: 'keys-as-buffer',
  asked: TRANSCRIPTS_EXPORT,
  opens: 'redacted_transcript_encrypted',
});
