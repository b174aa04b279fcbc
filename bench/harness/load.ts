import { join } from 'node:path';
import { startChild } from './children.ts';
import type { Child } from './children.ts';
import { compare } from './compare.ts';
import type { Figures } from './compare.ts';
import type { LoadOrder, LoadResult } from './load-client.ts';

/** As many as a busy load balancer keeps open to one process. */
const CONNECTIONS = 64;

/** Starts the process that generates the load. */
export const startLoadClient = (): Promise<Child> => startChild(join(import.meta.dirname, 'load-client.ts'));

/** A GET as sent over the wire. */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${linesOf(headers)}\r\n`);
}

/** A POST of JSON as sent over the wire. */
export function postRequest(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const bytes = Buffer.from(body);
  const own = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\nHost: bench\r\n${linesOf(own)}\r\n`), bytes]);
}

/**
 * Runs one bounded load.
 * @throws if any answer is neither 200 nor 201
 */
export const runLoad = (client: Child, order: LoadOrder): Promise<LoadResult> => client.ask({ ...order });

/** Requests per second of one bounded load over the usual connections. */
export async function requestsPerSecond(
  client: Child,
  port: number,
  requests: readonly Buffer[],
  total: number,
): Promise<number> {
  const { seconds } = await runLoad(client, { port, connections: CONNECTIONS, total, requests });
  return total / seconds;
}

/** Milliseconds per request, sequentially on one connection. */
export async function millisecondsPerRequest(
  client: Child,
  port: number,
  request: Buffer,
  total: number,
): Promise<number> {
  const { seconds } = await runLoad(client, { port, connections: 1, total, requests: [request] });
  return (seconds * 1000) / total;
}

export type Asked = readonly [port: number, request: Buffer];

/** Short, so that both sides of a pair meet the same noise; the number of pairs compensates. */
const ROUND_MS = 200;
const [FEWEST, MOST] = [2, 200];
/**
 * Requests that each side answers first, a busy minute of a process that serves: V8 compiles code
 * that runs once a request only after some 15,000 of them, and the few functions of a floor long
 * before. The time bounds slow requests, which need not be as many.
 */
const WARM_UP = { requests: 15_000, milliseconds: 15_000 };

/**
 * Compares how long two requests take, one after another on one connection: milliseconds. Both
 * sides are warmed up in turn, as they are measured, or the first one would have closed its
 * connections and shrunk its heap while the other one is.
 */
export async function compareRequests(
  client: Child,
  pairs: number,
  ours: Asked,
  floor: Asked,
): Promise<Figures> {
  const [mine, bare] = [roundsOf(client, ours), roundsOf(client, floor)];
  while (!mine.isWarm() || !bare.isWarm()) {
    for (const side of [mine, bare]) if (!side.isWarm()) await side.run();
  }
  // The first requests of a round cost more, so both sides ask as often in one: as the slower one
  // has time for.
  const size = Math.min(mine.size(), bare.size());
  return compare(
    pairs,
    () => mine.run(size),
    () => bare.run(size),
  );
}

/**
 * Rounds of one request; each returns milliseconds per request, and says how many of them make a
 * round.
 */
function roundsOf(
  client: Child,
  [port, request]: Asked,
): { run: (size?: number) => Promise<number>; isWarm: () => boolean; size: () => number } {
  const done = { requests: 0, milliseconds: 0 };
  let about = ROUND_MS / FEWEST;
  const size = (): number => Math.max(FEWEST, Math.min(MOST, Math.round(ROUND_MS / about)));
  return {
    run: async (total = size()) => {
      about = await millisecondsPerRequest(client, port, request, total);
      done.requests += total;
      done.milliseconds += total * about;
      return about;
    },
    isWarm: () => done.requests >= WARM_UP.requests || done.milliseconds >= WARM_UP.milliseconds,
    size,
  };
}

const OPENING_TRIES = 20;

/**
 * Asks until there is an answer: on a busy machine the first connection to a store may take longer
 * than a request waits for one.
 */
export async function untilAnswered(client: Child, port: number, requests: readonly Buffer[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await runLoad(client, { port, connections: 1, total: requests.length, requests });
      return;
    } catch (error) {
      if (tries === OPENING_TRIES) throw error;
    }
  }
}

export async function answerTo<T>(client: Child, port: number, request: Buffer): Promise<T> {
  const { sample } = await runLoad(client, { port, connections: 1, total: 1, requests: [request] });
  return JSON.parse(sample) as T;
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
