import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Response, Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { atDepth, someOf } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { onStore } from '../../support/sealed-calls.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { aWebhookFixture, PATH } from './webhook-fixture.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

/** A webhook with a delivery, of another tenant or of no tenant. */
interface Target {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly projectId: string;
  readonly revision: string;
}

type Route = readonly [name: string, ask: (test: TestApp, it: Target) => Test];

const about = (test: Test, { projectId }: Target): Test => test.query({ project_id: projectId });
const guarded = (test: Test, { revision }: Target): Test => test.set('If-Match', `"${revision}"`);
const post = (test: TestApp, it: Target, action: string): Test =>
  test.request().post(`${PATH}/${it.webhookId}/${action}`).query({ project_id: it.projectId });

/** All routes that name a webhook or a delivery, with the project to which they would belong. */
const ROUTES: readonly Route[] = [
  [
    'PATCH /{webhook_id}',
    (test, it) =>
      guarded(about(test.request().patch(`${PATH}/${it.webhookId}`), it), it).send({ timeout_seconds: 7 }),
  ],
  [
    'DELETE /{webhook_id}',
    (test, it) => guarded(about(test.request().delete(`${PATH}/${it.webhookId}`), it), it),
  ],
  ['POST /{webhook_id}/rotate-secret', (test, it) => guarded(post(test, it, 'rotate-secret'), it)],
  [
    'POST /{webhook_id}/end-previous-secret',
    (test, it) => guarded(post(test, it, 'end-previous-secret'), it),
  ],
  ['POST /{webhook_id}/test', (test, it) => guarded(post(test, it, 'test'), it)],
  [
    'POST /{webhook_id}/recover',
    (test, it) => post(test, it, 'recover').send({ since: new Date(Date.now() - 60_000).toISOString() }),
  ],
  [
    'POST /deliveries/{delivery_id}/redeliver',
    (test, it) => test.request().post(`${PATH}/deliveries/${it.deliveryId}/redeliver`),
  ],
  [
    'GET /deliveries?webhook_id',
    (test, it) => test.request().get(`${PATH}/deliveries`).query({ webhook_id: it.webhookId }),
  ],
];

// Rules: access 6.1, 6.2; webhooks 2.1, 2.10, 8.4. The clock does not move, so that caches are
// equally warm for both.
describe("another tenant's webhook, and its delivery,", () => {
  const test = useTestApp({ clock: new TestClock() });
  let callers: Caller[];
  let foreign: Target;
  let absent: Target;
  let ours: Target;
  const statements = vi.spyOn(Client.prototype, 'query');

  /** The objects of a test: a webhook, and a delivery to it that has ended. */
  async function aTarget(desk: WebhookFixture): Promise<Target> {
    const made = await desk.made();
    const tried = await desk.post(made.webhook_id, 'test', made.revision_hash).expect(200);
    const { delivery_id: deliveryId } = tried.body as { delivery_id: string };
    await onStore(test, `UPDATE webhook_deliveries SET status = 'failed' WHERE delivery_id = $1`, [
      deliveryId,
    ]);
    return {
      webhookId: made.webhook_id,
      deliveryId,
      projectId: desk.projectId,
      revision: made.revision_hash,
    };
  }

  const own = perSuite(() => aWebhookFixture(test));
  beforeAll(async () => {
    foreign = await aTarget(await aWebhookFixture(test));
    ours = await aTarget(own);
    absent = {
      ...foreign,
      webhookId: randomUUID(),
      deliveryId: idBeside(foreign.deliveryId),
      projectId: 'project-nowhere',
    };
    callers = await everyCaller(test.world, own.tenant, own.projectId);
  });
  afterAll(() => statements.mockRestore());

  async function ask([, request]: Route, { headers }: Caller, target: Target): Promise<Response> {
    // Each request starts with a full rate-limit window.
    await test.world.sql('DELETE FROM throttle_hits');
    return request(test, target).set(headers);
  }

  it.each(ROUTES)('is answered like one that is not there by the same work: %s', async (...route) => {
    const turn = ROUTES.findIndex(([name]) => name === route[0]);
    const admin = callers.filter(({ name }) => name === 'partner_admin key');
    const tried = atDepth({ ordinary: [...admin, ...someOf(callers, 5, turn)], full: callers });
    for (const caller of tried) {
      await ask(route, caller, absent);
      const seen: object[] = [];
      for (const target of [foreign, absent]) {
        await test.world.sql('DELETE FROM throttle_hits');
        statements.mockClear();
        const answer = essence(await route[1](test, target).set(caller.headers));
        seen.push({ answer, texts: requestStatements(statements.mock.calls) });
      }
      expect(seen[0], caller.name).toEqual(seen[1]);
      expect(seen[0], caller.name).not.toMatchObject({ answer: { status: 500 } });
    }
  });

  it('is not what is ours, which those who may are answered otherwise for', async () => {
    const admin = callers.find(({ name }) => name === 'partner_admin key')!;
    for (const route of ROUTES.filter(([name]) => !name.startsWith('DELETE'))) {
      const revision = (await own.item(ours.webhookId)).revision_hash;
      const { status } = await ask(route, admin, { ...ours, revision });
      expect([route[0], [200, 202].includes(status)]).toEqual([route[0], true]);
    }
    const [left] = await own.items();
    expect((left as Webhook)['timeout_seconds']).toBe(7);
  });

  it('stays as it is whoever has asked', async () => {
    const rows = await test.world.sql<{ revision: number }>(
      'SELECT revision, timeout_seconds, enablement FROM webhook_endpoints WHERE webhook_id = $1',
      [foreign.webhookId],
    );
    expect(rows).toEqual([{ revision: 1, timeout_seconds: 10, enablement: 1 }]);
  });
});

/** An id from the same millisecond: the id determines where a delivery is stored. */
const idBeside = (deliveryId: string): string => deliveryId.slice(0, -12) + randomUUID().slice(-12);
