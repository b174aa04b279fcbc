import { Client, Query } from 'pg';
import { answerOrders } from '../harness/children.ts';

// The floor of P5: COPY TO STDOUT of the same columns. No HTTP, no CSV, no cursor, no governance, no
// row-level security; summaries stay sealed.

export interface CopyExportOrder {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

export interface CopyExportResult {
  readonly seconds: number;
  readonly rows: number;
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

/** COPY accepts no parameters; the values come from the benchmark itself. */
const statementOf = ({ projectId, from, to }: CopyExportOrder): string => `
COPY (
  SELECT ${V1_COLUMNS}
    FROM calls c
    LEFT JOIN call_contents n
           ON n.client_id = 'client-1' AND n.data_env = 'prod' AND n.call_id = c.call_id
          AND n.started_at_utc = c.started_at_utc AND n.started_at_utc >= '${from}' AND n.started_at_utc < '${to}'
   WHERE c.client_id = 'client-1' AND c.data_env = 'prod' AND c.project_id = '${projectId}'
     AND c.started_at_utc >= '${from}' AND c.started_at_utc < '${to}'
   ORDER BY c.started_at_utc DESC, c.call_id DESC
) TO STDOUT`;

/** pg's own query class, extended to receive the rows that the server copies out, one at a time. */
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

const client = new Client({ connectionString: process.argv[2] });
await client.connect();

async function copy(order: CopyExportOrder): Promise<CopyExportResult> {
  let [rows, bytes] = [0, 0];
  const started = performance.now();
  await CopyOut.run(client, statementOf(order), (row) => {
    rows += 1;
    bytes += row.length;
  });
  return { seconds: (performance.now() - started) / 1000, rows, bytes };
}

answerOrders((order) => copy(order as unknown as CopyExportOrder));
