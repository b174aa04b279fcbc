import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const MIB = Buffer.alloc(2 ** 20, 'a,b,c\r\n');

/**
 * An export larger than any test database: a server on loopback that answers each request with this
 * many MiB of CSV.
 */
export async function startLargeExport(mib: number): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    // The stream ends when its reader disconnects.
    void pipeline(Readable.from(Array.from({ length: mib }, () => MIB)), response).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => once(server.close(), 'close'),
  };
}
