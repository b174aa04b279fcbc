import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { describe, expect, it } from 'vitest';
import type {
  ReportPreview,
  ReportSchedule,
  ReportSchedulesResponse,
} from '../../../src/features/report-schedules/schedules/schedules.response.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { mailedBy } from '../billing/billing-fixture.js';
import { partOf, useReports } from './reporting.js';

describe('report schedules', () => {
  const reports = useReports();
  const { mail, clock, test, place } = reports;
  const { ask, anAddress, mailsTo, setAddress, asked, create, created, deliveries, mailAll } = reports;
  const second = perSuite(
    () => startTestApp({ clock, databases: test.databases, settings: mailedBy(mail) }),
    (app) => app.close(),
  );
  const list = async (by?: TestUser): Promise<ReportSchedulesResponse> =>
    (await ask('get', '', by).expect(200)).body as ReportSchedulesResponse;
  const codeOf = ({ body }: Response): unknown => (body as { code?: string }).code;

  // report-schedules 1.2, 1.5, 2.4, 5.1
  it('are made, read, changed, paused and deleted by their etag, and audited', async () => {
    const made = await created({ skip_empty: true, project_ids: [place.project] });
    expect(made).toMatchObject({
      report: 'overview',
      project_ids: [place.project],
      recipients: [place.desk],
      status: 'active',
      pause_reason: null,
      owner_id: place.admin.userId,
      last_delivery: null,
    });
    expect(new Date(made.next_run_at_utc!).getTime()).toBeGreaterThan(clock.now().getTime());
    expect((await list()).recipients).toMatchObject([
      { address_id: place.desk, email_masked: expect.stringMatching(/^.\*\*\*@e\*\*\*\.com$/) as string },
    ]);
    const id = `/${made.schedule_id}`;
    expect((await ask('patch', id).send({ name: 'Calls' })).status).toBe(428);
    expect((await ask('patch', id, place.admin, 'old').send({ name: 'Calls' })).status).toBe(409);
    const paused = (await ask('patch', id, place.admin, made.etag).send({ status: 'paused' }).expect(200))
      .body as ReportSchedule;
    expect(paused).toMatchObject({ status: 'paused', pause_reason: 'asked', next_run_at_utc: null });
    const again = (
      await ask('patch', id, place.admin, paused.etag)
        .send({ status: 'active', frequency: 'daily' })
        .expect(200)
    ).body as ReportSchedule;
    expect(again).toMatchObject({ status: 'active', pause_reason: null, frequency: 'daily' });
    await ask('delete', id).send({}).expect(200, { schedule_id: made.schedule_id, deleted: true });
    expect((await ask('get', id)).status).toBe(404);
    const rows = await test.world.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE client_id = $1 AND action LIKE 'report%' ORDER BY occurred_at`,
      [place.tenant.clientId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'report_schedule.created',
      'report_schedule.changed',
      'report_schedule.changed',
      'report_schedule.deleted',
    ]);
  });

  // report-schedules 1.4, 1.5, 1.6
  it('name what the caller may read, and addresses that are verified', async () => {
    const faults = async (more: object, by?: TestUser) => {
      const answer = await create(more, by);
      expect(answer.status, JSON.stringify(more)).toBe(400);
      return answer.text;
    };
    expect(await faults({ report: 'campaigns' })).toContain('overview, outcomes, usage');
    expect(await faults({ report: 'outcomes' })).toContain('must name a project');
    expect(await faults({ project_ids: ['none'] })).toContain('must be a project that you can see');
    expect(await faults({ recipients: [randomUUID()] })).toContain('must be an address');
    expect(await faults({ recipients: [] })).toContain('must not be empty');
    expect(await faults({ send_at_local: '24:00' })).toContain('must be a time of day');
    expect(await faults({ timezone: 'Mars/Olympus' })).toContain('IANA');
    expect(await faults({ name: 'desk@example.com' })).toContain('name');
    const twenty = Array.from({ length: 21 }, () => randomUUID());
    expect(await faults({ recipients: twenty })).toContain('20');
    await setAddress(place.desk, 'bounced');
    expect(await faults({})).toContain('must be an address');
  });

  // report-schedules 1.6
  it('are 50 of a client, even when two processes add the last one at once', async () => {
    const { schedule_id: id } = await created();
    await test.world.sql(
      `INSERT INTO report_schedules SELECT client_id, data_env, gen_random_uuid(), owner_id, organisation_id, name, report,
              project_ids, frequency, send_at_local, timezone, recipients, skip_empty, status, pause_reason, next_from,
              next_run_at, etag, created_at, updated_at
         FROM report_schedules, generate_series(1, 48) WHERE schedule_id = $1`,
      [id],
    );
    const answers = await Promise.all(
      [test, second].map((app) => ask('post', '', place.admin, undefined, app).send(asked())),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  // report-schedules 1.3
  it('are seen by administrators of their party, and by their owners', async () => {
    const manager = await test.world.aUser(place.tenant, { role: 'client_manager' });
    const partner = await test.world.aUser(place.tenant, {
      role: 'partner_admin',
      organisationId: 'org-reports',
    });
    const member = await test.world.aUser(place.tenant, {
      role: 'partner_user',
      organisationId: 'org-reports',
    });
    const box = await anAddress('de', partner);
    const ids = [
      (await created()).schedule_id,
      (await created({}, manager)).schedule_id,
      (await created({ recipients: [box], report: 'campaigns' }, partner)).schedule_id,
      (await created({ recipients: [box] }, member)).schedule_id,
    ];
    const seen = async (by: TestUser) =>
      (await list(by)).items.map((it) => ids.indexOf(it.schedule_id)).toSorted();
    expect(await seen(place.admin)).toEqual([0, 1]);
    expect(await seen(manager)).toEqual([1]);
    expect(await seen(partner)).toEqual([2, 3]);
    expect(await seen(member)).toEqual([3]);
    for (const path of ['', '/deliveries']) expect((await ask('get', `/${ids[2]}${path}`)).status).toBe(404);
    expect((await ask('post', `/${ids[0]}/sample`, manager).send({})).status).toBe(404);
    expect((await create({ recipients: [place.desk] }, partner)).status).toBe(400);
  });

  // report-schedules 4.4, 4.5, 4.6
  it('are previewed before they exist, and sampled within the limits', async () => {
    const draft = { name: 'Week', report: 'usage', frequency: 'monthly', timezone: 'UTC', language: 'de' };
    const preview = (await ask('post', '/preview').send(draft).expect(200)).body as ReportPreview;
    expect(preview).toMatchObject({ is_empty: true, period_from: expect.stringMatching(/-01$/) as string });
    expect(preview.html).toContain('In diesem Zeitraum ist nichts geschehen.');
    expect((await ask('post', '/preview').send({ ...draft, report: 'campaigns' })).status).toBe(400);

    const other = await anAddress();
    const one = await created();
    const twin = await created();
    const apart = await created({ recipients: [other] });
    const sample = ({ schedule_id: id }: ReportSchedule, by?: TestUser, app?: TestApp): Test =>
      ask('post', `/${id}/sample`, by, undefined, app).send({});
    // Four requests at once for the same recipients, of two schedules by two processes: one too
    // many.
    const same = await Promise.all(
      [one, twin, one, twin].map((it, index) => sample(it, place.admin, index % 2 === 0 ? test : second)),
    );
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429]);
    const refused = same.find(({ status }) => status === 429)!;
    expect(codeOf(refused)).toBe('rate_limited');
    const { retry_after_seconds: wait } = refused.body as { retry_after_seconds: number };
    expect(wait).toBeGreaterThan(890);
    expect(refused.get('Retry-After')).toBe(String(wait));
    await sample(apart, place.admin, second).expect(200);
    await sample(apart).expect(200);
    // The sixth request of this person, although these recipients had only two.
    const sixth = await sample(apart).expect(429);
    expect((sixth.body as { retry_after_seconds: number }).retry_after_seconds).toBeLessThanOrEqual(600);
    const manager = await test.world.aUser(place.tenant, { role: 'client_admin' });
    await sample(apart, manager).expect(200);
    await sample(apart, manager).expect(429);
    await mailAll();
    expect([place.desk, other].map((it) => mailsTo(it).length)).toEqual([3, 3]);
    const [{ source } = { source: '' }] = mailsTo(place.desk);
    expect(partOf(source, 'text/plain').toString()).toMatch(/^Sample: Last week's calls: /);
    expect(await deliveries(one.schedule_id)).toEqual([]);
  });
});
