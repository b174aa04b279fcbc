import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wholeOpenApi } from '../../../src/core/openapi/openapi.js';
import { useTestApp } from '../../support/app.js';
import { waitersFor, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { aCallerRequestFixture } from './caller-request-fixture.js';
import type { Item, CallerRequestFixture } from './caller-request-fixture.js';

const NOW = '2026-10-05T00:00:00.000Z';
const NOTE = 'Identity confirmed by telephone.';

describe('POST /v1/compliance/caller-requests/{request_id}/status-transitions', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useTestApp({ clock });
  let desk: CallerRequestFixture;
  let item: Item;

  beforeEach(async () => {
    desk = await aCallerRequestFixture(test);
    item = await desk.made();
  });

  const change = (fields: object = {}): object => ({
    expected_revision: 1,
    status: 'ready',
    status_note: NOTE,
    ...fields,
  });

  // caller-requests 5.1, 5.2, 5.7
  it('answers the item with its next revision, and audits the change', async () => {
    const { body } = (await desk.move(item.id, change()).expect(200)) as { body: unknown };
    expect(body).toEqual({ ...item, revision_number: 2, status: 'ready', status_label: 'Ready' });
    expect((await desk.audits()).at(-1)).toEqual({
      action: 'caller_request.status_changed',
      actor_id: desk.staffId,
      metadata: {
        request_id: item.id,
        tracking_id: 'REQ-0001',
        from_status: 'needs_review',
        to_status: 'ready',
        revision: 2,
        has_processing_result: false,
      },
    });
  });

  it('takes the example of the document unchanged', async () => {
    const route = '/v1/compliance/caller-requests/{request_id}/status-transitions';
    const { requestBody } = wholeOpenApi(test.app, 'public').paths[route]!.post as {
      requestBody: { content: Readonly<Record<string, { example: object }>> };
    };
    await desk.move(item.id, requestBody.content['application/json']!.example).expect(200);
  });

  // caller-requests 5.4
  it('closes a request now or when it says, and opens it again', async () => {
    const completed = await desk.moved(item, 'completed');
    expect(completed).toMatchObject({ due_state: 'closed', closed_at_utc: NOW });
    const opened = await desk.moved(completed, 'in_progress');
    expect(opened).toMatchObject({ due_state: 'normal', days_remaining: 26 });
    expect(opened).not.toHaveProperty('closed_at_utc');
    const closedAt = '2026-10-04T00:00:00.000Z';
    const result = { processing_result: { closed_at_utc: closedAt } };
    const again = await desk.moved(opened, 'cancelled', result);
    expect(again['closed_at_utc']).toBe(closedAt);
    const reopened = await desk.moved(again, 'needs_review');
    expect(await desk.moved(reopened, 'unable_to_verify', { closed_at_utc: closedAt })).toMatchObject({
      closed_at_utc: closedAt,
      revision_number: 6,
    });
  });

  // caller-requests 5.5
  it('records what processing has come to, and keeps what a later result leaves out', async () => {
    const result = {
      data_found_state: 'found',
      data_found_count: 0,
      project_labels: ['Front desk', 'Billing'],
    };
    const first = await desk.moved(item, 'needs_review', { processing_result: result });
    expect(first).toMatchObject({ ...result, data_found_label: 'Data found', revision_number: 2 });
    const second = await desk.moved(first, 'needs_review', { processing_result: { data_found_count: 4 } });
    expect(second).toMatchObject({ ...result, data_found_count: 4 });
  });

  // caller-requests 5.3
  it.each([
    ['stays where it is without a result', [], 'needs_review', {}],
    ['goes from one end to another', ['completed'], 'cancelled', {}],
    ['goes from an end to what was before it', ['completed'], 'ready', {}],
    ['ends twice', ['completed'], 'completed', { processing_result: { data_found_count: 1 } }],
  ])('refuses with 409 a change that %s', async (_, path, status, fields) => {
    let current = item;
    for (const step of path) current = await desk.moved(current, step);
    const before = await desk.stored();
    const body = { ...change(fields), expected_revision: current.revision_number, status };
    const answer = await desk.move(item.id, body).expect(409);
    expect(answer.body).toMatchObject({ code: 'conflict', request_id: expect.any(String) as string });
    expect(await desk.stored()).toEqual(before);
  });

  // caller-requests 5.2; errors 4.3
  it('refuses a stale revision with 409, naming the current one', async () => {
    await desk.moved(item, 'ready');
    const { body } = (await desk.move(item.id, change({ status: 'in_progress' })).expect(409)) as {
      body: unknown;
    };
    expect(body).toMatchObject({
      code: 'conflict',
      stale: { guard: 'expected_revision', sent: '1', current: '2', changed_paths: null },
    });
  });

  // Fails if the revision is compared before the row is locked. caller-requests 5.2
  it('lets one of many win who change one revision at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.move(item.id, change())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await desk.stored()).toEqual({ requests: 1, changes: 2, audits: 2 });
  });

  // caller-requests 5.7
  it('changes nothing when its audit row cannot be written', async () => {
    const refuse = `ALTER TABLE audit_events ADD CONSTRAINT none_of_these CHECK (action <> 'caller_request.status_changed') NOT VALID`;
    await test.world.sql(refuse);
    try {
      await desk.move(item.id, change()).expect(500);
    } finally {
      await test.world.sql('ALTER TABLE audit_events DROP CONSTRAINT none_of_these');
    }
    expect(await desk.stored()).toEqual({ requests: 1, changes: 1, audits: 1 });
    await desk.move(item.id, change()).expect(200);
  });

  // caller-requests 5.1, 5.4, 5.6; errors 1.10
  it.each<[string, object, string]>([
    ['no revision', { expected_revision: undefined }, 'expected_revision'],
    ['a revision of 0', { expected_revision: 0 }, 'expected_revision'],
    ['a revision that is no number', { expected_revision: '1' }, 'expected_revision'],
    ['a revision beyond what can be', { expected_revision: 2_147_483_648 }, 'expected_revision'],
    ['no status', { status: undefined }, 'status'],
    ['an unknown status', { status: 'done' }, 'status'],
    ['no note', { status_note: undefined }, 'status_note'],
    ['an empty note', { status_note: '' }, 'status_note'],
    ['a note of blanks', { status_note: ' \t\n\u00a0' }, 'status_note'],
    ['a note of 501 characters', { status_note: 'x'.repeat(501) }, 'status_note'],
    [
      'a count below 0',
      { processing_result: { data_found_count: -1 } },
      'processing_result.data_found_count',
    ],
    [
      'an unknown state',
      { processing_result: { data_found_state: 'lost' } },
      'processing_result.data_found_state',
    ],
    [
      'labels that are no list',
      { processing_result: { project_labels: 'x' } },
      'processing_result.project_labels',
    ],
    [
      'a label that identifies a person',
      { processing_result: { project_labels: ['Front desk', '+61 491 570 156'] } },
      'processing_result.project_labels.1',
    ],
    ['a result that is null', { processing_result: null }, 'processing_result'],
    ['a closing time of an open status', { closed_at_utc: NOW }, 'closed_at_utc'],
    ['a closing time ahead', { status: 'completed', closed_at_utc: '2026-10-06T00:00:00Z' }, 'closed_at_utc'],
    ['a field that does not exist', { note: 'x' }, 'note'],
  ])('refuses %s with 400, naming the field, and changes nothing', async (_, fields, field) => {
    const { body, text } = (await desk.move(item.id, change(fields)).expect(400)) as {
      body: { message: string; field_errors: Record<string, string> };
      text: string;
    };
    expect(body).toMatchObject({
      code: 'validation_failed',
      field_errors: { [field]: expect.any(String) as string },
    });
    expect(body.message).toBe(`${field}: ${body.field_errors[field]}`);
    expect(text).not.toContain('570 156');
    expect(await desk.stored()).toEqual({ requests: 1, changes: 1, audits: 1 });
  });

  it('takes a note of 500 characters of any script', async () => {
    await desk.move(item.id, change({ status_note: '🦜'.repeat(500) })).expect(200);
  });
});

describe('GET /v1/compliance/caller-requests/{request_id}', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useTestApp({ clock });
  let desk: CallerRequestFixture;

  beforeAll(async () => {
    desk = await aCallerRequestFixture(test);
  });

  // caller-requests 8.1, 8.2, 8.4
  it('shows who moved it when, with the notes, and is audited', async () => {
    const item = await desk.made();
    const moved = await desk.moved(item, 'ready', {
      status_note: NOTE,
      processing_result: { data_found_count: 2 },
    });
    const { body } = (await desk.get(`/${item.id}`).expect(200)) as { body: unknown };
    const by = { changed_at_utc: NOW, changed_by_kind: 'bearer', changed_by: desk.staffId };
    const found = { data_found_state: 'manual_review_required' };
    expect(body).toEqual({
      ...moved,
      leads_to_contacts: true,
      support_tickets: [],
      history: [
        { revision_number: 1, ...by, to_status: 'needs_review', ...found, has_note: false },
        {
          revision_number: 2,
          ...by,
          from_status: 'needs_review',
          to_status: 'ready',
          ...found,
          data_found_count: 2,
          has_note: true,
          status_note: NOTE,
        },
      ],
    });
    expect((await desk.audits()).at(-1)).toMatchObject({ action: 'caller_request.history_read' });
  });

  // Fails if the history is read before the request: it then lacks a change that the item shows.
  // caller-requests 8.1
  it('reaches as far as the item, also while that is moved on', async () => {
    const item = await desk.made();
    const url = test.databases.superuser.metadataUrl;
    const read = await withClient(url, async (db) => {
      await db.query('BEGIN');
      await db.query('LOCK TABLE caller_requests');
      const reading = desk.get(`/${item.id}`).then(({ body }) => body as Item & { history: Item[] });
      await eventually(async () => expect(await waitersFor(url, 'caller_requests')).toBe(1));
      await db.query('UPDATE caller_requests SET revision = 2 WHERE request_id = $1', [item.id]);
      await db.query(
        `INSERT INTO caller_request_history
         SELECT (jsonb_populate_record(h, '{"revision": 2}')).* FROM caller_request_history h WHERE h.request_id = $1`,
        [item.id],
      );
      await db.query('COMMIT');
      return reading;
    });
    expect(read.revision_number).toBe(2);
    expect(read.history.map((it) => it.revision_number)).toEqual([1, 2]);
  });

  // Fails if a note is sealed for its request rather than for its position in the history.
  // caller-requests 8.3
  it('leaves out a note that was put in another place, and shows the rest', async () => {
    const item = await desk.made();
    const second = await desk.moved(item, 'ready', { status_note: 'first note' });
    await desk.moved(second, 'in_progress', { status_note: 'second note' });
    await test.world.sql(
      `UPDATE caller_request_history SET status_note_encrypted = (
         SELECT status_note_encrypted FROM caller_request_history WHERE request_id = $1 AND revision = 2)
        WHERE request_id = $1 AND revision = 3`,
      [item.id],
    );
    const { body, text } = (await desk.get(`/${item.id}`).expect(200)) as { body: unknown; text: string };
    const { history } = body as { history: Record<string, unknown>[] };
    expect(history.map((it) => [it['has_note'], it['status_note']])).toEqual([
      [false, undefined],
      [true, 'first note'],
      [true, undefined],
    ]);
    expect(text).not.toContain('second note');
  });
});
