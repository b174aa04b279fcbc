import { describe, expect, it } from 'vitest';
import { SendReportJob } from '../../../src/features/report-schedules/delivery/send-report.job.js';
import type {
  ReportPreview,
  ReportSchedule,
} from '../../../src/features/report-schedules/schedules/schedules.response.js';
import { aCall } from '../../support/builders.js';
import { pdfPages } from '../../support/pdf-pages.js';
import { postCalls } from '../../support/post-calls.js';
import { bearer } from '../access/callers.js';
import { headOf, partOf, useReports, type DeliveryJob, type MailJob } from './reporting.js';

describe('the mails of report schedules', () => {
  const reports = useReports();
  const { clock, test, workers, place } = reports;
  const { ask, anAddress, mailsTo, refuse, setAddress, created, shown, deliveries } = reports;
  const { takeDue, owed, tellAll, mailer, mailAll, at, makeDue } = reports;

  // report-schedules 2.1, 2.2, 3.1, 4.1, 4.2, 4.3
  it('mail the figures of the pages with a PDF and a CSV, in the language of each address', async () => {
    const german = await anAddress('de');
    // A Monday just after the clocks in Berlin have changed.
    const call = (at: string, more: object = {}) =>
      aCall(place.project, { started_at_utc: at, ended_at_utc: at, ...more });
    await postCalls(test, place.tenant, [
      call('2026-03-22T22:59:59.000Z'),
      call('2026-03-22T23:00:00.000Z'),
      call('2026-03-29T21:59:59.000Z', { call_status: 'missed', duration_seconds: 0 }),
      call('2026-03-29T22:00:00.000Z'),
    ]);
    const made = await created({ recipients: [place.desk, german], name: 'Woche, <b>' });
    await test.world.sql(
      `UPDATE report_schedules SET next_from = '2026-03-23', next_run_at = $2 WHERE schedule_id = $1`,
      [made.schedule_id, '2026-03-30T06:00:00Z'],
    );
    await at('2026-03-30T05:59:59Z');
    expect(await deliveries(made.schedule_id)).toEqual([]);
    await at('2026-03-30T06:00:00Z');
    expect(await deliveries(made.schedule_id)).toMatchObject([
      {
        period_from: '2026-03-23',
        period_until: '2026-03-29',
        period_start_utc: '2026-03-22T23:00:00.000Z',
        period_end_utc: '2026-03-29T22:00:00.000Z',
        status: 'sent',
        sent_at_utc: '2026-03-30T06:00:00.000Z',
        failure_code: null,
      },
    ]);
    const [{ source } = { source: '' }] = mailsTo(german);
    expect(mailsTo(german)).toHaveLength(1);
    for (const head of ['Auto-Submitted: auto-generated', 'List-Unsubscribe: <', 'Message-ID: <notice.'])
      expect(headOf(source)).toContain(head);
    const text = partOf(source, 'text/plain').toString();
    expect(text).toContain('Anrufe: 2');
    expect(text).toContain('Verpasst: 1');
    expect(text).toContain('23.–29. März 2026');
    expect(text).toMatch(/\/mail#u-[\w-]{43}/);
    expect(text).toContain(`/analytics?client_id=${place.tenant.clientId}`);
    const html = partOf(source, 'text/html').toString();
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<script|<img|src=/);
    const csv = partOf(source, 'text/csv').toString();
    expect(csv).toMatch(/^\uFEFFTeil,Name,Wert\r\n/);
    expect(csv).toContain('"Anrufe","2"');
    const [page] = await pdfPages(partOf(source, 'application/pdf'));
    expect(page!.text).toContain('Anrufe nach Tag');
    expect(page!.text).toContain('Mo., 23. März');
    expect((await shown(made.schedule_id)).last_delivery).toMatchObject({ status: 'sent' });
  });

  // report-schedules 2.3, 2.6
  it('make up for each missed period once after a downtime, with two workers', async () => {
    const { schedule_id: id } = await created({ frequency: 'daily', timezone: 'America/Santiago' });
    await test.world.sql(
      `UPDATE report_schedules SET next_from = '2026-09-03', next_run_at = $2 WHERE schedule_id = $1`,
      [id, '2026-09-04T12:00:00Z'],
    );
    await at('2026-09-08T13:00:00Z');
    await at('2026-09-08T13:00:00Z');
    const told = await deliveries(id);
    expect(told.map((it) => [it.period_from, it.status])).toEqual(
      ['2026-09-07', '2026-09-06', '2026-09-05', '2026-09-04', '2026-09-03'].map((day) => [day, 'sent']),
    );
    expect(mailsTo(place.desk)).toHaveLength(5);
  });

  // report-schedules 2.5
  it('skip an empty period where they are asked to', async () => {
    const skipped = await created({ skip_empty: true });
    const sent = await created();
    for (const it of [skipped, sent]) await makeDue(it);
    await at(clock.now());
    expect(await deliveries(skipped.schedule_id)).toMatchObject([
      { status: 'skipped_empty', sent_at_utc: null, mails_sent: 0 },
    ]);
    expect(await deliveries(sent.schedule_id)).toMatchObject([{ status: 'sent', mails_sent: 1 }]);
  });

  // report-schedules 3.1, 3.2, 3.3, 3.4
  it('show what their owner may see now, and pause without an owner', async () => {
    const organisationId = 'org-owners';
    const partner = await test.world.aUser(place.tenant, { role: 'partner_admin', organisationId });
    const member = await test.world.aUser(place.tenant, { role: 'partner_user', organisationId });
    const other = await test.world.aProject(place.tenant);
    for (const id of [place.project, other]) await test.world.assignProject(member, place.tenant, id);
    const box = await anAddress('en', partner);
    const { schedule_id: id } = await created(
      { recipients: [box], project_ids: [place.project, other] },
      member,
    );
    const path = `/${id}/preview`;
    const preview = async () =>
      ((await ask('post', path, partner).send({}).expect(200)).body as ReportPreview).html;
    const named = await preview();
    expect([place.project, other].map((it) => named.includes(it))).toEqual([true, true]);
    await test.world.sql(`UPDATE project_assignments SET active = false WHERE project_id = $1`, [other]);
    expect(await preview()).not.toContain(other);
    const mine = async () => (await ask('get', `/${id}`, partner).expect(200)).body as ReportSchedule;
    // The schedule is read, and then its owner loses access to place.project before the mail is
    // sent.
    await makeDue({ schedule_id: id });
    await takeDue();
    await tellAll();
    await test.world.sql(`UPDATE project_assignments SET active = false WHERE project_id = $1`, [
      place.project,
    ]);
    await mailAll();
    expect((await mine()).last_delivery).toMatchObject({ status: 'failed', failure_code: 'no_recipient' });
    await makeDue({ schedule_id: id });
    await at(clock.now());
    expect(await mine()).toMatchObject({
      status: 'failing',
      last_delivery: { status: 'failed', failure_code: 'no_visible_project' },
    });
    await test.world.sql(`UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1`, [
      member.userId,
    ]);
    await makeDue({ schedule_id: id });
    await at(clock.now());
    const paused = await mine();
    expect(paused).toMatchObject({
      status: 'paused',
      pause_reason: 'owner_without_access',
      next_run_at_utc: null,
      last_delivery: { status: 'failed', failure_code: 'owner_without_access' },
    });
    expect((await ask('post', path, partner).send({})).status).toBe(409);
    const resumed = await ask('patch', `/${id}`, partner, paused.etag).send({ status: 'active' }).expect(200);
    expect(resumed.body).toMatchObject({ status: 'active', owner_id: partner.userId });
    expect(mailsTo(box)).toEqual([]);
  });

  // report-schedules 3.4, 3.5; email-routing 6.13
  it('end as the outbox ended their mails, go on with the next period, and mail nobody twice', async () => {
    const [other, leaving] = [await anAddress(), await anAddress()];
    const made = await created({ recipients: [place.desk, other, leaving] });
    const id = made.schedule_id;
    const last = async () => (await shown(id)).last_delivery;
    const isDue = async (): Promise<void> => {
      await makeDue(made);
      await takeDue();
      await tellAll();
    };
    await isDue();
    const everybody = [place.desk, other, leaving];
    for (const it of everybody) refuse(it, '451 later');
    await mailAll();
    expect(await last()).toMatchObject({ status: 'pending', mails_sent: 0 });
    // One address refuses permanently; the owner of another one unsubscribes.
    await setAddress(leaving, 'removed');
    refuse(other, '550 no such mailbox');
    const [refused] = await test.world.sql<MailJob>(
      `SELECT client_id AS "clientId", data_env AS "dataEnv", notice_id AS "noticeId" FROM notices WHERE address_id = $1`,
      [other],
    );
    await mailer().handle(refused!);
    expect(await last()).toMatchObject({ status: 'pending' });
    for (const it of everybody) refuse(it, null);
    await mailAll();
    await mailAll();
    expect(await last()).toMatchObject({ status: 'sent', mails_sent: 1, failure_code: null });
    expect(everybody.flatMap(mailsTo)).toHaveLength(1);

    for (const it of everybody) await setAddress(it, 'verified');
    const before = new Set((await owed<MailJob>('email-routing.mail-notice')).map((it) => it.noticeId));
    await isDue();
    for (const it of everybody) refuse(it, '451 later');
    await mailAll();
    const jobs = await owed<MailJob>('email-routing.mail-notice');
    const given = jobs.find(({ noticeId }) => !before.has(noticeId))!;
    await mailer().giveUp(given);
    for (const it of everybody) refuse(it, null);
    await mailAll();
    expect(await shown(id)).toMatchObject({
      status: 'failing',
      last_delivery: { status: 'failed', failure_code: 'mail_not_accepted', mails_sent: 2 },
    });

    await isDue();
    expect(await last()).toMatchObject({ status: 'pending' });
    for (const it of everybody)
      await test
        .request()
        .delete(`/v1/portal/email-routing/addresses/${it}`)
        .query({ client_id: place.tenant.clientId })
        .set(bearer(place.admin.token()))
        .send({})
        .expect(200);
    expect(await last()).toMatchObject({ status: 'failed', failure_code: 'no_recipient' });
    await isDue();
    expect(await last()).toMatchObject({ status: 'failed', failure_code: 'no_recipient' });
    expect((await ask('post', `/${id}/sample`).send({})).status).toBe(409);
    expect(await deliveries(id)).toHaveLength(4);

    const next = await created({ recipients: [await anAddress()] });
    await makeDue(next);
    await takeDue();
    const tell = workers[0]!.get(SendReportJob, { strict: false });
    await tell.giveUp((await owed<DeliveryJob>('report-schedules.tell')).at(-1)!);
    expect(await shown(next.schedule_id)).toMatchObject({
      status: 'failing',
      last_delivery: { status: 'failed', failure_code: 'figures_unavailable' },
    });
    await makeDue(next);
    await at(clock.now());
    expect(await shown(next.schedule_id)).toMatchObject({
      status: 'active',
      last_delivery: { status: 'sent' },
    });
  });
});
