import { beforeAll, describe, expect, it } from 'vitest';
import { AlertNoticesJob } from '../../../src/features/alerts/notices/alert-notices.job.js';
import type { AddressResponse } from '../../../src/features/email-routing/lookup/address.response.js';
import { NoticeMailJob } from '../../../src/features/email-routing/outbox/notice-mail.job.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { useTestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { useOperator } from '../../support/operator.js';
import { startWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow } from '../alerts/alert-stage.js';
import { mailedBy } from '../billing/billing-fixture.js';

interface NoticeRow {
  readonly notice_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
}

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
        mails: app.get(NoticeMailJob, { strict: false }),
      };
    },
    ({ app }) => app.close(),
  );

  let stage: AlertStage;
  let admin: TestUser;
  let desks = 0;

  beforeAll(async () => {
    stage = await AlertStage.open(test);
    admin = stage.people.get('client_admin')!;
  });

  const rows = (addressId: string) =>
    stage.sql(
      `SELECT notice_id::text, status, reason, attempts FROM notices
        WHERE client_id = $1 AND data_env = $2 AND address_id = $3 ORDER BY created_at, notice_id`,
      addressId,
    ) as Promise<NoticeRow[]>;

  const ask = (method: 'post' | 'patch' | 'put', path: string, body: object, by = admin) =>
    test
      .request()
      [method](`/v1/portal${path}`)
      .query({ client_id: stage.tenant.clientId })
      .set(bearer(by.token()))
      .send(body);

  /** A verified address with one topic. */
  const anAddress = async (topic: string, by = admin, language = 'en') => {
    const email = `notices.${(desks += 1)}@example.com`;
    const path = '/email-routing/addresses';
    const answer = await ask('post', path, { email, label: 'Desk', topics: [topic], language }, by).expect(
      200,
    );
    const { address_id: id } = answer.body as AddressResponse;
    await stage.sql(
      `UPDATE email_addresses SET status = 'verified', verified_at = now() - interval '30 days', token_hash = NULL
        WHERE client_id = $1 AND data_env = $2 AND address_id = $3`,
      id,
    );
    await test.world.sql('DELETE FROM throttle_hits');
    return { id, email };
  };

  const look = async () => {
    const { clientId } = stage.tenant;
    for (const tenant of await jobs.alerts.plan())
      if (tenant.clientId === clientId) await jobs.alerts.handle(tenant);
  };

  /** The notices of an address, after the worker's first attempt; its next one is half a minute later. */
  const tried = (addressId: string) =>
    eventually(async () => {
      const found = await rows(addressId);
      if (found.length === 0 || found.some(({ attempts }) => attempts === 0)) throw new Error('not tried');
      return found;
    });

  /** As the worker does when the queue hands the mail to it again. */
  const send = ({ notice_id: noticeId }: NoticeRow) =>
    jobs.mails.handle({ ...stage.tenant, noticeId }).catch((error: unknown) => String(error));

  const mailsTo = (email: string) =>
    mail.mails.filter(({ to, source }) => to.includes(email) && source.includes('<notice.'));
  const plain = (source: string): string =>
    source
      .replace(/=\r\n/g, '')
      .replace(/((?:=[0-9A-F]{2})+)/g, (_, code: string) =>
        Buffer.from(code.replaceAll('=', ''), 'hex').toString('utf8'),
      );

  // email-routing 3.7, 6.1, 6.2, 6.3, 6.6; alerts 7.1
  it('tell of an alert once, whatever the mail server does, and end by one click', async () => {
    const { id, email } = await anAddress('caller_requests');
    const german = await anAddress('caller_requests', admin, 'de');
    const other = await anAddress('usage');
    const late = await anAddress('caller_requests');
    await stage.sql(
      `UPDATE email_addresses SET verified_at = now() WHERE client_id = $1 AND data_env = $2 AND address_id = $3`,
      late.id,
    );
    await stage.request(hoursFromNow(-2), hoursFromNow(9));
    // A server that refuses for now, for an hour, then takes a mail and dies before it says so.
    mail.fault = '451 later';
    await look();
    await look();
    const [notice, ...more] = await tried(id);
    expect([notice!.status, more]).toEqual(['waiting', []]);
    for (const it of [other, late]) expect(await rows(it.id)).toEqual([]);
    await tried(german.id);
    expect(await send(notice!)).toContain('EENVELOPE');
    mail.fault = 'drop';
    expect(await send(notice!)).toContain('did not accept');
    mail.fault = null;
    expect(await rows(id)).toMatchObject([{ status: 'waiting', attempts: 3 }]);
    await Promise.all([send(notice!), send(notice!)]);
    await send(notice!);
    expect(await rows(id)).toMatchObject([{ status: 'sent', reason: null, attempts: 4 }]);
    const mails = mailsTo(email);
    expect(new Set(mails.map(({ source }) => /^Message-ID:\s+(\S+)$/im.exec(source)?.[1])).size).toBe(1);
    const source = plain(mails[0]!.source);
    expect(source).toMatch(/^Subject: Caller request due soon: REQ-\d{4}\r$/m);
    expect(source).toContain(`/alerts?client_id=${stage.tenant.clientId}`);
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toContain('text/plain');
    expect(source).toContain('text/html');
    const [inGerman] = await rows(german.id);
    await send(inGerman!);
    expect(plain(mailsTo(german.email)[0]!.source)).toContain('Anruferanfrage bald');
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
  it('are dropped where the address, its person or their role may not have them any more', async () => {
    const leaving = await test.world.aUser(stage.tenant, { role: 'client_admin' });
    const lower = await test.world.aUser(stage.tenant, { role: 'client_admin' });
    const addresses = [
      await anAddress('caller_requests'),
      await anAddress('caller_requests', leaving),
      await anAddress('caller_requests', lower),
    ];
    const { mend } = await stage.request(hoursFromNow(-3), hoursFromNow(8));
    mail.fault = '451 later';
    await look();
    for (const { id } of addresses) await tried(id);
    mail.fault = null;
    await stage.sql(
      `UPDATE email_addresses SET status = 'pending' WHERE client_id = $1 AND data_env = $2 AND address_id = $3`,
      addresses[0]!.id,
    );
    const set = (user: TestUser, change: string) =>
      stage.sql(
        `UPDATE portal_user_client_assignments SET ${change} WHERE client_id = $1 AND data_env = $2 AND user_id = $3`,
        user.userId,
      );
    await set(leaving, 'active = false');
    await set(lower, `role = 'client_staff'`);
    const reasons: (string | null)[] = [];
    for (const { id, email } of addresses) {
      for (const notice of await rows(id)) await send(notice);
      const found = await rows(id);
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['dropped']));
      reasons.push(found[0]!.reason);
      expect(mailsTo(email)).toEqual([]);
    }
    expect(reasons).toEqual(['address_not_verified', 'person_without_role', 'topic_not_readable']);
    await mend();
  });

  // email-routing 6.5, 6.7
  it('take an address out that its server refuses for good', async () => {
    const { id } = await anAddress('caller_requests');
    await stage.request(hoursFromNow(-4), hoursFromNow(7));
    mail.fault = '451 later';
    await look();
    const [first, ...others] = await tried(id);
    mail.fault = '550 no such mailbox';
    await send(first!);
    mail.fault = null;
    for (const notice of others) await send(notice);
    expect((await rows(id)).map(({ status, reason }) => [status, reason])).toEqual([
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

  // email-routing 6.8
  it('tell a party of its own people, in the transaction that invites them', async () => {
    const { id, email } = await anAddress('people');
    const partner = await test.world.aUser(stage.tenant, {
      role: 'partner_admin',
      organisationId: await test.world.anOrganisation(stage.tenant.clientId),
    });
    const theirs = await anAddress('people', partner);
    mail.fault = '451 later';
    await ask('post', '/invitations', { email: 'new.person@example.com', role: 'client_staff' })
      .set('Idempotency-Key', 'notices-invite')
      .expect(200);
    for (const address of [id, theirs.id]) await tried(address);
    mail.fault = null;
    for (const address of [id, theirs.id]) for (const notice of await rows(address)) await send(notice);
    expect(mailsTo(email)).toHaveLength(1);
    expect(plain(mailsTo(email)[0]!.source)).not.toContain('new.person');
    expect(await rows(theirs.id)).toMatchObject([{ status: 'dropped', reason: 'topic_not_readable' }]);
  });
});
