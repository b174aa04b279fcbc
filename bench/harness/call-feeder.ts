import { Agent, request } from 'node:http';
import { BATCH, historyBatch } from './call-history.ts';
import type { HistoryPart } from './call-history.ts';
import { answerOrders } from './children.ts';

// Creates calls and posts them to the ingest route, in a separate process: creating a batch costs
// as much as checking one.

/** Sends some batches of a part of the history, as fast as they are accepted. */
export interface FeedOrder {
  readonly port: number;
  readonly apiKey: string;
  readonly part: HistoryPart;
  readonly firstBatch: number;
  readonly batches: number;
}

/**
 * One is read by the server while the other is written by the store, and the third is on its way.
 */
const AT_ONCE = 3;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function post({ port, apiKey }: FeedOrder, calls: readonly object[]): Promise<void> {
  const body = Buffer.from(JSON.stringify(calls));
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, agent, method: 'POST', path: '/internal/v1/calls', headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const isTaken = response.statusCode === 200 && text.includes('"rejected":0');
          if (isTaken) resolve();
          else reject(new Error(`Ingest answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function feed(order: FeedOrder): Promise<object> {
  let next = order.firstBatch;
  const end = Math.min(order.firstBatch + order.batches, Math.ceil(order.part.calls / BATCH));
  let calls = 0;
  const work = async (): Promise<void> => {
    while (next < end) {
      const batch = historyBatch(order.part, next++);
      await post(order, batch);
      calls += batch.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { calls };
}

answerOrders((order) => feed(order as unknown as FeedOrder));
