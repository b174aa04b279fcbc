import { createDecipheriv, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Client, Query } from 'pg';
import { answerOrders } from '../harness/children.ts';

// The floor of P5: COPY TO STDOUT of the same columns, and the same fields opened. No HTTP, no CSV,
// no cursor, no governance, no row-level security; the opened values are thrown away.

/** One round. */
export interface CopyExportOrder {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  /** The sealed column of call_contents to open; null copies the columns of v1 as text. */
  readonly opens: 'summary_encrypted' | 'redacted_transcript_encrypted' | null;
}

export interface CopyExportResult {
  readonly seconds: number;
  readonly rows: number;
  /** Bytes of the opened values, or else of the copied rows. */
  readonly bytes: number;
}

const OUTCOME = `CASE
         WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup',
                                      'timeout', 'technical_failure') THEN c.resolution_status
         WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred'
         ELSE 'unclassified' END`;
const SENTIMENT = `CASE
         WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment
         WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment
         ELSE 'unclassified' END`;
const V1_COLUMNS = `c.started_at_utc, c.caller_masked, c.duration_seconds, c.call_status, ${OUTCOME}, ${SENTIMENT},
       n.summary_encrypted`;

/** COPY takes no parameters; what stands in it is the benchmark's own. */
const statementOf = (columns: string, { projectId, from, to }: CopyExportOrder, format: string): string => `
COPY (
  SELECT ${columns}
    FROM calls c
    LEFT JOIN call_contents n
           ON n.client_id = 'client-1' AND n.data_env = 'prod' AND n.call_id = c.call_id
          AND n.started_at_utc = c.started_at_utc AND n.started_at_utc >= '${from}' AND n.started_at_utc < '${to}'
   WHERE c.client_id = 'client-1' AND c.data_env = 'prod' AND c.project_id = '${projectId}'
     AND c.started_at_utc >= '${from}' AND c.started_at_utc < '${to}'
   ORDER BY c.started_at_utc DESC, c.call_id DESC
) TO STDOUT (FORMAT ${format})`;

/** pg's own query, extended for the rows that the server copies out, one at a time. */
class CopyOut extends Query {
  private take: (row: Buffer) => void = () => undefined;

  static run(client: Client, text: string, take: (row: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const query: CopyOut = new CopyOut({ text }, (error?: Error | null) =>
        error ? reject(error) : resolve(),
      );
      query.take = take;
      client.query(query);
    });
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.take(chunk);
  }
}

const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** Before the rows of a binary copy. */
const SIGNATURE = Buffer.from('PGCOPY\n');

/**
 * Opens what ingest has sealed: version, length of the key's id, its id, nonce, tag, ciphertext.
 */
function open(key: KeyObject, column: string, callId: string, sealed: Buffer): Buffer {
  const box = sealed.subarray(2 + (sealed[1] ?? 0));
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(JSON.stringify(['client-1', 'prod', 'call_contents', column, callId])));
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const clear = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES));
  decipher.final();
  return clear;
}

/** The values of a row of a binary copy; null at its end. */
function cellsOf(chunk: Buffer): Buffer[] | null {
  // The first row comes together with the signature, in front of it, and two numbers.
  let at = chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? 19 : 0;
  if (at >= chunk.length) return null;
  const count = chunk.readInt16BE(at);
  if (count < 0) return null;
  at += 2;
  return Array.from({ length: count }, () => {
    const length = Math.max(0, chunk.readInt32BE(at));
    const cell = chunk.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return cell;
  });
}

const client = new Client({ connectionString: process.argv[2] });
await client.connect();
const key = createSecretKey(Buffer.from(process.argv[3] ?? '', 'base64'));

async function copy(order: CopyExportOrder): Promise<CopyExportResult> {
  const { opens } = order;
  let [rows, bytes] = [0, 0];
  const started = performance.now();
  if (opens === null) {
    await CopyOut.run(client, statementOf(V1_COLUMNS, order, 'text'), (row) => {
      rows += 1;
      bytes += row.length;
    });
  } else {
    const columns =
      opens === 'summary_encrypted'
        ? `c.call_id, ${V1_COLUMNS}`
        : `c.call_id, c.started_at_utc, n.redacted_transcript_encrypted`;
    await CopyOut.run(client, statementOf(columns, order, 'binary'), (row) => {
      const cells = cellsOf(row);
      if (cells === null) return;
      rows += 1;
      bytes += open(key, opens, String(cells[0]), cells.at(-1) ?? row).length;
    });
  }
  return { seconds: (performance.now() - started) / 1000, rows, bytes };
}

answerOrders((order) => copy(order as unknown as CopyExportOrder));
