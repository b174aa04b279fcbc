import { beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { DeleteOldTicketsJob } from '../../../src/features/support/retention/delete-tickets.job.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { TELL_SUPPORT } from '../../../src/features/support/rules/tell-support.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { useTestApp } from '../../support/app.js';
import { comeDue, startWorker } from '../../support/worker.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { bearer } from '../access/callers.js';
import { CallerRequestFixture } from '../caller-requests/caller-request-fixture.js';
import { mailedBy } from '../billing/billing-fixture.js';
import { NoticeDesk } from '../email-routing/notice-desk.js';
import { dumpOf } from '../privacy/canaries.js';
import { SupportStage, TICKETS, type Body } from './support-stage.js';

const NUMBER = '+61491575254';
const TRACES = ['491575254', '491 575 254', 'wobblethwaite', Buffer.from('Wobblethwaite').toString('hex')];
const SUBJECT = 'Mr Wobblethwaite 0491 575 254';
const TEXT = 'Mr Wobblethwaite rang from 0491 575 254, twice.';

const tracesIn = (text: string): string[] =>
  TRACES.filter((it) => text.toLowerCase().includes(it.toLowerCase()));

describe('support tickets with a worker', () => {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const test = useTestApp({ settings: (settings) => mailedBy(mail)(settings) });
  const worker = perSuite(
    () => startWorker(test),
    (it) => it.close(),
  );
  let stage: SupportStage;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    stage = await SupportStage.open(test);
  });

  const bell = async (as = stage.admin): Promise<unknown[]> =>
    (await stage.list('/v1/portal/notices', as)).items
      .filter((it) => it['kind'] === 'support_ticket')
      .map((it) => it['title']);

  // support 6.3, 10.3, 10.4
  it('tell the requester of answers and statuses, and recipients of public comments, once', async () => {
    const { admin, operator } = stage;
    const manager = await stage.aUser('client_manager');
    const staff = await stage.aUser('client_staff');
    const id = await stage.aTicket();
    for (const person of [manager, staff])
      await stage.post(`${TICKETS}/${id}/recipients`, admin, { user_id: person.userId }).expect(201);
    await stage.comment(id, operator, { visibility: 'internal' }).expect(201);
    await stage.comment(id, operator).expect(201);
    const answered = 'Our staff answered your support ticket: SUP-0001';
    const commented = 'There is a new comment in the support ticket: SUP-0001';
    await eventually(async () => expect(await bell(admin)).toEqual([answered]));
    expect([await bell(manager), await bell(staff), await bell(operator)]).toEqual([
      [commented],
      [commented],
      [],
    ]);
    const recipients = (await stage.list(`${TICKETS}/${id}/recipients`)).items;
    const ofStaff = recipients.find((it) => (it['person'] as Body)['user_id'] === staff.userId)!;
    await stage
      .send('delete', `${TICKETS}/${id}/recipients/${String(ofStaff['recipient_id'])}`, admin)
      .send({})
      .expect(200);
    expect([await bell(manager), await bell(staff)]).toEqual([[commented], []]);
    await stage.change(id, { status: 'solved' }, operator);
    await eventually(async () =>
      expect(await bell(admin)).toEqual(['The status of your support ticket changed: SUP-0001', answered]),
    );
  });

  // support 10.3, 10.4, 10.5
  it('are mailed to the address of a recipient once, quoted as far as the client allows it', async () => {
    const { admin, operator, tenant } = stage;
    const desk = new NoticeDesk(test, tenant, admin, mail);
    const address = await desk.address('usage');
    const id = await stage.aTicket();
    await stage.post(`${TICKETS}/${id}/recipients`, admin, { address_id: address.id }).expect(201);
    const mails = (count: number): Promise<string> =>
      eventually(() => {
        const found = desk.mailsTo(address.email);
        expect(found).toHaveLength(count);
        return Promise.resolve(found.at(-1)!);
      });
    const written = await stage.comment(id, operator, { text: TEXT }).expect(201);
    const first = await mails(1);
    expect(first).toMatch(/^Subject: There is a new comment in the support ticket: SUP-0001\r$/m);
    expect(first).toContain(`/support/${id}?client_id=${tenant.clientId}`);
    expect([first.includes('rang from'), tracesIn(first)]).toEqual([false, []]);
    // As if the worker had died before it recorded that it sent the notice.
    const { comment_id: commentId } = written.body as { comment_id: string };
    await test.app.get(TenantStores).transaction(systemContext(tenant, 'test'), async (tx) => {
      await tx.enqueue(TELL_SUPPORT, {
        what: 'comment',
        ticketId: id,
        commentId,
        by: operator.userId,
        isAnswer: true,
      });
    });
    await eventually(async () =>
      expect(
        await stage.stored(`SELECT 1 FROM work_items WHERE client_id = $1 AND kind = 'support.tell'`),
      ).toEqual([]),
    );
    expect(await desk.rows(address.id)).toHaveLength(1);
    await desk.sql(
      `INSERT INTO pii_settings (client_id, data_env, quotes_in_mails, updated_by) VALUES ($1, $2, true, 'test')`,
    );
    await stage.comment(id, operator, { text: `${TEXT} Or\nkim@example.com.` }).expect(201);
    const second = await mails(2);
    expect(second).toContain('“Mr Wobblethwaite rang from [number], twice. Or [email]”');
    for (const url of [...test.databases.superuser.storeUrls.values(), test.databases.superuser.metadataUrl])
      expect(tracesIn(await dumpOf(url))).toEqual([]);
    expect(tracesIn(test.logs())).toEqual([]);
    desk.refuse('451 later', address);
    const third = await stage.comment(id, operator, { text: 'Gone before it was sent.' }).expect(201);
    const [, , waiting] = await eventually(async () => {
      const rows = await desk.tried(address.id);
      expect(rows).toHaveLength(3);
      return rows;
    });
    const { comment_id: redacted } = third.body as { comment_id: string };
    await stage.post(`${TICKETS}/${id}/comments/${redacted}/redact`, operator, {}).expect(200);
    desk.refuse(null, address);
    await desk.send(worker, waiting!);
    expect(await mails(3)).not.toContain('Gone before');
  });

  // support 3.4
  it('are closed once they have been solved for seven days', async () => {
    const id = await stage.aTicket();
    await stage.change(id, { status: 'solved' });
    const { clientId } = stage.tenant;
    const [item] = await stage.stored<{ days: number }>(
      `SELECT round(extract(epoch FROM ready_at - now()) / 86400)::integer AS days
         FROM work_items WHERE client_id = $1 AND kind = 'support.close'`,
    );
    expect(item).toEqual({ days: 7 });
    await comeDue(test, 'support.close', clientId);
    await eventually(async () => expect(await stage.shown(id)).toMatchObject({ status: 'closed' }));
    const again = await stage.aTicket();
    await stage.change(again, { status: 'solved' });
    await stage.comment(again).expect(201);
    await comeDue(test, 'support.close', clientId);
    await eventually(async () =>
      expect(
        await stage.stored(`SELECT 1 FROM work_items WHERE client_id = $1 AND kind = 'support.close'`),
      ).toEqual([]),
    );
    expect(await stage.shown(again)).toMatchObject({ status: 'open' });
  });

  // support 4.1, 4.4, 4.5, 4.6, 4.7; caller-requests 8.5
  it('hold texts in ciphertext alone, and none after the erasure of the caller', async () => {
    const { admin, operator, tenant } = stage;
    const id = await stage.aTicket({ subject: SUBJECT, text: TEXT });
    const second = await stage.aTicket();
    const written = await stage.comment(second, admin, { text: TEXT }).expect(201);
    expect(written.body).toMatchObject({ personal_data_found: ['phone'] });
    await stage.comment(second, admin, { text: 'Nothing else.' }).expect(201);
    const stores = [...test.databases.superuser.storeUrls.values(), test.databases.superuser.metadataUrl];
    for (const url of stores) expect(tracesIn(await dumpOf(url))).toEqual([]);
    const desk = new CallerRequestFixture(
      test,
      tenant,
      bearer(operator.token()),
      bearer(admin.token()),
      operator.userId,
    );
    const request = await desk.made({
      request_type: 'deletion',
      caller_identifier: NUMBER,
      support_ticket_reference: 'SUP-0001',
    });
    expect((await desk.get(`/${request.id}`).expect(200)).body).toMatchObject({
      support_tickets: [
        { ticket_id: second, reference: 'SUP-0002' },
        { ticket_id: id, reference: 'SUP-0001' },
      ],
    });
    const ofTicket = { request_id: request.id, tracking_id: request.tracking_id, status: 'needs_review' };
    expect(await stage.shown(id)).toMatchObject({ caller_requests: [ofTicket] });
    const manager = await stage.aUser('client_manager');
    expect(await stage.shown(id, manager)).toMatchObject({ caller_requests: null });
    await desk.moved(request, 'in_progress', { erase: true });
    await eventually(async () => expect(await stage.shown(id)).toMatchObject({ subject: null }));
    expect((await stage.comments(id)).map(({ text, redacted }) => [text, redacted])).toEqual([[null, true]]);
    expect((await stage.comments(second)).map(({ text }) => text)).toEqual([
      'It hung up.',
      null,
      'Nothing else.',
    ]);
    expect(await stage.stored('SELECT 1 FROM support_numbers WHERE client_id = $1')).toEqual([]);
    expect((await stage.list(TICKETS, admin, { text: 'Wobblethwaite' })).items).toEqual([]);
    expect((await desk.get(`/${request.id}`).expect(200)).body).toMatchObject({ support_tickets: [] });
  });

  // support 8.2
  it('are deleted 24 months after they were closed, with everything that belongs to them', async () => {
    const [old, recent] = [await stage.aTicket({ text: TEXT }), await stage.aTicket()];
    const close = (id: string, months: number) =>
      stage.stored(
        `UPDATE support_tickets SET status = 'closed', solved_at = now(), closed_at = now() - make_interval(months => $3)
          WHERE client_id = $1 AND ticket_id = $2::uuid`,
        [id, months],
      );
    await close(old, 25);
    await close(recent, 23);
    const job = worker.get(DeleteOldTicketsJob, { strict: false });
    expect(await job.plan()).toContainEqual(stage.tenant);
    await job.handle(systemContext(stage.tenant, 'test'));
    const left = await stage.stored<{ ticket_id: string }>(
      'SELECT ticket_id FROM support_tickets WHERE client_id = $1',
    );
    expect(left).toEqual([{ ticket_id: recent }]);
    expect(
      await stage.stored(`SELECT 1 FROM support_comments WHERE client_id = $1 AND ticket_id = $2::uuid`, [
        old,
      ]),
    ).toEqual([]);
  });
});
