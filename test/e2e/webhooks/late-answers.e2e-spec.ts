import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { useDeliveryBench } from './delivery-bench.js';
import type { Webhook } from './webhook-fixture.js';

const bench = useDeliveryBench();
const moved = () => ({ endpoint_url: bench.url('/moved') });

// webhooks 3.4, 7.8
it.each([
  ['was switched on anew', '/calls', () => [{ status: 'active' }], false],
  ['was moved', '/moved', () => [moved()], false],
  ['was moved there and back', '/calls', () => [moved(), { endpoint_url: bench.url('/calls') }], false],
  ['was moved unseen by its worker', '/moved', () => [moved()], true],
])('a 410 that comes after its webhook %s switches nothing off', async (_, path, changes, isUnseen) => {
  const held: ServerResponse[] = [];
  bench.got.length = 0;
  bench.answer = (response) => void (held.length === 0 ? held.push(response) : response.writeHead(204).end());
  const proxy = await FaultProxy.before(bench.test.databases.workerMetadataUrl);
  await bench.startWorker((base) => ({ ...base, metadata: { ...base.metadata, url: proxy.url } }));
  const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
  await bench.call(desk);
  await eventually(() => expect(held).toHaveLength(1));
  if (isUnseen) await proxy.become('refuse');
  let { revision_hash } = webhook;
  for (const change of changes()) {
    const changed = await desk.change(webhook.webhook_id, { ...change, revision_hash }).expect(200);
    ({ revision_hash } = changed.body as Webhook);
  }
  held[0]!.writeHead(410).end();
  await bench.settled(desk, 1, ['failed']);
  if (isUnseen) await proxy.heal();
  await bench.call(desk);
  await bench.settled(desk, 2, ['failed', 'succeeded']);
  expect(bench.got.map((got) => got.path)).toEqual(['/calls', path]);
  expect(await desk.item(webhook.webhook_id)).toMatchObject({ status: 'active', disabled_reason: null });
  expect((await desk.audits()).map(({ action }) => action)).not.toContain('webhook.disabled');
  await bench.stopWorkers();
  await proxy.close();
});
