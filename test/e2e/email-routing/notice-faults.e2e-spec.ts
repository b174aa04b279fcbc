import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Metrics } from '../../../src/core/observability/metrics.js';
import { SmtpMailer } from '../../../src/core/mail/smtp-mailer.js';
import { HOUR_MS } from '../../../src/core/time/wall-clock.policy.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { chance } from '../../support/random-calls.js';
import { startWorker } from '../../support/worker.js';
import { mailedBy } from '../billing/billing-fixture.js';
import { messageId, NoticeDesk, type Desk } from './notice-desk.js';

/** Gives up on a mail server within the time of a test. */
class HastyMailer extends SmtpMailer {
  protected override readonly deadlineMs = 400;
}

describe('notices and a faulty mail server', () => {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const test = useTestApp({ settings: (settings) => mailedBy(mail)(settings) });
  // It takes the same mails from the queue, so that two workers compete.
  const worker = perSuite(
    () => startWorker(test),
    (started) => started.close(),
  );
  let desk: NoticeDesk;

  beforeEach(async () => {
    admitCredentialsOf(test);
    mail.fault = null;
    const tenant = await test.world.aTenant();
    desk = new NoticeDesk(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }), mail);
  });

  /** Tries every waiting mail of the addresses again, some of them twice at once. */
  const trySome = async (addresses: readonly Desk[], isTwice: () => boolean): Promise<void> => {
    for (const { id } of addresses)
      await Promise.all(
        (await desk.rows(id))
          .filter(({ status }) => status === 'waiting')
          .flatMap((notice) => (isTwice() ? [notice, notice] : [notice]))
          .map((notice) => desk.send(worker, notice)),
      );
  };

  // email-routing 6.1, 6.2, 6.4, 6.5
  it.each(Array.from({ length: atDepth({ ordinary: 2, full: 60 }) }, (_, index) => index + 1))(
    'arrive once, and at nobody who may not have them (%i)',
    async (seed) => {
      const random = chance(seed);
      const faults = ['451 later', '421 closing', 'refuse', 'drop', null] as const;
      const failWith = (fault: (typeof faults)[number]): void => {
        const isRefusal = fault === '451 later' || fault === '421 closing';
        mail.fault = isRefusal ? null : fault;
        desk.refuse(isRefusal ? fault : null, ...kept, ...lost);
      };
      const people = {
        leaving: await test.world.aUser(desk.tenant, { role: 'client_admin' }),
        lowered: await test.world.aUser(desk.tenant, { role: 'client_admin' }),
      };
      const kept = [
        await desk.address('people'),
        await desk.address('people', desk.admin, { language: 'de' }),
      ];
      const lost = [
        await desk.address('people', people.leaving),
        await desk.address('people', people.lowered),
        await desk.address('people'),
      ];
      failWith('451 later');
      const subjects = Array.from({ length: 6 }, (_, index) => `${seed} ${index}`);
      for (const subject of subjects.slice(0, 3)) await desk.tell(subject);
      // An attempt of the worker that began before people lost their access could still mail them.
      for (const { id } of [...kept, ...lost]) await desk.tried(id);
      await trySome([...kept, ...lost], () => random() < 0.5);
      await desk.setPerson(people.leaving, 'active = false');
      await desk.setPerson(people.lowered, `role = 'client_manager'`);
      await desk.set(lost[2]!.id, `status = 'pending'`);
      for (const subject of subjects.slice(3)) {
        failWith(faults[Math.floor(random() * faults.length)]!);
        await desk.tell(subject);
        expect(await desk.tell(subject)).toBe(0);
        await trySome([...kept, ...lost], () => random() < 0.5);
      }
      failWith(null);
      await trySome([...kept, ...lost], () => false);
      for (const { id, email } of kept) {
        expect((await desk.rows(id)).map(({ status }) => status)).toEqual(subjects.map(() => 'sent'));
        // A repeated mail has the Message-ID of the first, so that its receiver drops it.
        expect(new Set(desk.mailsTo(email).map(messageId)).size).toBe(subjects.length);
      }
      for (const { id, email } of lost) {
        expect(new Set((await desk.rows(id)).map(({ status }) => status))).toEqual(new Set(['dropped']));
        expect(desk.mailsTo(email)).toEqual([]);
      }
    },
  );

  // email-routing 6.2
  it.each(['drip', 'hang', 'refuse'] as const)('stay waiting behind a server that does %s', async (fault) => {
    const address = await desk.address('people');
    const { id, email } = address;
    desk.refuse('451 later', address);
    await desk.tell(fault);
    const [notice] = await desk.tried(id);
    desk.refuse(null, address);
    mail.fault = fault;
    const mailer = new HastyMailer(test.settings, { registry: new Registry() } as Metrics);
    await expect(mailer.send({ name: 'x', to: [email], subject: 'x', text: 'x' })).rejects.toThrow(
      fault === 'refuse' ? 'did not accept' : 'ETIMEDOUT',
    );
    mail.fault = null;
    expect(await desk.rows(id)).toMatchObject([{ status: 'waiting' }]);
    await desk.send(worker, notice!);
    expect(await desk.rows(id)).toMatchObject([{ status: 'sent' }]);
    expect(desk.mailsTo(email)).toHaveLength(1);
  });

  // email-routing 6.2
  it('arrive once after an hour in which the server said later', async () => {
    const address = await desk.address('people');
    const { id, email } = address;
    desk.refuse('451 later', address);
    await desk.tell('hour');
    let waitedMs = 0;
    for (let attempt = 1; waitedMs < HOUR_MS; attempt += 1) {
      const [notice] = await eventually(async () => {
        const rows = await desk.rows(id);
        expect(rows).toMatchObject([{ status: 'waiting', attempts: attempt }]);
        return rows;
      });
      expect(desk.mailsTo(email)).toEqual([]);
      waitedMs += await desk.skipWait(notice!);
      // The wait that ends the hour is followed by an attempt that is accepted.
      if (waitedMs >= HOUR_MS) desk.refuse(null, address);
      await desk.wakeQueue();
    }
    await eventually(async () => expect(await desk.rows(id)).toMatchObject([{ status: 'sent' }]));
    expect(desk.mailsTo(email)).toHaveLength(1);
  });

  // email-routing 6.5, 6.12
  it('take an address out that is refused for good, and tell the others of its party', async () => {
    const bounced = await desk.address('people', desk.admin, { label: 'Old desk' });
    const other = await desk.address('people');
    desk.refuse('451 later', bounced, other);
    await desk.tell('first');
    for (const { id } of [bounced, other]) await desk.tried(id);
    const [notice] = await desk.rows(bounced.id);
    desk.refuse('550 no such mailbox', bounced);
    desk.refuse(null, other);
    await desk.send(worker, notice!);
    await trySome([bounced, other], () => false);
    expect(await desk.rows(bounced.id)).toMatchObject([{ status: 'failed', reason: 'address_bounced' }]);
    expect((await desk.rows(other.id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(desk.mailsTo(other.email).join('\n')).toContain('Address for notices bounced: Old desk');
    const alerts = await desk.test
      .request()
      .get('/v1/alerts')
      .query({ client_id: desk.tenant.clientId })
      .set('Authorization', `Bearer ${desk.admin.token()}`)
      .expect(200);
    expect(alerts.body).toMatchObject({
      items: [
        { kind: 'address_bounced', subject: { type: 'email_address', id: bounced.id, label: 'Old desk' } },
      ],
    });
  });

  // email-routing 6.9, 6.10, 6.11
  it('wait for quiet hours to end and for the mail of the day, and come in one mail', async () => {
    const time = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
    const quiet = await desk.address('people', desk.admin, { quiet_from: time(-60), quiet_until: time(60) });
    const daily = await desk.address('people', desk.admin, { delivery: 'daily', digest_at: time(-60) });
    for (const subject of ['one', 'two', 'three']) await desk.tell(subject);
    for (const [{ id }, reason] of [
      [quiet, 'quiet_hours'],
      [daily, 'daily_mail'],
    ] as const)
      expect((await desk.tried(id)).map((it) => [it.status, it.reason, it.attempts])).toEqual(
        ['one', 'two', 'three'].map(() => ['waiting', reason, 0]),
      );
    await trySome([quiet, daily], () => true);
    for (const { email } of [quiet, daily]) expect(desk.mailsTo(email)).toEqual([]);
    await desk.set(quiet.id, 'quiet_from = NULL, quiet_until = NULL');
    await desk.sql(
      `UPDATE notices SET due_at = now() - interval '1 second', created_at = created_at - interval '1 day'
        WHERE client_id = $1 AND data_env = $2`,
    );
    for (const { id, email } of [quiet, daily]) {
      const [first, ...others] = await desk.rows(id);
      mail.fault = 'drop';
      await desk.send(worker, first!);
      // A later notice is not added to a mail that may have arrived.
      await desk.tell(`later ${id}`);
      mail.fault = null;
      for (const it of others) await desk.send(worker, it);
      expect(new Set(desk.mailsTo(email).map(messageId)).size).toBe(1);
      await desk.send(worker, first!);
      const mails = desk.mailsTo(email).filter((it) => it.includes('3 notices about'));
      expect(new Set(mails.map(messageId)).size).toBe(1);
      expect((await desk.rows(id)).slice(0, 3).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    }
  });

  // email-routing 6.9, 6.10
  it('are mailed when their address changes its mind', async () => {
    const { id, email } = await desk.address('people', desk.admin, {
      delivery: 'daily',
      timezone: 'Asia/Tokyo',
    });
    await desk.tell('held');
    expect(await desk.tried(id)).toMatchObject([{ reason: 'daily_mail' }]);
    const change = (body: object) => desk.ask('patch', `/email-routing/addresses/${id}`, body);
    await change({ quiet_from: '22:00' }).expect(400);
    await change({ quiet_from: '22:00', quiet_until: '22:00' }).expect(400);
    await change({ digest_at: '24:00' }).expect(400);
    await change({ timezone: 'Tokyo' }).expect(400);
    const changed = await change({ delivery: 'immediate' }).expect(200);
    expect(changed.body).toMatchObject({
      delivery: 'immediate',
      digest_at: '08:00',
      quiet_from: null,
      timezone: 'Asia/Tokyo',
    });
    await eventually(() => expect(desk.mailsTo(email)).toHaveLength(1));
  });
});
