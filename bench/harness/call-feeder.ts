import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { BATCH, historyBatch, lateCall } from './call-history.ts';
import type { HistoryPart } from './call-history.ts';
import { answerOrders } from './children.ts';

// Makes calls and posts them to the ingest route, in a process of its own: to make a batch costs as
// much as to check one.

/** The receiver of the calls. */
interface FeedTarget {
  readonly port: number;
  readonly apiKey: string;
}

/** Some batches of a part of the history, as fast as they are taken. */
export interface FeedOrder extends FeedTarget {
  readonly kind: 'feed';
  readonly part: HistoryPart;
  readonly firstBatch: number;
  readonly batches: number;
}

/** New calls again and again until `stop`, as at a busy desk; answered at once. */
export interface TrickleOrder extends FeedTarget {
  readonly kind: 'trickle';
  readonly untilMs: number;
}

interface StopOrder {
  readonly kind: 'stop';
}

/**
 * One is read by the server while the other is written by the store, and the third is on its way.
 */
const AT_ONCE = 3;
/**
 * A hundred calls a second: a client with two million calls in 90 days has as many in half an hour
 * as this sends in four seconds.
 */
const TRICKLE_CALLS = 25;
const TRICKLE_EVERY_MS = 250;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function post({ port, apiKey }: FeedTarget, calls: readonly object[]): Promise<void> {
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

let trickling: { stopped: boolean; done: Promise<number> } | undefined;

async function trickle(order: TrickleOrder, state: { stopped: boolean }): Promise<number> {
  let sent = 0;
  while (!state.stopped) {
    const calls = Array.from({ length: TRICKLE_CALLS }, () =>
      lateCall(order.untilMs, `${process.pid}-${sent++}`),
    );
    await Promise.all([post(order, calls), delay(TRICKLE_EVERY_MS)]);
  }
  return sent;
}

answerOrders(async (message) => {
  const order = message as unknown as FeedOrder | TrickleOrder | StopOrder;
  if (order.kind === 'feed') return feed(order);
  if (order.kind === 'trickle') {
    const state = { stopped: false };
    const done = trickle(order, state);
    // The stop order reports the error.
    done.catch(() => undefined);
    trickling = Object.assign(state, { done });
    return {};
  }
  if (trickling) trickling.stopped = true;
  return { calls: await (trickling?.done ?? 0) };
});
