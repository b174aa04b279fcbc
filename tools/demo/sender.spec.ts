import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { demoSender } from './sender.ts';

/** Answers the first request with 503, like an API whose store is busy. */
const keys: string[] = [];
const server = createServer((request, response) => {
  keys.push(String(request.headers['idempotency-key']));
  response
    .writeHead(keys.length === 1 ? 503 : 200, { 'content-type': 'application/json' })
    .end('{"done":true}');
});

afterAll(() => server.close());

it('repeats a request of the demo with its key while a store does not answer', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { answer } = await demoSender(`http://127.0.0.1:${port}`)('key', 'POST', '/v1/any', {});
  expect(answer).toEqual({ done: true });
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});
