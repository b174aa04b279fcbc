import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../packages/webhook-verifier/src/index.js';
import { eventually } from '../../support/eventually.js';
import { useDeliveryBench } from './delivery-bench.js';
import type { Webhook, WebhookDesk } from './webhook-desk.js';

/** As many exchanges as one origin has at once. */
const PLACES = 8;

const bench = useDeliveryBench();

// webhooks 4.4
describe('a delivery that has waited for a connection', () => {
  const held: ServerResponse[] = [];
  let desk: WebhookDesk;
  let webhook: Webhook;

  /** Another client keeps all connections of the receiver, and one delivery waits for one. */
  beforeEach(async () => {
    bench.got.length = 0;
    held.length = 0;
    bench.answer = (response) => response.writeHead(204).end();
    await bench.startWorker();
    const { desk: other } = await bench.aWebhook({
      endpoint_url: bench.url('/held'),
      event_types: ['call_ended'],
    });
    // A receiver that is known to answer is given several at once.
    for (let count = 0; count < 4; count += 1) await bench.call(other);
    await bench.settled(other, 4);
    bench.answer = (response, { path }) =>
      void (path === '/held' ? held.push(response) : response.writeHead(204).end());
    await Promise.all(Array.from({ length: PLACES }, () => bench.call(other)));
    await eventually(() => expect(held).toHaveLength(PLACES));
    ({ desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] }));
    await bench.call(desk);
    await eventually(async () =>
      expect(
        await bench.inStore('SELECT 1 FROM webhook_queue WHERE webhook_id = $1 AND lease_token IS NOT NULL', [
          webhook.webhook_id,
        ]),
      ).toHaveLength(1),
    );
    return () => bench.stopWorkers();
  });

  /** By then a change counts everywhere. */
  async function aSecondLater(): Promise<void> {
    const since = performance.now();
    await eventually(() => expect(performance.now() - since).toBeGreaterThan(1000));
    for (const response of held) response.writeHead(204).end();
  }
  const arrived = () => bench.got.filter(({ path }) => path !== '/held');

  it('is signed with the secret of the moment at which it is sent', async () => {
    const rotated = await desk.post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash).expect(200);
    const { secret } = rotated.body as Webhook;
    await aSecondLater();
    await bench.settled(desk, 1);
    const [{ headers, body }] = arrived() as [ReturnType<typeof arrived>[number]];
    expect(verifyWebhook(headers, body, { secrets: secret }).event).toBe('call_ended');
    expect(headers['x-service-signature']).not.toMatch(/v1=.*v1=/);
  });

  it('is not sent where its webhook was switched off meanwhile', async () => {
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { status: 'disabled', revision_hash }).expect(200);
    await aSecondLater();
    const [row] = await bench.settled(desk, 1, ['cancelled']);
    expect(row!.failure_code).toBe('endpoint_disabled');
    expect(arrived()).toEqual([]);
  });

  it('goes to where its webhook was moved meanwhile', async () => {
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { endpoint_url: bench.url('/moved'), revision_hash }).expect(200);
    await aSecondLater();
    await eventually(() => bench.hurry(desk).then(() => expect(arrived()).toHaveLength(1)));
    await bench.settled(desk, 1);
    expect(arrived().map(({ path }) => path)).toEqual(['/moved']);
  });
});
