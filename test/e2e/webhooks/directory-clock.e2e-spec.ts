import { expect, it } from 'vitest';
import { WebhookDirectory } from '../../../src/features/webhooks/lookup/webhook-directory.service.js';
import { useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { aWebhookDesk } from './webhook-desk.js';

const clock = new TestClock();
const test = useTestApp({ clock });

// Turns red when what is remembered ages by a clock that can be set back: deliveries would wait until it has caught up.
// webhooks 4.4
it('a change of a webhook is seen within a second, also when the clock is set back', async () => {
  const desk = await aWebhookDesk(test);
  const { webhook_id: id, revision_hash } = await desk.made({});
  const directory = test.app.get(WebhookDirectory, { strict: false });
  const timeoutNow = async () => (await directory.of(desk.tenant)).webhooks.get(id)?.timeoutSeconds;
  const before = await timeoutNow();
  const since = performance.now();
  await desk.change(id, { timeout_seconds: 23, revision_hash }).expect(200);
  clock.advance(-20_000);
  await eventually(() => expect(performance.now() - since).toBeGreaterThan(700));
  expect([before, await timeoutNow()]).toEqual([10, 23]);
});
