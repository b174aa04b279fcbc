import { createHmac, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { answerOrders } from '../harness/children.ts';

// The floor of P16: plain undici posts one body repeatedly, signed like a delivery, over some
// connections.

interface Order {
  readonly origin: string;
  readonly connections: number;
  readonly body: string;
  readonly count: number;
}

const SECRET = 'whsec_floor-floor-floor-floor-floor-floor-floor-1';
const hmac = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

function headersOf(body: string): Record<string, string> {
  const second = Math.floor(Date.now() / 1000);
  const id = randomUUID();
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Service-Delivery-Id': id,
    'X-Service-Event': 'call_ended',
    'X-Service-Timestamp': String(second),
    'X-Service-Endpoint-Id': id,
    'X-Service-Signature': `t=${second},d=${id},e=call_ended,v1=${hmac(`${second}.${id}.call_ended.${body}`)}`,
    'X-Webhook-Signature-256': `sha256=${hmac(body)}`,
  };
}

answerOrders(async (order) => {
  const { origin, connections, body, count } = order as unknown as Order;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const startedAt = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1;
        const answer = await pool.request({
          path: '/well/0',
          method: 'POST',
          headers: headersOf(body),
          body,
        });
        await answer.body.dump();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { seconds };
});
