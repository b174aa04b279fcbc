import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { describe, expect, it } from 'vitest';
import type { WebhookListResponse } from '../../../src/features/webhooks/endpoints/endpoints.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { AlertStage, hoursFromNow, type Planted } from './alert-stage.js';
import { bouncedAddress } from './causes.js';

/** Requests by which a person changes data of the stage's client. */
const doing =
  (on: AlertStage, role: PortalRole) =>
  (method: 'post' | 'patch' | 'delete', path: string, body?: object, query: object = {}): Test =>
    on.test
      .request()
      [method](path)
      .set({ ...on.headers(role), 'Idempotency-Key': randomUUID() })
      // Billing routes expect client_id in the body.
      .query({ ...(body && 'client_id' in body ? {} : { client_id: on.tenant.clientId }), ...query })
      .send(body);

const KEYS = '/v1/partner/api-keys';
const ADDRESSES = '/v1/portal/email-routing/addresses';
type Advice = readonly [
  what: string,
  role: PortalRole,
  plant: (on: AlertStage) => Promise<Planted>,
  follow: (on: AlertStage, planted: Planted) => Promise<unknown>,
];

/** Sends the revision that the list of webhooks shows. */
async function changeWebhook(
  on: AlertStage,
  { subjectId }: Planted,
  method: 'post' | 'patch' | 'delete',
  path = '',
  body?: object,
): Promise<void> {
  const query = { project_id: on.projectId };
  const { items } = (await on.get('partner_admin', query, '/v1/partner/webhooks').expect(200))
    .body as WebhookListResponse;
  const { revision_hash: revision } = items.find(({ webhook_id }) => webhook_id === subjectId)!;
  await doing(on, 'partner_admin')(method, `/v1/partner/webhooks/${subjectId}${path}`, body, query)
    .set('If-Match', `"${revision}"`)
    .expect(200);
}

const switchedOff = async (on: AlertStage): Promise<Planted> => {
  const subjectId = await on.webhook({ isEnabled: false });
  return { subjectId, label: '', mend: () => on.removeWebhook(subjectId) };
};
const switchOn = (on: AlertStage, planted: Planted) =>
  changeWebhook(on, planted, 'patch', '', { status: 'active' });

const ADVICE: readonly Advice[] = [
  [
    'a previous secret that ends: end it',
    'partner_admin',
    async (on) => {
      const subjectId = await on.webhook({ secretEnds: hoursFromNow(9) });
      return { subjectId, label: '', mend: () => on.removeWebhook(subjectId) };
    },
    (on, planted) => changeWebhook(on, planted, 'post', '/end-previous-secret'),
  ],
  [
    'a key that expires: rotate it with a later end, hand the new one over',
    'partner_admin',
    (on) => on.endingKey(),
    (on, { subjectId }) =>
      doing(on, 'partner_admin')('post', `${KEYS}/${subjectId}/rotate`, {
        grace_seconds: 3600,
        expires_at_utc: hoursFromNow(24 * 90).toISOString(),
      }).expect(200),
  ],
  [
    'a key of a week that expires: rotate it for another week',
    'partner_admin',
    async (on) => {
      const subjectId = await on.key(hoursFromNow(24), 6);
      return { subjectId, label: '', mend: () => on.revoke(subjectId) };
    },
    (on, { subjectId }) =>
      doing(on, 'partner_admin')('post', `${KEYS}/${subjectId}/rotate`, {
        expires_at_utc: hoursFromNow(24 * 7).toISOString(),
      }).expect(200),
  ],
  [
    'a key that expires and nothing uses: revoke it',
    'partner_admin',
    (on) => on.endingKey(),
    (on, { subjectId }) => doing(on, 'partner_admin')('post', `${KEYS}/${subjectId}/revoke`).expect(200),
  ],
  [
    'a rotated key in use: revoke it',
    'partner_admin',
    (on) => on.replacedKeyInUse(),
    (on, { subjectId }) => doing(on, 'partner_admin')('post', `${KEYS}/${subjectId}/revoke`).expect(200),
  ],
  [
    'an address that bounced: ask it again',
    'client_admin',
    bouncedAddress,
    (on, { subjectId }) =>
      doing(on, 'client_admin')('post', `${ADDRESSES}/${subjectId}/resend`, {}).expect(200),
  ],
  [
    'an address that bounced: delete it',
    'client_admin',
    bouncedAddress,
    (on, { subjectId }) => doing(on, 'client_admin')('delete', `${ADDRESSES}/${subjectId}`, {}).expect(200),
  ],
  ['a webhook that is switched off: switch it on', 'partner_admin', switchedOff, switchOn],
  [
    'a webhook that is switched off: delete it',
    'partner_admin',
    switchedOff,
    (on, planted) => changeWebhook(on, planted, 'delete'),
  ],
  [
    'a webhook whose receiver failed for a day: switch it on',
    'partner_admin',
    (on) => on.failingWebhook('failing'),
    switchOn,
  ],
  [
    'a webhook whose receiver is gone: correct its URL, switch it on',
    'partner_admin',
    (on) => on.failingWebhook('gone'),
    (on, planted) =>
      changeWebhook(on, planted, 'patch', '', {
        endpoint_url: 'https://1.1.1.1/calls',
        status: 'active',
      }),
  ],
  [
    'a threshold of usage: raise it',
    'client_admin',
    (on) => on.reachedThreshold('notify'),
    (on, { subjectId }) =>
      doing(on, 'client_admin')('patch', `/v1/billing/usage-alerts/${subjectId}`, {
        client_id: on.tenant.clientId,
        threshold_value: 500,
      })

        .expect(200),
  ],
];

// `list.e2e-spec.ts` resolves the missing kinds by following their advice.
describe('the advice of an alert', () => {
  const test = useSharedApp();
  const stage = perSuite(() => AlertStage.open(test));

  // alerts 2.7, 2.1
  it.each(ADVICE)('%s, and it is gone', async (_, role, plant, follow) => {
    const planted = await plant(stage);
    expect((await stage.alerts(role)).map(({ subject }) => subject.id)).toEqual([planted.subjectId]);
    await follow(stage, planted);
    expect(await stage.alerts(role)).toEqual([]);
    await planted.mend();
  });

  // alerts 2.7
  it('of a threshold, which ends with its period, names acknowledging: it is open no more', async () => {
    const own = await AlertStage.open(test);
    await own.reachedThreshold('notify');
    const [alert] = await own.alerts('client_admin');
    expect(alert!.action).toContain('acknowledge the alert');
    expect(alert!.due_at_utc).not.toBeNull();
    await own.acknowledge('client_admin', alert!.alert_id).expect(200);
    expect((await own.list('client_admin')).open_count).toBe(0);
  });
});
