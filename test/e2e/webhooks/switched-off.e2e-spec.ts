import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Test } from 'supertest';
import { systemContext } from '../../../src/core/kernel/auth-context.js';
import { TenantStores } from '../../../src/core/tenancy/tenant-stores.js';
import { queueDeliveries } from '../../../src/features/webhooks/contents/delivery-queue.js';
import { WebhookDirectory } from '../../../src/features/webhooks/lookup/webhook-directory.service.js';
import { useTestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { aWebhookDesk, errorOf, fieldOf } from './webhook-desk.js';
import type { Webhook, WebhookDesk } from './webhook-desk.js';

describe('a webhook that is switched off', () => {
  const test = useTestApp();

  /** Gives the revision that it has then. */
  const switchOff = async (desk: WebhookDesk, { webhook_id: id, revision_hash: hash }: Webhook) =>
    ((await desk.change(id, { status: 'disabled', revision_hash: hash }).expect(200)).body as Webhook)
      .revision_hash;

  // Turns red when what is queued behind a delivery is left there while that one is cancelled: it would never be sent, and
  // count as about to be sent.
  // webhooks 7.8
  it('has nothing left of what is queued while its deliveries are cancelled', async () => {
    const desk = await aWebhookDesk(test);
    const { tenant } = desk;
    const made = await desk.made();
    const stores = test.app.get(TenantStores, { strict: false });
    const webhook = (await test.app.get(WebhookDirectory, { strict: false }).now(tenant)).webhooks.get(
      made.webhook_id,
    )!;
    const event = { webhook, eventType: 'call_started', occurredAt: new Date(), callId: 'call-1' } as const;
    const queue = (sequence: number, behind: Promise<void> = Promise.resolve()): Promise<void> =>
      stores.transaction(systemContext(tenant, 'test'), async (tx) => {
        await queueDeliveries(tx, [{ ...event, eventId: randomUUID(), sequence }]);
        queued.resolve();
        await behind;
      });
    let queued = Promise.withResolvers<void>();
    await queue(1);
    queued = Promise.withResolvers<void>();
    const committing = Promise.withResolvers<void>();
    const second = queue(2, committing.promise);
    await queued.promise;
    const cancelling = switchOff(desk, made);
    await eventually(async () =>
      expect(
        await inStore(
          test,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%DELETE FROM webhook_queue%'`,
        ),
      ).toHaveLength(1),
    );
    committing.resolve();
    await Promise.all([second, cancelling]);
    const own = [tenant.clientId, tenant.dataEnv];
    const left = 'SELECT sequence, ready_at FROM webhook_queue WHERE client_id = $1 AND data_env = $2';
    expect(await inStore(test, left, own)).toEqual([]);
    const history =
      'SELECT status, failure_code FROM webhook_deliveries WHERE client_id = $1 AND data_env = $2';
    const cancelled = { status: 'cancelled', failure_code: 'endpoint_disabled' };
    expect(await inStore(test, history, own)).toEqual([cancelled, cancelled]);
  });

  // webhooks 2.10, 3.3, 8.1, 8.5, 8.6
  it('is refused a test and a recovery after what is wrong with the request itself', async () => {
    const desk = await aWebhookDesk(test);
    const made = await desk.made();
    const { webhook_id: id } = made;
    const hash = await switchOff(desk, made);
    const elsewhere = await test.world.aProject(desk.tenant);
    const codeOf = async (asking: Test) => {
      const answer = await asking;
      return [answer.status, errorOf(answer).code];
    };
    expect(await codeOf(desk.post(id, 'test'))).toEqual([428, 'precondition_required']);
    expect(await codeOf(desk.post(id, 'test', made.revision_hash))).toEqual([409, 'conflict']);
    expect(await codeOf(desk.post(id, 'test', hash, undefined, elsewhere))).toEqual([404, 'not_found']);
    expect(await codeOf(desk.post(id, 'test', hash))).toEqual([409, 'webhook_disabled']);
    const recover = (since: string, projectId?: string) =>
      desk.post(id, 'recover', undefined, { since }, projectId);
    const now = new Date().toISOString();
    expect(await codeOf(recover(now, elsewhere))).toEqual([404, 'not_found']);
    const tooEarly = await recover('2020-01-01T00:00:00Z');
    expect([tooEarly.status, fieldOf(tooEarly)?.code]).toEqual([422, 'range_invalid']);
  });

  // webhooks 2.10
  it('is not there for a change that names another project, whatever else is wrong with it', async () => {
    const desk = await aWebhookDesk(test);
    const { webhook_id: id, revision_hash } = await desk.made();
    const project_id = await test.world.aProject(desk.tenant);
    const change = { endpoint_url: 'https://10.0.0.1/', revision_hash };
    expect((await desk.change(id, change, {}, project_id)).status).toBe(404);
  });

  // webhooks 2.10
  it.each(['PATCH', 'DELETE', 'rotate-secret', 'end-previous-secret', 'test', 'recover'])(
    'needs the project that it is of: %s',
    async (action) => {
      const desk = await aWebhookDesk(test);
      const { webhook_id: id, revision_hash: hash } = await desk.made();
      const path = `/v1/partner/webhooks/${id}`;
      const asking =
        action === 'PATCH'
          ? test.request().patch(path).send({ timeout_seconds: 5 })
          : action === 'DELETE'
            ? test.request().delete(path)
            : test.request().post(`${path}/${action}`);
      const refused = await asking.set(desk.headers).set('If-Match', `"${hash}"`);
      expect([refused.status, fieldOf(refused)?.field]).toEqual([422, 'project_id']);
      expect(await desk.item(id)).toMatchObject({ revision_hash: hash, status: 'active' });
    },
  );
});
