import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerOrders } from './children.ts';

// A voice runtime that only sends requests: it claims a hundred contacts, and reports for each that
// it rings and how it ended. It collects its reports for some milliseconds, as a runtime with as
// many calls does.

export interface RuntimeOrder {
  readonly port: number;
  readonly key: string;
  /** Duration; a call that has begun is ended. */
  readonly seconds: number;
  readonly takers: number;
  /** Calls begun in a second; left out, as many as possible. */
  readonly callsPerSecond?: number;
}

export interface RuntimeAnswer {
  /** Calls that were taken, rang and ended. */
  readonly dials: number;
  readonly seconds: number;
  /** Takes that were given nothing, and calls of which a report was not taken in. */
  readonly refused: number;
}

interface Leases {
  readonly leases: readonly { readonly dispatch_id: string }[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const MAX = 100;
/** As many as the API takes in at once. */
const MAX_REPORTS = 200;
const COLLECT_MS = 20;

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

interface Outcomes {
  readonly results: readonly { readonly report: { readonly applied: boolean } | null }[];
}

/** Collects reports, and sends them together. */
class Collector {
  private waiting: { readonly report: object; readonly told: (applied: boolean) => void }[] = [];
  private readonly order: RuntimeOrder;

  constructor(order: RuntimeOrder) {
    this.order = order;
  }

  /** @returns whether it was taken in */
  report(dispatchId: string, fields: object): Promise<boolean> {
    return new Promise((told) => {
      const report = { dispatch_id: dispatchId, at_utc: new Date().toISOString(), ...fields };
      this.waiting.push({ report, told });
      if (this.waiting.length === MAX_REPORTS) void this.send();
      else if (this.waiting.length === 1) setTimeout(() => void this.send(), COLLECT_MS);
    });
  }

  private async send(): Promise<void> {
    const sent = this.waiting;
    this.waiting = [];
    if (sent.length === 0) return;
    const answer = await post<Outcomes>(this.order, '/reports', {
      reports: sent.map(({ report }) => report),
    });
    for (const [index, { told }] of sent.entries()) told(answer?.results[index]?.report?.applied === true);
  }
}

answerOrders(async (sent) => {
  const order = sent as unknown as RuntimeOrder;
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  let [dials, refused, asked] = [0, 0, 0];
  /**
   * Each claim has its moment, however long the one before took: the client catches up on missed
   * ones.
   */
  const nextTurn = async (): Promise<void> => {
    const at = asked / (order.callsPerSecond ?? Number.POSITIVE_INFINITY);
    asked += MAX;
    if (elapsed() < at) await delay((at - elapsed()) * 1000);
  };
  const reports = new Collector(order);
  const call = async (id: string): Promise<void> => {
    const rings = await reports.report(id, { sequence: 1, state: 'dialing' });
    const ends = await reports.report(id, { sequence: 2, state: 'ended', disposition: 'answered' });
    if (rings && ends) dials += 1;
    else refused += 1;
  };
  const taker = async (): Promise<void> => {
    // The calls of one take go on while the next one is asked for.
    let under = Promise.resolve<unknown>(null);
    while (elapsed() < order.seconds) {
      await nextTurn();
      const taken = await post<Leases>(order, '/take', { max: MAX });
      await under;
      if (taken === null || taken.leases.length === 0) {
        refused += 1;
        await delay(10);
        continue;
      }
      under = Promise.all(taken.leases.map((lease) => call(lease.dispatch_id)));
    }
    await under;
  };
  await Promise.all(Array.from({ length: order.takers }, taker));
  return { dials, seconds: elapsed(), refused } satisfies RuntimeAnswer;
});
