import { beforeAll, describe, expect, it } from 'vitest';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { AlertsForBellJob } from '../../../src/features/alerts/notices/alerts-for-bell.job.js';
import type {
  NoticesReadResponse,
  NoticesResponse,
} from '../../../src/features/email-routing/bell/bell.response.js';
import type { AddressResponse } from '../../../src/features/email-routing/lookup/address.response.js';
import { PruneNoticesJob } from '../../../src/features/email-routing/outbox/prune-notices.job.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { startWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow } from '../alerts/alert-stage.js';

const PATH = '/v1/portal/notices';

describe('the bell', () => {
  const test = useTestApp();
  /** Another process on the same store. */
  const other = perSuite(
    () => startTestApp({ databases: test.databases, settings: () => test.settings }),
    (app) => app.close(),
  );
  const worker = perSuite(
    () => startWorker(test),
    (it) => it.close(),
  );

  let stage: AlertStage;
  let admin: TestUser;

  beforeAll(async () => {
    stage = await AlertStage.open(test);
    admin = stage.people.get('client_admin')!;
  });

  /** Like the schedule, which checks every client. */
  const look = async ({ clientId } = stage.tenant): Promise<void> => {
    const job = worker.get(AlertsForBellJob, { strict: false });
    for (const tenant of await job.plan()) if (tenant.clientId === clientId) await job.handle(tenant);
  };

  const rung = async (role: PortalRole, query: object = {}): Promise<NoticesResponse> =>
    (await stage.get(role, query, PATH).expect(200)).body as NoticesResponse;
  const titles = async (role: PortalRole, query: object = {}): Promise<string[]> =>
    (await rung(role, query)).items.map(({ title }) => title).sort();

  const bellOf = async (user: TestUser, tenant: TestTenant, by = test.request()): Promise<NoticesResponse> =>
    (await by.get(PATH).set(bearer(user.token())).query({ client_id: tenant.clientId }).expect(200))
      .body as NoticesResponse;
  const read = async (user: TestUser, tenant: TestTenant, upTo: string): Promise<string> =>
    (
      (
        await test
          .request()
          .post(`${PATH}/read`)
          .set(bearer(user.token()))
          .query({ client_id: tenant.clientId })
          .send({ up_to_utc: upTo })
          .expect(200)
      ).body as NoticesReadResponse
    ).read_up_to_utc;

  /** Plants notices about the customer's people, one minute apart; the last one a minute ago. */
  const plant = (tenant: TestTenant, count: number): Promise<object[]> =>
    test.world.sql(
      `INSERT INTO notice_entries (client_id, data_env, notice_id, kind, subject, period, topic, facts, created_at)
       SELECT $1, $2, gen_random_uuid(), 'person', n::text, '', 'people',
              '{"what": "invited", "role": "client_staff", "organisation_id": null}',
              date_trunc('milliseconds', now()) - make_interval(mins => n)
         FROM generate_series(1, $3) n`,
      [tenant.clientId, tenant.dataEnv, count],
    );

  // email-routing 7.1, 7.2, 7.3, 7.4; alerts 7.1
  it('shows each person what their role may read, once, though no address is told', async () => {
    const { label } = await stage.request(hoursFromNow(-2), hoursFromNow(9));
    await stage.refusedSlot(new Date());
    await stage.failingWebhook('gone');
    await stage.pausedCampaign('capacity');
    await test
      .request()
      .post('/v1/portal/invitations')
      .query({ client_id: stage.tenant.clientId })
      .set(bearer(admin.token()))
      .set('Idempotency-Key', 'bell-invite')
      .send({ email: 'new.person@example.com', role: 'client_staff' })
      .expect(200);
    await look();
    await look();
    const request = `Caller request due soon: ${label}`;
    const slots = `Calls refused for lack of slots: ${stage.projectId}`;
    const webhook = 'Webhook is switched off: hooks.acme.example';
    const campaign = 'Campaign paused: Recall';
    const invited = 'A person was invited: Staff';
    expect({
      client_admin: await titles('client_admin'),
      client_staff: await titles('client_staff'),
      service_operator: await titles('service_operator'),
      partner_user: await titles('partner_user'),
    }).toEqual({
      client_admin: [invited, request, slots].sort(),
      client_staff: [slots],
      service_operator: [request, slots, campaign].sort(),
      partner_user: [],
    });
    expect(await titles('partner_admin')).not.toContain(invited);
    await test.world.assignProject(stage.people.get('partner_user')!, stage.tenant, stage.projectId);
    expect(await titles('partner_user')).toEqual([slots, campaign, webhook].sort());
    const [inGerman] = (await rung('client_staff', { language: 'de' })).items;
    const [alert] = (await stage.alerts('client_staff')).filter(({ kind }) => kind === 'capacity_blocked');
    expect(inGerman).toMatchObject({
      kind: 'alert',
      subject: alert!.alert_id,
      topic: 'capacity',
      title: `Anrufe abgewiesen, weil Plätze fehlten: ${stage.projectId}`,
      action: { label: 'Meldungen öffnen', path: '/alerts' },
      is_unread: true,
    });
    expect(JSON.stringify(await rung('client_admin'))).not.toContain('new.person');
  });

  // email-routing 7.2
  it('answers for a foreign client as for an absent one', async () => {
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    expect((await bellOf(user, tenant)).items).toEqual([]);
    for (const method of ['get', 'post'] as const) {
      const path = method === 'get' ? PATH : `${PATH}/read`;
      const bodies: string[] = [];
      for (const clientId of [stage.tenant.clientId, 'no-such-client']) {
        const asked = test.request()[method](path).query({ client_id: clientId }).set(bearer(user.token()));
        const sent = method === 'get' ? asked : asked.send({ up_to_utc: '2026-01-01T00:00:00Z' });
        const body = (await sent.expect(404)).body as { error: object };
        bodies.push(JSON.stringify({ ...body.error, request_id: null }));
      }
      expect(bodies[0]).toBe(bodies[1]);
    }
  });

  // email-routing 7.4, 7.5
  it('counts for each person what they have not read, in every process', async () => {
    const tenant = await test.world.aTenant();
    const [one, two] = [
      await test.world.aUser(tenant, { role: 'client_admin' }),
      await test.world.aUser(tenant, { role: 'client_admin' }),
    ];
    await plant(tenant, 103);
    const all = await bellOf(one, tenant);
    expect([all.items.length, all.unread_count, all.items.every((it) => it.is_unread)]).toEqual([
      20,
      100,
      true,
    ]);
    // Pages follow each other without gaps.
    const page = (query: object) =>
      test
        .request()
        .get(PATH)
        .set(bearer(one.token()))
        .query({ client_id: tenant.clientId, ...query });
    const seen: string[] = [];
    for (let cursor: string | undefined = undefined; ;) {
      const body = (await page({ page_size: 50, ...(cursor && { cursor }) }).expect(200))
        .body as NoticesResponse;
      seen.push(...body.items.map(({ notice_id: id }) => id));
      cursor = body.next_cursor;
      if (cursor === undefined) break;
    }
    expect([seen.length, new Set(seen).size]).toEqual([103, 103]);
    await page({ cursor: 'made-up' }).expect(400);
    await page({ page_size: 101 }).expect(400);
    await page({ language: 'fr' }).expect(400);

    const third = all.items[2]!.created_at_utc;
    expect(await read(one, tenant, third)).toBe(third);
    const elsewhere = await bellOf(one, tenant, other.request());
    expect([elsewhere.unread_count, elsewhere.items.map((it) => it.is_unread).lastIndexOf(true)]).toEqual([
      2, 1,
    ]);
    expect((await bellOf(two, tenant)).unread_count).toBe(100);
    // The mark of read notices never goes back, and never lies in the future.
    expect(await read(one, tenant, '2026-01-01T00:00:00Z')).toBe(third);
    const now = Date.parse(await read(one, tenant, '2099-01-01T00:00:00Z'));
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
    expect((await bellOf(one, tenant, other.request())).unread_count).toBe(0);
    await test.world.sql(
      `UPDATE notice_entries SET created_at = now() - interval '8 days' WHERE client_id = $1 AND subject <> '1'`,
      [tenant.clientId],
    );
    expect((await bellOf(two, tenant)).unread_count).toBe(1);
  });

  // alerts 7.5
  it('and the alerts say which addresses of the own party were told', async () => {
    const own = await AlertStage.open(test);
    const { clientId } = own.tenant;
    const customer = own.people.get('client_admin')!;
    const address = async (headers: Record<string, string>, email: string, topic: string) => {
      const answer = await test
        .request()
        .post('/v1/portal/email-routing/addresses')
        .query({ client_id: clientId })
        .set(headers)
        .send({ email, label: `Desk of ${topic}`, topics: [topic, 'capacity'], language: 'en' })
        .expect(200);
      await own.sql(
        `UPDATE email_addresses SET status = 'verified', verified_at = now() - interval '30 days', token_hash = NULL
          WHERE client_id = $1 AND data_env = $2 AND address_id = $3`,
        (answer.body as AddressResponse).address_id,
      );
    };
    await address(bearer(customer.token()), 'customer.desk@example.com', 'caller_requests');
    await address(own.headers('partner_admin'), 'partner.desk@example.com', 'webhooks');
    await own.request(hoursFromNow(-2), hoursFromNow(9));
    await own.refusedSlot(new Date());
    await own.failingWebhook('gone');
    await look(own.tenant);
    const told = async (role: PortalRole) =>
      Object.fromEntries((await own.alerts(role)).map((alert) => [alert.kind, alert.told]));
    const waiting = (label: string) => [
      {
        label,
        status: 'waiting',
        email_masked: expect.stringContaining('***') as string,
        at_utc: expect.any(String) as string,
      },
    ];
    const forCustomer = waiting('Desk of caller_requests');
    const forPartner = waiting('Desk of webhooks');
    expect(await told('client_admin')).toEqual({
      caller_request_urgent: forCustomer,
      capacity_blocked: forCustomer,
      // Only addresses of partners have this topic.
      webhook_disabled: null,
    });
    expect(await told('partner_admin')).toEqual({
      webhook_disabled: forPartner,
      capacity_blocked: forPartner,
    });
    expect(await told('client_staff')).toEqual({ capacity_blocked: null });
    expect(await told('service_operator')).toEqual({ caller_request_urgent: null, capacity_blocked: null });
    await own.sql(
      `UPDATE notices SET status = CASE WHEN kind = 'alert' AND facts ->> 'kind' = 'capacity_blocked' THEN 'failed' ELSE 'sent' END,
              ended_at = '2026-11-01T00:00:00Z' WHERE client_id = $1 AND data_env = $2`,
    );
    const [request] = (await own.alerts('client_admin')).filter(
      ({ kind }) => kind === 'caller_request_urgent',
    );
    expect(request!.told).toMatchObject([{ status: 'sent', at_utc: '2026-11-01T00:00:00.000Z' }]);
    // Staff may acknowledge it, and see no addresses of the client.
    const acknowledged = await own.acknowledge('service_operator', request!.alert_id).expect(200);
    expect(acknowledged.body).toMatchObject({ state: 'acknowledged', told: null });
    expect((await told('partner_admin'))['capacity_blocked']).toMatchObject([{ status: 'failed' }]);
    for (const role of ['client_admin', 'partner_admin'] as const)
      expect(JSON.stringify(await own.list(role))).not.toMatch(/(customer|partner)\.desk/);
  });

  // email-routing 7.6
  it('forgets notices after a quarter, and tells of nothing again', async () => {
    const own = await AlertStage.open(test);
    const days = (count: number) => hoursFromNow(-24 * count);
    const { clientId, dataEnv } = own.tenant;
    const count = async (table: string): Promise<number> =>
      (
        (await own.sql(
          `SELECT count(*)::integer AS rows FROM ${table} WHERE client_id = $1 AND data_env = $2`,
        )) as [{ rows: number }]
      )[0].rows;
    // A request that has been overdue for a quarter is still an alert.
    await own.request(days(100), days(91));
    await look(own.tenant);
    expect(await count('notice_entries')).toBe(0);
    await own.request(days(100), days(89));
    await look(own.tenant);
    expect(await count('notice_entries')).toBe(1);
    expect((await own.alerts('client_admin')).map(({ kind }) => kind)).toEqual([
      'caller_request_overdue',
      'caller_request_overdue',
    ]);

    await plant(own.tenant, 1_005);
    const person = own.people.get('client_admin')!;
    await read(person, own.tenant, '2099-01-01T00:00:00Z');
    const age = (table: string, column: string, age: string) =>
      own.sql(
        `UPDATE ${table} SET ${column} = now() - $3::interval WHERE client_id = $1 AND data_env = $2`,
        age,
      );
    const prune = () => worker.get(PruneNoticesJob, { strict: false }).handle({ clientId, dataEnv });
    await age('notice_entries', 'created_at', '90 days');
    await age('notice_marks', 'read_up_to', '90 days');
    await prune();
    expect([await count('notice_entries'), await count('notice_marks')]).toEqual([1_006, 1]);
    await age('notice_entries', 'created_at', '92 days');
    await age('notice_marks', 'read_up_to', '92 days');
    await prune();
    expect([await count('notice_entries'), await count('notice_marks')]).toEqual([0, 0]);
  });
});
