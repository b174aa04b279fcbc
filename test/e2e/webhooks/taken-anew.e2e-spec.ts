import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { SendDeliveriesHandler } from '../../../src/features/webhooks/delivery/send-deliveries.work.js';
import { eventually } from '../../support/eventually.js';
import { useDeliveryBench } from './delivery-bench.js';

const bench = useDeliveryBench();

// webhooks 7.6; a process that stood still for longer than its leases last has exchanges of both,
// and settles them together
it.each([
  ['before', ['earlier', 'later']],
  ['behind', ['later', 'earlier']],
])('deliveries taken anew are settled by the later lease; the earlier one fails %s it', async (_, order) => {
  const held: ServerResponse[] = [];
  bench.answer = (response, { body }) => {
    const { event } = JSON.parse(body) as { event: string };
    if (event === 'call_started' && held.length === 0) return void held.push(response);
    if (event !== 'call_analyzed') return void response.writeHead(204).end();
    const answers = [() => void held[0]!.writeHead(503).end(), () => void response.writeHead(204).end()];
    if (order[0] === 'later') answers.reverse();
    answers[0]!();
    setImmediate(answers[1]!);
  };
  const worker = await bench.startWorker();
  const { desk } = await bench.aWebhook();
  await bench.call(desk);
  await eventually(() => expect(held).toHaveLength(1));
  const { clientId, dataEnv } = desk.tenant;
  await bench.inStore(`UPDATE webhook_queue SET ready_at = now() WHERE client_id = $1 AND ready_at > now()`, [
    clientId,
  ]);
  await worker.get(SendDeliveriesHandler, { strict: false }).dispatcherOf({ clientId, dataEnv }).wake();
  await bench.settled(desk, 3);
  expect(await bench.inStore('SELECT 1 FROM webhook_queue WHERE client_id = $1', [clientId])).toEqual([]);
  expect(bench.got.filter(({ body }) => body.includes('"call_started"'))).toHaveLength(2);
  bench.got.length = 0;
  await bench.stopWorkers();
});
