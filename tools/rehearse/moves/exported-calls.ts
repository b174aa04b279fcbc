import { createInterface } from 'node:readline';
import { fromBufferPromise } from 'yauzl';
import type { Entry } from 'yauzl';

/** The calls in the file of an account export. */
export interface ExportedCalls {
  readonly rows: number;
  /** How often each requested call occurs. */
  readonly times: ReadonlyMap<string, number>;
}

/**
 * Reads the calls of an export line by line.
 * @param wanted ids to count one by one
 */
export async function exportedCalls(zip: Buffer, wanted: ReadonlySet<string>): Promise<ExportedCalls> {
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  const times = new Map<string, number>();
  let rows = 0;
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
    if (!/(^|\/)calls\.ndjson$/.test(entry.fileName)) continue;
    const input = await archive.openReadStreamPromise(entry);
    for await (const line of createInterface({ input })) {
      rows += 1;
      const id = /"call_id":"([^"]+)"/.exec(line)?.[1] ?? '';
      if (wanted.has(id)) times.set(id, (times.get(id) ?? 0) + 1);
    }
  }
  return { rows, times };
}
