import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerOrders } from './children.ts';

// A voice runtime that does nothing but ask: it takes a hundred, and says of each that it rings and how it ended.

export interface RuntimeOrder {
  readonly port: number;
  readonly key: string;
  /** For so long; a call that was begun is ended. */
  readonly seconds: number;
  /** Takers, each with so many reports under way at once. */
  readonly takers: number;
  readonly parallel: number;
}

export interface RuntimeAnswer {
  /** Calls that were taken, rang and ended. */
  readonly dials: number;
  readonly seconds: number;
  /** Answers other than 200. */
  readonly refused: number;
}

interface Leases {
  readonly leases: readonly { readonly dispatch_id: string }[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const MAX = 100;

function post<T>({ port, key }: RuntimeOrder, path: string, body: object): Promise<T | null> {
  const text = JSON.stringify(body);
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path: `/internal/v1/dispatches${path}`, method: 'POST', headers, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () =>
            resolve(response.statusCode === 200 ? (JSON.parse(Buffer.concat(chunks).toString()) as T) : null),
          );
      },
    )
      .on('error', reject)
      .end(text);
  });
}

answerOrders(async (sent) => {
  const order = sent as unknown as RuntimeOrder;
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  let [dials, refused] = [0, 0];
  const report = async (id: string, fields: object): Promise<void> => {
    const body = { at_utc: new Date().toISOString(), ...fields };
    if ((await post(order, `/${id}/reports`, body)) === null) refused += 1;
  };
  const taker = async (): Promise<void> => {
    while (elapsed() < order.seconds) {
      const taken = await post<Leases>(order, '/take', { max: MAX });
      if (taken === null || taken.leases.length === 0) {
        refused += 1;
        await delay(10);
        continue;
      }
      const left = [...taken.leases];
      await Promise.all(
        Array.from({ length: order.parallel }, async () => {
          for (let one = left.pop(); one; one = left.pop()) {
            await report(one.dispatch_id, { sequence: 1, state: 'dialing' });
            await report(one.dispatch_id, { sequence: 2, state: 'ended', disposition: 'answered' });
            dials += 1;
          }
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: order.takers }, taker));
  return { dials, seconds: elapsed(), refused } satisfies RuntimeAnswer;
});
