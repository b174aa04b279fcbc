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

/** Runs one bounded load. @throws when any answer is not a 200 */
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

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
