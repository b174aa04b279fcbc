import { describe, expect, it } from 'vitest';
import type { Test } from 'supertest';
import { useSharedApp } from '../../support/shared-app.js';
import { aWebhookFixture, errorOf, fieldOf } from './webhook-fixture.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

describe('a webhook that is switched off', () => {
  const test = useSharedApp();

  /** Returns the resulting revision. */
  const switchOff = async (desk: WebhookFixture, { webhook_id: id, revision_hash: hash }: Webhook) =>
    ((await desk.change(id, { status: 'disabled', revision_hash: hash }).expect(200)).body as Webhook)
      .revision_hash;

  // webhooks 2.10, 3.3, 8.1, 8.5, 8.6
  it('is refused a test and a recovery after what is wrong with the request itself', async () => {
    const desk = await aWebhookFixture(test);
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
    const desk = await aWebhookFixture(test);
    const { webhook_id: id, revision_hash } = await desk.made();
    const project_id = await test.world.aProject(desk.tenant);
    const change = { endpoint_url: 'https://10.0.0.1/', revision_hash };
    expect((await desk.change(id, change, {}, project_id)).status).toBe(404);
  });

  // webhooks 2.10
  it.each(['PATCH', 'DELETE', 'rotate-secret', 'end-previous-secret', 'test', 'recover'])(
    'needs the project that it is of: %s',
    async (action) => {
      const desk = await aWebhookFixture(test);
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
