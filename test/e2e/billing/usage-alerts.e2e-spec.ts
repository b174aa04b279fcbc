import { beforeEach, describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';
import { CONTACT, PERIOD } from './billing-fixture.js';
import { after, useMeteringBench } from './metering-bench.js';

interface Alert {
  readonly alert_id: string;
  readonly is_capping: boolean;
  readonly last_reached: Readonly<Record<string, unknown>> | null;
}

const HOUR = 3_600_000;

describe('usage alerts', () => {
  const bench = useMeteringBench();
  beforeEach(async () => {
    await bench.begin();
    // Sessions use the machine's time.
    bench.clock.set(new Date());
  });

  const alert = async (fields: object): Promise<Alert> =>
    (
      await bench.desk
        .alerts('post', '', {
          body: { meter_id: 'minutes', threshold_type: 'units', threshold_value: 10, ...fields },
        })
        .expect(200)
    ).body as Alert;
  const alerts = async (): Promise<Alert[]> =>
    ((await bench.desk.get('/usage-alerts').expect(200)).body as { usage_alerts: Alert[] }).usage_alerts;
  const reached = async (): Promise<unknown[]> =>
    (await alerts()).map(({ last_reached: last }) => last?.['quantity'] ?? null);
  const audited = async (action: string): Promise<Record<string, unknown>[]> => {
    const rows = await bench.sql<{ metadata: Record<string, unknown> }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = $2 ORDER BY occurred_at, event_id`,
      `billing.${action}`,
    );
    return rows.map(({ metadata }) => metadata);
  };
  const ids = (): (string | undefined)[] =>
    bench.mail.mails.map(({ source }) => /^Message-ID:\s+(\S+)$/im.exec(source)?.[1]);

  // billing 16.3, 16.4
  it('is reached by stored hours and those that are not stored yet, once however often it is looked at', async () => {
    await alert({});
    // Hours are closed up to the last but one; no closed hour contains the current call.
    await bench.post('calls', [bench.call(1.5, 300), bench.call(47.5, 240)]);
    await bench.run();
    await Promise.all(bench.workers.map((worker) => bench.watch(worker)));
    expect([await reached(), await bench.owedMails()]).toEqual([[null], []]);
    const late = new Date(bench.clock.now().getTime() - 1);
    await bench.post('calls', [bench.call((late.getTime() - after(0).getTime()) / HOUR, 60)]);
    await Promise.all(bench.workers.map((worker) => bench.watch(worker)));
    await Promise.all(bench.workers.map((worker) => bench.watch(worker)));
    expect(await reached()).toEqual([10]);
    expect(await bench.owedMails()).toHaveLength(1);
    expect(await audited('usage_alert_reached')).toMatchObject([
      { meter_id: 'minutes', project_id: null, threshold_value: 10, quantity: 10 },
    ]);
    expect((await alerts())[0]).toMatchObject({
      is_capping: false,
      last_reached: {
        period_start: PERIOD.start.toISOString(),
        period_end: PERIOD.end.toISOString(),
        mail_status: 'pending',
      },
    });
  });

  // billing 16.4
  it('stays reached when usage is corrected, and is reached again with another threshold and in the next period', async () => {
    const { alert_id: id } = await alert({});
    const call = bench.call(47.5, 600);
    await bench.post('calls', [call]);
    await bench.watch();
    await bench.post('calls', [{ ...call, revision: 2, duration_seconds: 60 }]);
    await bench.watch();
    await bench.post('calls', [{ ...call, revision: 3, duration_seconds: 600 }]);
    await bench.watch();
    expect(await bench.owedMails()).toHaveLength(1);
    await bench.desk.alerts('patch', `/${id}`, { body: { action: 'notify' } }).expect(200);
    await bench.watch();
    expect(await bench.owedMails()).toHaveLength(1);
    await bench.desk.alerts('patch', `/${id}`, { body: { threshold_value: 9 } }).expect(200);
    await bench.watch();
    expect(await bench.owedMails()).toHaveLength(2);
    // The provider's next period, first without usage and then with some.
    const next = new Date(PERIOD.end.getTime() + 30 * 24 * HOUR);
    for (const item of bench.subscriptionItems()) {
      item.current_period_start = PERIOD.end.getTime() / 1000;
      item.current_period_end = next.getTime() / 1000;
    }
    bench.clock.set(new Date(PERIOD.end.getTime() + 10 * HOUR));
    await bench.run();
    await bench.watch();
    expect(await bench.owedMails()).toHaveLength(2);
    const hours = (bench.clock.now().getTime() - HOUR - after(0).getTime()) / HOUR;
    await bench.post('calls', [bench.call(hours, 540)]);
    await bench.watch();
    await bench.watch();
    expect(await bench.owedMails()).toHaveLength(3);
  });

  // billing 16.2
  it('counts a project by itself, segments by themselves, and charges by the units beyond the included ones', async () => {
    const other = await bench.anotherProject();
    for (const fields of [
      { project_id: bench.project },
      { project_id: other },
      { meter_id: 'sms_segments', threshold_value: 3 },
      { threshold_type: 'included_percent', threshold_value: 104 },
      { threshold_type: 'amount_cents', threshold_value: 59 * 11 },
      { threshold_type: 'amount_cents', threshold_value: 59 * 11 + 1 },
    ]) {
      await alert(fields);
    }
    await bench.post('calls', [bench.call(1.5, 502 * 60), bench.call(47.2, 9 * 60, { project_id: other })]);
    await bench.post('messages', [bench.message(2.5, { segments: 2 })]);
    await bench.run();
    await bench.watch();
    expect(await reached()).toEqual([502, null, null, null, 511, null]);
    await bench.post('calls', [bench.call(47.3, 9 * 60, { project_id: other })]);
    await bench.post('messages', [bench.message(47.5, { segments: 1 })]);
    await bench.watch();
    expect(await reached()).toEqual([502, 18, 3, 520, 511, 520]);
  });

  // billing 16.5
  it('is mailed to the recipients of invoices, who are stored nowhere', async () => {
    const { alert_id: id } = await alert({ threshold_type: 'included_percent', threshold_value: 2 });
    await bench.post('calls', [bench.call(47.5, 600)]);
    await bench.watch();
    const [owed] = await bench.owedMails();
    await bench.mailJob.handle(owed!);
    await bench.mailJob.handle(owed!);
    expect(bench.mail.mails).toHaveLength(1);
    const [{ from, to, source }] = bench.mail.mails as [(typeof bench.mail.mails)[number]];
    expect([from, to]).toEqual(['billing@platform.example', [CONTACT.email]]);
    expect(source).toContain('Subject: Usage alert: 2 % of the included minutes of calls reached');
    expect(source).toContain('Used: 10 minutes of calls by');
    expect(ids()).toEqual([`<usage-alert.${id}.1.${PERIOD.start.getTime()}@platform.example>`]);
    expect((await alerts())[0]!.last_reached).toMatchObject({ mail_status: 'sent' });
    expect(await audited('usage_alert_mailed')).toEqual([
      { alert_id: id, mail_status: 'sent', recipient_count: 1 },
    ]);
  });

  // billing 16.5
  it('is reported with the threshold that was reached, even if it has changed by then', async () => {
    const { alert_id: id } = await alert({ threshold_type: 'units', threshold_value: 10 });
    await bench.post('calls', [bench.call(47.5, 600)]);
    await bench.watch();
    await bench.desk.alerts('patch', `/${id}`, { body: { threshold_value: 5_000 } }).expect(200);
    await bench.mailJob.handle((await bench.owedMails())[0]!);
    expect(bench.mail.mails[0]!.source).toContain('Subject: Usage alert: 10 minutes of calls reached');
  });

  // billing 16.5
  it('is sent again under the same name if it is unknown whether it was sent, and noted once', async () => {
    await alert({});
    await bench.post('calls', [bench.call(47.5, 600)]);
    await bench.watch();
    const [owed] = await bench.owedMails();
    bench.mail.fault = 'drop';
    await expect(bench.mailJob.handle(owed!)).rejects.toThrow('The mail server did not accept an email');
    expect((await alerts())[0]!.last_reached).toMatchObject({ mail_status: 'pending' });
    bench.mail.fault = null;
    await bench.mailJob.handle(owed!);
    const [first, second, ...others] = ids();
    expect([second, others]).toEqual([first, []]);
    expect(first).toBeDefined();
    expect(await audited('usage_alert_mailed')).toHaveLength(1);
  });

  // billing 16.5
  it.each([
    ['a server that refuses the recipient', '550 no such mailbox <jane.canary@dental.example>'],
    ['a server that is busy', '451 later'],
  ] as const)('is retried after %s, finally fails without its message, and shows', async (_, refusal) => {
    await alert({});
    await bench.post('calls', [bench.call(47.5, 600)]);
    await bench.watch();
    const [owed] = await bench.owedMails();
    bench.mail.refusals.set(CONTACT.email, refusal);
    const failure = await bench.mailJob.handle(owed!).catch((error: unknown) => error as Error);
    expect(String(failure)).toBe('LoggableError: The mail server did not accept an email (EENVELOPE).');
    expect((failure as Error).cause).toBeUndefined();
    expect((await alerts())[0]!.last_reached).toMatchObject({ mail_status: 'pending' });
    await bench.mailJob.giveUp(owed!);
    expect((await alerts())[0]!.last_reached).toMatchObject({ mail_status: 'failed' });
    expect(await audited('usage_alert_mail_failed')).toMatchObject([{ mail_status: 'failed' }]);
  });

  // billing 16.5
  it('has no recipient if the provider has no address', async () => {
    await alert({});
    bench.provider.state.customers.set(bench.desk.ids.customerId, {
      id: bench.desk.ids.customerId,
      object: 'customer',
      email: null,
    });
    await bench.post('calls', [bench.call(47.5, 600)]);
    await bench.watch();
    await bench.mailJob.handle((await bench.owedMails())[0]!);
    expect(bench.mail.mails).toEqual([]);
    expect((await alerts())[0]!.last_reached).toMatchObject({ mail_status: 'no_recipient' });
  });

  // billing 16.3
  it('uses the last reported period while the provider is down, and waits if there was none', async () => {
    // This worker's clock is set back afterwards, so it is not queried again.
    const [, other] = bench.workers;
    await alert({});
    await bench.post('calls', [bench.call(47.5, 600)]);
    bench.provider.fault = { path: /subscriptions/, how: { status: 500, body: '' } };
    await bench.watch(other);
    expect(await reached()).toEqual([null]);
    bench.provider.fault = null;
    bench.clock.advance(10_000);
    await bench.sql(`UPDATE billing_usage_alerts SET threshold_value = 1000 WHERE client_id = $1`);
    await bench.watch(other);
    await bench.sql(`UPDATE billing_usage_alerts SET threshold_value = 10 WHERE client_id = $1`);
    bench.provider.fault = { path: /subscriptions/, how: { status: 500, body: '' } };
    // Longer than the provider's facts are cached.
    bench.clock.advance(120_000);
    await bench.watch(other);
    expect((await alerts())[0]!.last_reached).toMatchObject({ period_start: PERIOD.start.toISOString() });
  });

  // billing 16.6; campaigns 9.11, 6.3
  it('that caps pauses campaigns, and keeps them from running until it is raised', async () => {
    const planted = await PlantedCampaigns.open(bench.test, bench.desk.tenant);
    const campaign = async (status: string): Promise<string> => {
      const id = await planted.campaign({ status });
      await planted.contact(id, '+61491570156', { status: 'pending' });
      return id;
    };
    const [running, draft] = [await campaign('running'), await campaign('draft')];
    const stateOf = async (id: string) => (await planted.get(`/${id}`).expect(200)).body as object;
    const { alert_id: id } = await alert({ action: 'pause_campaigns' });
    await bench.watch();
    expect(await stateOf(running)).toMatchObject({ status: 'running' });
    await bench.post('calls', [bench.call(47.5, 600)]);
    await Promise.all(bench.workers.map((worker) => bench.watch(worker)));
    expect(await stateOf(running)).toMatchObject({
      status: 'paused',
      status_reason: 'capacity',
      status_log: [{ action: 'usage_capped', from_status: 'running', changed_by: 'worker' }],
    });
    expect((await alerts())[0]!.is_capping).toBe(true);
    for (const [campaignId, action, status] of [
      [running, 'resume', 'paused'],
      [draft, 'run', 'draft'],
    ] as const) {
      expect((await planted.post(`/${campaignId}/${action}`).expect(200)).body).toMatchObject({
        status,
        validation: { status: 'blocked', blockers: [{ scope: 'capacity', code: 'usage_cap_reached' }] },
      });
    }
    // A launch that was validated just before the cap succeeds once.
    await inStore(bench.test, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [draft]);
    await bench.watch();
    expect(await stateOf(draft)).toMatchObject({ status: 'paused' });
    await bench.desk.alerts('patch', `/${id}`, { body: { threshold_value: 11 } }).expect(200);
    expect((await alerts())[0]!.is_capping).toBe(false);
    expect((await planted.post(`/${running}/resume`).expect(200)).body).toMatchObject({ status: 'running' });
    await bench.watch();
    expect(await stateOf(running)).toMatchObject({ status: 'running' });
  });

  // billing 16.6
  it('that caps pauses campaigns while usage cannot be read, too', async () => {
    const planted = await PlantedCampaigns.open(bench.test, bench.desk.tenant);
    await alert({ action: 'pause_campaigns' });
    await bench.post('calls', [bench.call(47.5, 600)]);
    await bench.watch();
    // Calls for which usage is still read: the first threshold is already known to be reached.
    await alert({ threshold_value: 1000 });
    const running = await planted.campaign({ status: 'running' });
    // Uses the second worker, which has not yet seen a refused connection.
    await bench.withoutCalls(() => expect(bench.watch(bench.workers[1])).rejects.toThrow());
    expect((await planted.get(`/${running}`).expect(200)).body).toMatchObject({ status: 'paused' });
  });

  // billing 16.6
  it('that caps a project leaves the others alone, and ends with the period or when it is taken away', async () => {
    const [capped, free] = [
      await PlantedCampaigns.open(bench.test, bench.desk.tenant),
      await PlantedCampaigns.open(bench.test, bench.desk.tenant),
    ];
    const [ofCapped, ofFree] = [
      await capped.campaign({ status: 'running' }),
      await free.campaign({ status: 'running' }),
    ];
    const statuses = async () =>
      (
        await inStore(bench.test, 'SELECT campaign_id, status FROM campaigns WHERE client_id = $1', [
          bench.desk.tenant.clientId,
        ])
      ).map(({ campaign_id: id, status }) => [id === ofCapped ? 'capped' : 'free', status]);
    const { alert_id: id } = await alert({ action: 'pause_campaigns', project_id: capped.projectId });
    await bench.post('calls', [bench.call(47.5, 600, { project_id: capped.projectId })]);
    await bench.watch();
    expect((await statuses()).sort()).toEqual([
      ['capped', 'paused'],
      ['free', 'running'],
    ]);
    const codes = async (): Promise<string[]> => {
      const found = await capped.get(`/${ofCapped}/validation`).expect(200);
      return (found.body as { blockers: { code: string }[] }).blockers.map(({ code }) => code);
    };
    expect(await codes()).toContain('usage_cap_reached');
    const found = await free.get(`/${ofFree}/validation`).expect(200);
    expect(found.text).not.toContain('usage_cap_reached');
    await bench.sql(
      `UPDATE billing_alert_crossings SET period_end = $2 WHERE client_id = $1`,
      bench.clock.now(),
    );
    expect(await codes()).not.toContain('usage_cap_reached');
    await bench.sql(`UPDATE billing_alert_crossings SET period_end = $2 WHERE client_id = $1`, PERIOD.end);
    expect(await codes()).toContain('usage_cap_reached');
    await bench.desk.alerts('delete', `/${id}`).expect(200);
    expect(await codes()).not.toContain('usage_cap_reached');
  });
});
