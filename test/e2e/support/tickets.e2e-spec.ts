import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { codeOf, SupportStage, ticketOf, TICKETS, type Body } from './support-stage.js';

// A Friday, 11:00 in Sydney.
const START = '2026-10-30T00:00:00.000Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('support tickets', () => {
  const clock = new TestClock(new Date(START));
  const test = useSharedApp({ clock });
  let stage: SupportStage;

  beforeEach(async () => {
    clock.set(START);
    await test.world.sql('DELETE FROM throttle_hits');
    stage = await SupportStage.open(test);
  });

  const refOf = ({ body }: { body: unknown }): string => (body as { reference: string }).reference;

  // support 1.2, 1.4, 1.5, 5.3, 6.1, 8.1
  it('are opened with a first comment and shown to those who see them', async () => {
    const { admin, operator, project } = stage;
    const created = await stage.create({ project_id: project, priority: 'urgent' }).expect(201);
    const id = ticketOf(created);
    const saved = {
      ticket_id: id,
      reference: 'SUP-0001',
      status: 'new',
      updated_at_utc: START,
      first_response_due_at_utc: '2026-10-30T01:00:00.000Z',
      etag: '1-1',
    };
    expect(created.body).toEqual(saved);
    expect(await stage.shown(id)).toEqual({
      ...saved,
      subject: 'The assistant hangs up',
      category: 'incident',
      priority: 'urgent',
      project_id: project,
      requester: { user_id: admin.userId, kind: 'colleague', display_name: admin.subject },
      assignee: null,
      created_at_utc: START,
      first_responded_at_utc: null,
      solved_at_utc: null,
      comment_count: 1,
      attachment_count: 0,
      related_call_count: 0,
      unread: false,
      caller_requests: [],
    });
    expect(await stage.shown(id, operator)).toMatchObject({
      unread: true,
      requester: { kind: 'customer', display_name: null },
    });
    expect(await stage.comments(id, operator)).toMatchObject([
      { visibility: 'public', text: 'It hung up.', redacted: false, personal_data_found: [] },
    ]);
    expect(await stage.shown(id, operator)).toMatchObject({ unread: false });
    expect(await stage.audits('support_ticket.created')).toEqual([
      {
        ticket_id: id,
        reference: 'SUP-0001',
        category: 'incident',
        priority: 'urgent',
        project_id: project,
      },
    ]);
    expect(codeOf(await stage.create({ subject: '' }))).toBe('422 Validation error');
    expect(codeOf(await stage.create({ project_id: 'of-no-one' }))).toBe('404 Not found.');
    await test.world.archive(project);
    await stage.create({ project_id: project }).expect(201);
  });

  // support 1.3
  it('are numbered without a gap, twenty at once', async () => {
    const people = await Promise.all([1, 2].map(() => stage.aUser('client_manager')));
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => stage.create({}, people[at % 2]).expect(201)),
    );
    expect(made.map(refOf).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, at) => `SUP-${String(at + 1).padStart(4, '0')}`),
    );
  });

  // support 3.1, 3.2, 4.2, 6.2
  it('move with public comments, and not with internal ones', async () => {
    const { admin, operator } = stage;
    const id = await stage.aTicket();
    const wrote = async (as: typeof admin, fields: object = {}): Promise<unknown> =>
      ((await stage.comment(id, as, fields).expect(201)).body as Body)['ticket_status'];
    expect(await wrote(operator, { visibility: 'internal', text: 'Known fault.' })).toBe('new');
    clock.advance(MINUTE);
    expect(await wrote(operator)).toBe('pending');
    expect(await wrote(admin)).toBe('open');
    expect(await stage.shown(id)).toMatchObject({
      comment_count: 3,
      first_responded_at_utc: '2026-10-30T00:01:00.000Z',
    });
    expect(await stage.shown(id, operator)).toMatchObject({ comment_count: 4 });
    expect(await stage.comments(id)).toHaveLength(3);
    expect((await stage.comments(id, operator)).map(({ visibility }) => visibility)).toEqual([
      'public',
      'internal',
      'public',
      'public',
    ]);
    expect((await stage.change(id, { status: 'solved' })).body).toMatchObject({ status: 'solved' });
    expect(await wrote(operator)).toBe('solved');
    expect(await wrote(admin)).toBe('open');
    await stage.stored(
      `UPDATE support_tickets SET status = 'closed', solved_at = now(), closed_at = now() WHERE client_id = $1`,
    );
    expect(codeOf(await stage.comment(id))).toBe('409 conflict');
    expect(codeOf(await stage.change(id, { priority: 'low' }))).toBe('409 conflict');
  });

  // support 3.3, 3.5
  it('move by the table alone, and one of twenty moves at once wins', async () => {
    const { operator } = stage;
    const id = await stage.aTicket();
    expect(codeOf(await stage.change(id, { status: 'pending' }))).toBe('409 conflict');
    expect(codeOf(await stage.change(id, { status: 'closed' }, operator))).toBe('409 conflict');
    const move = (ifMatch?: string) => {
      const sent = stage.send('patch', `${TICKETS}/${id}`, operator);
      return (ifMatch === undefined ? sent : sent.set('If-Match', ifMatch)).send({ status: 'open' });
    };
    expect(codeOf(await move())).toBe('428 precondition_required');
    const answers = await Promise.all(Array.from({ length: 20 }, () => move('"1-1"')));
    expect(answers.map(codeOf).toSorted()).toEqual(['200', ...Array<string>(19).fill('409 conflict')]);
    const changed = await stage.change(
      id,
      { subject: 'Line drops', priority: 'high', assignee: operator.userId, category: 'question' },
      operator,
    );
    expect(changed.get('ETag')).toBe('"1-3"');
    expect(await stage.shown(id)).toMatchObject({
      subject: 'Line drops',
      priority: 'high',
      category: 'question',
      assignee: { kind: 'staff' },
      first_response_due_at_utc: '2026-10-30T04:00:00.000Z',
    });
    expect(codeOf(await stage.change(id, { assignee: null }))).toBe('422 Validation error');
    expect(codeOf(await stage.change(id, { assignee: stage.admin.userId }, operator))).toBe(
      '422 Validation error',
    );
  });

  // support 4.3
  it('lose the text of a redacted comment for good', async () => {
    const { operator } = stage;
    const staff = await stage.aUser('client_staff');
    const id = await stage.aTicket({}, staff);
    const [first] = await stage.comments(id, staff);
    const redact = (as: typeof operator, commentId = first!['comment_id']) =>
      stage.post(`${TICKETS}/${id}/comments/${commentId as string}/redact`, as);
    expect(first).toMatchObject({ redactable: true });
    clock.advance(15 * MINUTE + 1);
    expect(codeOf(await redact(staff))).toBe('409 support_not_redactable');
    await redact(stage.admin).expect(200);
    await redact(operator).expect(200);
    expect(await stage.comments(id, staff)).toEqual([
      expect.objectContaining({ text: null, redacted: true, redactable: false }),
    ]);
    expect(await stage.audits('support_ticket.comment_redacted')).toHaveLength(1);
    const note = await stage.comment(id, operator, { visibility: 'internal' }).expect(201);
    expect(codeOf(await redact(stage.admin, (note.body as Body)['comment_id']))).toBe('404 Not found.');
  });

  // support 6.1; business-hours 2.5
  it('are due within the open hours of the client', async () => {
    const hours = {
      timezone: 'Australia/Sydney',
      weekly: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
        day,
        intervals: [{ opens: '09:00', closes: '17:00' }],
      })),
      exceptions: [],
      holidays_of: null,
    };
    await test.world.sql(
      `INSERT INTO client_business_hours (client_id, data_env, hours, revision, updated_at, updated_by)
       VALUES ($1, 'prod', $2, 1, now(), 'test')`,
      [stage.tenant.clientId, JSON.stringify(hours)],
    );
    const due = async (priority: string): Promise<unknown> =>
      ((await stage.create({ priority }).expect(201)).body as Body)['first_response_due_at_utc'];
    expect([await due('high'), await due('normal'), await due('low')]).toEqual([
      '2026-10-30T04:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
      '2026-11-04T00:00:00.000Z',
    ]);
  });

  // support 5.1, 5.2, 5.4, 5.5
  it('are found by words, reference, status and people, page by page', async () => {
    const { admin, operator } = stage;
    const first = await stage.aTicket({ subject: 'Überweisung fehlt', priority: 'high' });
    clock.advance(HOUR);
    const second = await stage.aTicket({ subject: 'Rechnung fehlt', category: 'billing' }, operator);
    clock.advance(HOUR);
    const found = async (query: object, as = admin): Promise<unknown[]> =>
      (await stage.list(TICKETS, as, query)).items.map((it) => it['ticket_id']);
    expect(await found({})).toEqual([second, first]);
    expect(await found({ text: 'FEHLT uberweisung' })).toEqual([first]);
    expect(await found({ text: 'fehlt nirgends' })).toEqual([]);
    expect(await found({ text: '!!' })).toEqual([]);
    expect(await found({ text: 'sup-0002' })).toEqual([second]);
    expect(await found({ status: 'pending' })).toEqual([second]);
    expect(await found({ status: 'unsolved', category: 'billing', assignee: 'none' })).toEqual([second]);
    expect(await found({ requester: admin.userId, priority: 'high' })).toEqual([first]);
    expect(await found({ updated_since_utc: '2026-10-30T00:30:00Z' })).toEqual([second]);
    const page = await stage.list(TICKETS, admin, { page_size: 1 });
    expect(await found({ page_size: 1, cursor: page.next_cursor })).toEqual([first]);
    expect(codeOf(await stage.get(TICKETS, admin, { status: 'lost' }))).toBe('400 validation_failed');
    expect(codeOf(await stage.get(TICKETS, admin, { status: 'new', cursor: page.next_cursor }))).toBe(
      '400 validation_failed',
    );
    const counts = async (as = admin): Promise<unknown[]> => [
      (await stage.get('/v1/support/badge', as).expect(200)).body as unknown,
      (await stage.get('/v1/support/open-count', as).expect(200)).body as unknown,
    ];
    expect(await counts()).toEqual([{ unread_count: 1, awaiting_you_count: 0 }, { open_count: 2 }]);
    expect(await counts(operator)).toEqual([{ unread_count: 1, awaiting_you_count: 1 }, { open_count: 2 }]);
    expect(await found({ awaiting_you: true })).toEqual([]);
    await stage.comment(first, operator).expect(201);
    expect(await counts()).toEqual([{ unread_count: 2, awaiting_you_count: 1 }, { open_count: 2 }]);
    expect(await found({ awaiting_you: true })).toEqual([first]);
    await stage.comments(second);
    await stage.change(second, { status: 'solved' });
    expect(await counts()).toEqual([{ unread_count: 1, awaiting_you_count: 1 }, { open_count: 1 }]);
  });
});
