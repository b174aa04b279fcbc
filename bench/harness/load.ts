import { join } from 'node:path';
import { startChild } from './children.ts';
import type { Child } from './children.ts';
import type { LoadOrder, LoadResult } from './load-client.ts';

/** As many as a busy load balancer keeps open to one process. */
const CONNECTIONS = 64;

/** Starts the process that makes the load. */
export const startLoadClient = (): Promise<Child> => startChild(join(import.meta.dirname, 'load-client.ts'));

/** A GET as it goes over the wire. */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${linesOf(headers)}\r\n`);
}

/** A POST of JSON as it goes over the wire. */
export function postRequest(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const bytes = Buffer.from(body);
  const own = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\nHost: bench\r\n${linesOf(own)}\r\n`), bytes]);
}

/** Runs one bounded load. @throws when any answer is neither 200 nor 201 */
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

/** Milliseconds a request takes, one after another on one connection. */
export async function millisecondsPerRequest(
  client: Child,
  port: number,
  request: Buffer,
  total: number,
): Promise<number> {
  const { seconds } = await runLoad(client, { port, connections: 1, total, requests: [request] });
  return (seconds * 1000) / total;
}

/** Short, so that both sides of a pair meet the same noise; many pairs make up for it. */
const ROUND_MS = 200;
const PROBES = 5;
const [FEWEST, MOST] = [2, 200];
/**
 * A process that serves has long served thousands. With fewer, V8 has compiled the few functions of a floor and not yet
 * ours, and the ratio is one of start-ups. The time is for slow requests, which need not be as many.
 */
const WARM_UP = { requests: 3000, milliseconds: 6000 };

/** A round of one request, as often as it takes to be steady, of a process that is warm by then; gives milliseconds per request. */
export async function roundsOf(client: Child, port: number, request: Buffer): Promise<() => Promise<number>> {
  const about = await millisecondsPerRequest(client, port, request, PROBES);
  const total = Math.max(FEWEST, Math.min(MOST, Math.round(ROUND_MS / about)));
  const round = (): Promise<number> => millisecondsPerRequest(client, port, request, total);
  const until = performance.now() + WARM_UP.milliseconds;
  for (let sent = 0; sent < WARM_UP.requests && performance.now() < until; sent += total) await round();
  return round;
}

/** The body of the answer to one request. */
export async function answerTo<T>(client: Child, port: number, request: Buffer): Promise<T> {
  const { sample } = await runLoad(client, { port, connections: 1, total: 1, requests: [request] });
  return JSON.parse(sample) as T;
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
