import { Agent, request } from 'node:http';
import { answerOrders } from './children.ts';

// Asks as a neighbour does, one request after another, in a process that nothing else disturbs.

interface NeighbourOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly total: number;
}

export interface NeighbourAnswer {
  /** The time of each request, in order. */
  readonly milliseconds: readonly number[];
  /** How many were answered anything but 200. */
  readonly refused: number;
}

const agent = new Agent({ keepAlive: true });

function get({ port, path, headers }: NeighbourOrder): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

answerOrders(async (sent) => {
  const order = sent as unknown as NeighbourOrder;
  const milliseconds: number[] = [];
  let refused = 0;
  for (let i = 0; i < order.total; i += 1) {
    const started = performance.now();
    if ((await get(order)) !== 200) refused += 1;
    milliseconds.push(performance.now() - started);
  }
  return { milliseconds, refused } satisfies NeighbourAnswer;
});
