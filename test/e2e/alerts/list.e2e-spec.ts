import { beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/features/alerts/rules/alert.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow, type Planted } from './alert-stage.js';
import { bouncedAddress, endingCertificate, givenUpWork, overdueTicket, silentCall } from './causes.js';

const lineOf = ({ kind, reason, subject }: Alert) => [kind, reason, subject.id];

describe('alerts', () => {
  const test = useSharedApp();
  let stage: AlertStage;
  beforeAll(async () => {
    stage = await AlertStage.open(test);
  });

  type Case = readonly [
    kind: string,
    reason: string | null,
    role: PortalRole,
    plant: (on: AlertStage) => Promise<Planted>,
  ];
  const CASES: readonly Case[] = [
    ['webhook_degraded', null, 'partner_admin', (on) => on.failingWebhook(null)],
    ['webhook_disabled', 'gone', 'partner_admin', (on) => on.failingWebhook('gone')],
    ['webhook_disabled', 'failing', 'partner_admin', (on) => on.failingWebhook('failing')],
    [
      'webhook_disabled',
      'by_owner',
      'partner_admin',
      async (on) => {
        const subjectId = await on.webhook({ isEnabled: false });
        return { subjectId, label: 'hooks.acme.example', mend: () => on.removeWebhook(subjectId) };
      },
    ],
    ['webhook_disabled', 'failing', 'client_admin', (on) => on.failingWebhook('failing')],
    [
      'webhook_secret_ends',
      null,
      'partner_admin',
      async (on) => {
        const subjectId = await on.webhook({ secretEnds: hoursFromNow(71) });
        return { subjectId, label: 'hooks.acme.example', mend: () => on.removeWebhook(subjectId) };
      },
    ],
    ['api_key_ends', 'expires', 'partner_admin', (on) => on.endingKey()],
    ['api_key_ends', 'replaced_key_in_use', 'partner_admin', (on) => on.replacedKeyInUse()],
    ['runtime_drift', null, 'partner_admin', (on) => on.drift()],
    ['runtime_silent', null, 'partner_admin', (on) => silentCall(on, hoursFromNow(-0.5))],
    [
      'campaign_paused',
      'validation_blocked',
      'partner_admin',
      (on) => on.pausedCampaign('validation_blocked'),
    ],
    ['campaign_paused', 'circuit_breaker', 'partner_admin', (on) => on.pausedCampaign('circuit_breaker')],
    ['campaign_paused', 'capacity', 'service_operator', (on) => on.pausedCampaign('capacity')],
    ['wash_ends', 'ending', 'partner_admin', (on) => on.washedCampaign(hoursFromNow(71))],
    ['wash_ends', 'ended', 'service_operator', (on) => on.washedCampaign(hoursFromNow(-1))],
    [
      'wash_ends',
      'ending',
      'partner_admin',
      (on) => on.washedCampaign(hoursFromNow(24 * 90), hoursFromNow(-24 * 28)),
    ],
    ['capacity_blocked', null, 'client_staff', (on) => on.refusedSlot(hoursFromNow(-0.5))],
    ['usage_threshold', 'notify', 'client_admin', (on) => on.reachedThreshold('notify')],
    [
      'usage_threshold',
      'pause_campaigns',
      'service_operator',
      (on) => on.reachedThreshold('pause_campaigns'),
    ],
    ['caller_request_urgent', null, 'client_admin', (on) => on.request(hoursFromNow(-1), hoursFromNow(9))],
    ['caller_request_overdue', null, 'client_admin', (on) => on.request(hoursFromNow(-9), hoursFromNow(-1))],
    ['work_given_up', null, 'service_operator', givenUpWork],
    ['support_overdue', null, 'service_operator', overdueTicket],
    ['address_bounced', null, 'client_admin', bouncedAddress],
    ['sso_certificate_ends', 'ending', 'client_admin', (on) => endingCertificate(on, hoursFromNow(24 * 29))],
    ['sso_certificate_ends', 'ended', 'client_admin', (on) => endingCertificate(on, hoursFromNow(-1))],
  ];

  // alerts 1.4, 2.1, 2.2, 2.5
  it.each(CASES)(
    'tell of %s (%s) to %s in one line until it is mended',
    async (kind, reason, role, plant) => {
      const { subjectId, label, mend } = await plant(stage);
      const { items, open_count: count } = await stage.list(role);
      expect(items.map(lineOf)).toEqual([[kind, reason, subjectId]]);
      expect(items[0]).toMatchObject({ subject: { label }, state: 'open', acknowledged_by: null });
      expect(new Date(items[0]!.since_utc).getTime()).toBeLessThanOrEqual(Date.now());
      expect(count).toBe(1);
      await mend();
      expect(await stage.list(role)).toMatchObject({ items: [], open_count: 0, unavailable_kinds: [] });
    },
  );

  // alerts 2.1
  it.each<[string, (on: AlertStage) => Promise<Planted>]>([
    ['a campaign that a person paused', (on) => on.pausedCampaign('user')],
    ['a wash that ends in more than three days', (on) => on.washedCampaign(hoursFromNow(73))],
    ['a call that was left more than an hour ago', (on) => silentCall(on, hoursFromNow(-1.1))],
    ['a slot that was refused more than an hour ago', (on) => on.refusedSlot(hoursFromNow(-1.1))],
    [
      'a secret that ends in more than three days',
      async (on) => {
        const subjectId = await on.webhook({ secretEnds: hoursFromNow(73) });
        return { subjectId, label: '', mend: () => on.removeWebhook(subjectId) };
      },
    ],
    ['a certificate that ends in more than 30 days', (on) => endingCertificate(on, hoursFromNow(24 * 31))],
    ['a request that is due later', (on) => on.request(hoursFromNow(1), hoursFromNow(9))],
  ])('do not tell of %s', async (_, plant) => {
    const { mend } = await plant(stage);
    for (const role of ['partner_admin', 'client_admin', 'service_operator'] as const) {
      expect(await stage.alerts(role)).toEqual([]);
    }
    await mend();
  });

  // alerts 2.3, 7.5
  it.each<[string, (on: AlertStage) => Promise<Planted>, string, string]>([
    [
      'a late request',
      (on) => on.request(hoursFromNow(-9), hoursFromNow(-1)),
      'service_operator',
      'Complete',
    ],
    ['a failing webhook', (on) => on.failingWebhook('failing'), 'partner_admin', 'Fix the receiver'],
  ])('tell a customer whom to ask about %s, and who can act what to do', async (_, plant, actor, advice) => {
    const { mend } = await plant(stage);
    const [asked] = await stage.alerts('client_admin');
    const [mended] = await stage.alerts(actor as PortalRole);
    expect(asked!.alert_id).toBe(mended!.alert_id);
    expect(asked!.action).toMatch(/^(Ask your partner|Staff of the platform)/);
    expect(mended!.action.startsWith(advice)).toBe(true);
    // Only addresses of partners are notified about webhooks.
    expect(asked!.told).toEqual(asked!.kind === 'webhook_disabled' ? null : []);
    await mend();
  });

  // alerts 2.8
  it('name the limits of concurrent calls that hold now, of refused calls alone', async () => {
    const { mend } = await stage.refusedSlot(hoursFromNow(-0.5));
    const limits = async () => (await stage.list('client_staff')).items.map((it) => it.limits);
    expect(await limits()).toEqual([{ project: null, client: 10 }]);
    await stage.inStore(
      `INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
       VALUES ($1, $2, $3, 5, 0), ($1, $2, 'another', 7, 0)`,
      stage.projectId,
    );
    expect(await limits()).toEqual([{ project: 5, client: 10 }]);
    await stage.inStore(
      `DELETE FROM capacity_limits WHERE client_id = $1 AND data_env = $2 AND project_id <> ''`,
    );
    await mend();
    const drift = await stage.drift();
    expect((await stage.list('partner_admin')).items[0]!.limits).toBeNull();
    await drift.mend();
  });

  // alerts 2.4
  it('begin with the first refused slot before which none was for an hour', async () => {
    const minutes = [-5, -3.5, -2.9, -2.1, -1.2, -0.4].map(hoursFromNow);
    for (const minute of minutes) await stage.refusedSlot(minute);
    const [alert] = await stage.alerts('client_staff');
    const first = Math.floor(minutes[1]!.getTime() / 60_000) * 60_000;
    expect(alert!.since_utc).toBe(new Date(first).toISOString());
    await stage.inStore('DELETE FROM capacity_blocks WHERE client_id = $1 AND data_env = $2');
  });

  // alerts 2.5, 2.6
  it('show a partner_user what is assigned, and nobody what is archived', async () => {
    const own = await AlertStage.open(test);
    const planted = [
      await own.pausedCampaign('capacity'),
      await own.drift(),
      await own.failingWebhook('gone'),
    ];
    const subjects = async (role: PortalRole) =>
      (await own.alerts(role)).map(({ subject }) => subject.id).sort();
    const all = planted.map(({ subjectId }) => subjectId).sort();
    expect(await subjects('partner_admin')).toEqual(all);
    expect(await subjects('partner_user')).toEqual([]);
    await test.world.assignProject(own.people.get('partner_user')!, own.tenant, own.projectId);
    expect(await subjects('partner_user')).toEqual(all);
    await test.world.archive(own.projectId);
    expect(await subjects('partner_admin')).toEqual([]);
  });

  // alerts 2.6
  it('show an administrator campaigns of assigned projects alone', async () => {
    const own = await AlertStage.open(test);
    await own.pausedCampaign('capacity');
    await own.sql('UPDATE project_assignments SET active = false WHERE client_id = $1 AND data_env = $2');
    expect(await own.alerts('partner_admin')).toEqual([]);
    expect((await own.alerts('service_operator')).map(({ kind }) => kind)).toEqual(['campaign_paused']);
  });

  // alerts 1.3, 3.1, 3.2, 3.4
  it('come worst first, then newest first, page by page, and narrow to a project', async () => {
    const own = await AlertStage.open(test);
    const key = await own.endingKey();
    const webhook = await own.failingWebhook(null);
    const campaign = await own.pausedCampaign('capacity');
    const worst = await own.failingWebhook('failing');
    await own.inStore(
      `UPDATE webhook_health SET disabled_at = now() - interval '9 days' WHERE client_id = $1 AND data_env = $2 AND disabled_at IS NOT NULL`,
    );
    const order = [worst, campaign, webhook, key].map(({ subjectId }) => subjectId);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => own.list('partner_admin', { page, page_size: 1 })),
    );
    expect(pages.flatMap(({ items }) => items.map(({ subject }) => subject.id))).toEqual(order);
    expect(pages.map(({ pagination, open_count: count }) => [pagination.total_pages, count])).toEqual(
      Array(4).fill([4, 4]),
    );
    const { items } = await own.list('partner_admin', { project_id: own.projectId });
    expect(items.map(({ subject }) => subject.id)).toEqual(order.slice(0, 3));
    await own.get('partner_admin', { project_id: stage.projectId }).expect(404);
    await own.get('partner_admin', { page_size: 101 }).expect(400);
  });

  // alerts 1.2
  it("are another tenant's for nobody", async () => {
    const other = await AlertStage.open(test);
    await other.pausedCampaign('capacity');
    expect(await stage.alerts('partner_admin')).toEqual([]);
    await stage.get('partner_admin', { client_id: other.tenant.clientId }).expect(404);
  });

  // alerts 3.3
  it('are at most 200 of a kind, the newest', async () => {
    const own = await AlertStage.open(test);
    await own.pausedCampaign('capacity');
    await own.inStore(
      `INSERT INTO campaigns SELECT (jsonb_populate_record(c, jsonb_build_object('campaign_id', uuidv7(), 'status_changed_at', c.status_changed_at + n * interval '1 second'))).*
         FROM campaigns c, generate_series(1, 200) n WHERE c.client_id = $1 AND c.data_env = $2`,
    );
    const { items, pagination, open_count: count } = await own.list('partner_admin');
    expect([pagination.total_records, count]).toEqual([200, 200]);
    const [oldest] = (await own.inStore(
      'SELECT min(status_changed_at) AS at FROM campaigns WHERE client_id = $1 AND data_env = $2',
    )) as { at: Date }[];
    expect(new Date(items[0]!.since_utc).getTime() - oldest!.at.getTime()).toBe(200_000);
  });

  // alerts 2.4
  it('say since when a runtime drifts, however often it repeats itself', async () => {
    const own = await AlertStage.open(test);
    const runtime = await test.world.aKey(own.tenant, 'runtime-ingest');
    const report = () =>
      test
        .request()
        .post(`/internal/v1/projects/${own.projectId}/runtime-reports`)
        .set('X-API-Key', runtime)
        .send({ applied_hash: 'f'.repeat(64), runtime_id: 'voice-1' })
        .expect(200);
    await report();
    const before = await own.alerts('partner_admin');
    await report();
    expect(await own.alerts('partner_admin')).toEqual(before);
    expect(before.map(({ kind }) => kind)).toEqual(['runtime_drift']);
  });

  // alerts 1.1, 1.2
  it('are for people: a key finds no such route', async () => {
    const key = await test.world.aKey(stage.tenant, 'partner_admin');
    await test.request().get('/v1/alerts').set('X-API-Key', key).expect(404);
    const stranger = await test.world.aPerson();
    await test.request().get('/v1/alerts').set(bearer(stranger.token())).expect(404);
  });
});
