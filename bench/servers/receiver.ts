import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOrders } from '../harness/children.ts';

// A partner's receiver: answers 204 at once, except for paths of `/hang/` while it is set to hang.
// It listens at every loopback address, so that each can be a separate origin.

const seen = { count: 0, firstAt: 0, lastAt: 0, sample: '', arrivals: [] as [callId: string, at: number][] };
let hangs = false;
let notes = false;
const hanging = new Set<ServerResponse>();

const CALL_ID = /"call_id":"([^"]+)"/;

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const isFaulty = request.url?.startsWith('/hang/') === true;
    if (isFaulty && hangs) {
      hanging.add(response);
      response.once('close', () => hanging.delete(response));
      return;
    }
    response.writeHead(204).end();
    if (isFaulty) return;
    seen.count += 1;
    seen.firstAt ||= at;
    seen.lastAt = at;
    if (seen.sample !== '' && !notes) return;
    const body = Buffer.concat(chunks).toString();
    seen.sample = body;
    if (notes) seen.arrivals.push([CALL_ID.exec(body)?.[1] ?? '', at]);
  });
});
server.listen(0, '0.0.0.0', () => {
  answerOrders((order) => {
    if ('hang' in order) hangs = order['hang'] === true;
    if ('note' in order) notes = order['note'] === true;
    const report = { ...seen, port: (server.address() as AddressInfo).port };
    if ('reset' in order) Object.assign(seen, { count: 0, firstAt: 0, lastAt: 0, sample: '', arrivals: [] });
    return Promise.resolve(report);
  });
});
