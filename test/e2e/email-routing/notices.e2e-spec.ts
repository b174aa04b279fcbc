import { beforeAll, describe, expect, it } from 'vitest';
import { AlertNoticesJob } from '../../../src/features/alerts/notices/alert-notices.job.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { plannerOf } from '../../../src/core/database/jobs/job-queue.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { NOTIFY_OF_ALERTS } from '../../../src/features/alerts/notices/notify-of-alerts.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { useOperator } from '../../support/operator.js';
import { startWorker } from '../../support/worker.js';
import { AlertStage, hoursFromNow } from '../alerts/alert-stage.js';
import { mailedBy } from '../billing/billing-fixture.js';
import { messageId, NoticeDesk, type NoticeRow } from './notice-desk.js';

describe('notices', () => {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const test = useTestApp({ settings: (settings) => mailedBy(mail)(settings) });
  const operator = useOperator(() => test);
  const jobs = perSuite(
    async () => {
      const app = await startWorker(test);
      return {
        app,
        alerts: app.get(AlertNoticesJob, { strict: false }),
      };
    },
    ({ app }) => app.close(),
  );

  let stage: AlertStage;
  let desk: NoticeDesk;

  beforeAll(async () => {
    stage = await AlertStage.open(test);
    desk = new NoticeDesk(test, stage.tenant, stage.people.get('client_admin')!, mail);
  });

  const look = async () => {
    const { clientId } = stage.tenant;
    for (const tenant of await jobs.alerts.plan())
      if (tenant.clientId === clientId) await jobs.alerts.handle(tenant);
  };
  const send = (notice: NoticeRow) => desk.send(jobs.app, notice);

  // email-routing 3.7, 6.1, 6.2, 6.3, 6.6; alerts 7.1
  it('tell of an alert once, whatever the mail server does, and end by one click', async () => {
    const address = await desk.address('caller_requests');
    const { id, email } = address;
    const german = await desk.address('caller_requests', desk.admin, { language: 'de' });
    const other = await desk.address('usage');
    const late = await desk.address('caller_requests');
    await desk.set(late.id, 'verified_at = now()');
    await stage.request(hoursFromNow(-2), hoursFromNow(9));
    // A server that refuses temporarily for an hour, then accepts a mail and dies before it confirms
    // it.
    desk.refuse('451 later', address, german);
    await look();
    await look();
    const [notice, ...more] = await desk.tried(id);
    expect([notice!.status, more]).toEqual(['waiting', []]);
    for (const it of [other, late]) expect(await desk.rows(it.id)).toEqual([]);
    await desk.tried(german.id);
    expect(await send(notice!)).toContain('EENVELOPE');
    desk.refuse(null, address, german);
    mail.fault = 'drop';
    expect(await send(notice!)).toContain('did not accept');
    mail.fault = null;
    expect(await desk.rows(id)).toMatchObject([{ status: 'waiting', attempts: 3 }]);
    await Promise.all([send(notice!), send(notice!)]);
    await send(notice!);
    expect(await desk.rows(id)).toMatchObject([{ status: 'sent', reason: null }]);
    const mails = desk.mailsTo(email);
    expect(new Set(mails.map(messageId)).size).toBe(1);
    const source = mails[0]!;
    expect(source).toMatch(/^Subject: Caller request due soon: REQ-\d{4}\r$/m);
    expect(source).toMatch(
      new RegExp(`/requests\\?request=[-0-9a-f]{36}&client_id=${stage.tenant.clientId}`),
    );
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toContain('text/plain');
    expect(source).toContain('text/html');
    const [inGerman] = await desk.rows(german.id);
    await send(inGerman!);
    expect(desk.mailsTo(german.email)[0]!).toContain('Betroffenenanfrage bald');
    // RFC 8058: the mail program posts a form to the address of the header.
    const [, link = ''] = /List-Unsubscribe: <([^>]+)>/.exec(source.replace(/\r\n\s+/g, ' ')) ?? [];
    const { pathname, search } = new URL(link);
    await test
      .request()
      .post(pathname + search)
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200, { status: 'received' });
    const [{ status }] = (await stage.sql(
      'SELECT status FROM email_addresses WHERE client_id = $1 AND data_env = $2 AND address_id = $3',
      id,
    )) as [{ status: string }];
    expect(status).toBe('removed');
  });

  // email-routing 6.4; alerts 7.3
  it('are dropped where the address, its person or their role may no longer have them', async () => {
    const leaving = await test.world.aUser(stage.tenant, { role: 'client_admin' });
    const lower = await test.world.aUser(stage.tenant, { role: 'client_admin' });
    const addresses = [
      await desk.address('caller_requests'),
      await desk.address('caller_requests', leaving),
      await desk.address('caller_requests', lower),
    ];
    const { mend } = await stage.request(hoursFromNow(-3), hoursFromNow(8));
    desk.refuse('451 later', ...addresses);
    await look();
    for (const { id } of addresses) await desk.tried(id);
    desk.refuse(null, ...addresses);
    await desk.set(addresses[0]!.id, `status = 'pending'`);
    await desk.setPerson(leaving, 'active = false');
    await desk.setPerson(lower, `role = 'client_staff'`);
    const reasons: (string | null)[] = [];
    for (const { id, email } of addresses) {
      for (const notice of await desk.rows(id)) await send(notice);
      const found = await desk.rows(id);
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['dropped']));
      reasons.push(found[0]!.reason);
      expect(desk.mailsTo(email)).toEqual([]);
    }
    expect(reasons).toEqual(['address_not_verified', 'person_without_role', 'topic_not_readable']);
    await mend();
  });

  // email-routing 6.5, 6.7
  it('take an address out that its server refuses for good', async () => {
    const address = await desk.address('caller_requests');
    const { id } = address;
    await stage.request(hoursFromNow(-4), hoursFromNow(7));
    desk.refuse('451 later', address);
    await look();
    const [first, ...others] = await desk.tried(id);
    desk.refuse('550 no such mailbox', address);
    await send(first!);
    desk.refuse(null, address);
    for (const notice of others) await send(notice);
    expect((await desk.rows(id)).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'address_bounced'],
      ...others.map(() => ['dropped', 'address_not_verified']),
    ]);
    const { result } = await operator('notices', '--client', stage.tenant.clientId);
    expect(result.find((line) => line.includes(id))).toContain('address_bounced');
    const bounced = await stage.sql(
      `SELECT FROM email_addresses WHERE client_id = $1 AND data_env = $2 AND address_id = $3 AND status = 'bounced'`,
      id,
    );
    expect(bounced).toHaveLength(1);
  });

  // alerts 7.1
  it('are looked for three times a minute', async () => {
    await desk.address('caller_requests');
    const planner = { ...NOTIFY_OF_ALERTS, name: plannerOf(NOTIFY_OF_ALERTS) };
    await test.app
      .get(MetadataStore)
      .transaction(systemContext(stage.tenant, 'test'), (tx) => tx.enqueue(planner, stage.tenant));
    await eventually(async () => {
      const turns = await test.world.sql<{ later: number }>(
        `SELECT DISTINCT round(extract(epoch FROM start_after - created_on))::integer AS later
           FROM jobs.job WHERE name = $1 AND data ->> 'clientId' = $2 ORDER BY later`,
        [NOTIFY_OF_ALERTS.name, stage.tenant.clientId],
      );
      expect(turns.map(({ later }) => later)).toEqual([0, 20, 40]);
    });
  });

  // email-routing 6.8
  it('tell a party of its own people, in the transaction that invites them', async () => {
    const own = await desk.address('people');
    const { id, email } = own;
    const partner = await test.world.aUser(stage.tenant, {
      role: 'partner_admin',
      organisationId: await test.world.anOrganisation(stage.tenant.clientId),
    });
    const theirs = await desk.address('people', partner);
    desk.refuse('451 later', own, theirs);
    await desk
      .ask('post', '/invitations', { email: 'new.person@example.com', role: 'client_staff' })
      .set('Idempotency-Key', 'notices-invite')
      .expect(200);
    for (const address of [id, theirs.id]) await desk.tried(address);
    desk.refuse(null, own, theirs);
    for (const address of [id, theirs.id]) for (const notice of await desk.rows(address)) await send(notice);
    expect(desk.mailsTo(email)).toHaveLength(1);
    expect(desk.mailsTo(email)[0]!).not.toContain('new.person');
    expect(await desk.rows(theirs.id)).toMatchObject([{ status: 'dropped', reason: 'topic_not_readable' }]);
  });
});
