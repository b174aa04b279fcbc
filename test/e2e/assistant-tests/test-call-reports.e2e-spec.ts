import { beforeEach, describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aProjectFixture, type ProjectFixture } from '../configuration/editing.js';
import {
  aRuntime,
  assistant,
  auditOf,
  booking,
  draftEtag,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';
import { asRuntime, SAID } from './testing-assistants.js';

const NOW = '2026-10-31T04:12:09.000Z';
const NUMBER = '+61491570159';
const LINES = [
  { role: 'agent', text: 'Good day, how can I help?', offset_ms: 0 },
  { role: 'caller', text: SAID, offset_ms: 2100 },
];

type Json = Record<string, unknown>;

describe('what became of a test call', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set(NOW);
    await test.world.sql('DELETE FROM throttle_hits');
    desk = await aProjectFixture(test);
    key = await aRuntime(test, desk);
    await save(test, desk, 'booking', booking());
    await save(test, desk, 'assistant', assistant());
  });

  const ask = async (use = 'draft'): Promise<string> => {
    const asked = send(test, desk, 'post', 'test-call/request', { body: { to_number: NUMBER, use } });
    return ((await asked.expect(202)).body as { test_call_id: string }).test_call_id;
  };
  const take = () => asRuntime(test, desk, key, 'test-calls/take').expect(200);
  const taken = async (use?: string): Promise<string> => {
    const id = await ask(use);
    await take();
    return id;
  };
  const report = (id: string, body: object) =>
    asRuntime(test, desk, key, `test-calls/${id}/reports`, { at_utc: NOW, ...body });
  const ended = (sequence: number, others: object = {}) => ({
    sequence,
    state: 'ended',
    outcome: 'answered',
    ...others,
  });
  const show = async (id: string, as: ProjectFixture['admin'] = desk.admin): Promise<Json> =>
    (await send(test, desk, 'get', `test-calls/${id}`, { as }).expect(200)).body as Json;
  const list = async (query = ''): Promise<Json[]> =>
    ((await send(test, desk, 'get', `test-calls${query}`).expect(200)).body as { items: Json[] }).items;

  // workspace 9.11, 9.12
  it('is shown from its request to its end, the number masked', async () => {
    await publishDraft(test, desk);
    const id = await ask('published');
    expect(await show(id)).toMatchObject({
      test_call_id: id,
      status: 'queued',
      use: 'published',
      configuration: { draft_etag: null, version_number: 1, content_hash: expect.any(String) as unknown },
      to_number_masked: '+61 *** *** 159',
      requested_at: NOW,
      requested_by: desk.adminId,
      taken_at: null,
      ended_at: null,
      outcome: null,
      stages: null,
      transcript: { status: 'none', lines: [] },
    });
    clock.advance(1000);
    await take();
    expect(await show(id)).toMatchObject({ status: 'placed', taken_at: '2026-10-31T04:12:10.000Z' });
    clock.advance(60_000);
    await report(id, {
      sequence: 1,
      state: 'in_call',
      call_id: 'rt-1',
      at_utc: '2026-10-31T04:12:20.000Z',
    }).expect(200);
    expect(await show(id)).toMatchObject({ status: 'in_call', answered_at: '2026-10-31T04:12:20.000Z' });
    const told = { at_utc: '2026-10-31T04:13:00.000Z', stages: { first_response_ms: 640, model_ms: 410 } };
    await report(id, ended(2, { outcome: 'transferred', ...told })).expect(200);
    expect(await show(id)).toMatchObject({
      status: 'ended',
      answered_at: '2026-10-31T04:12:20.000Z',
      ended_at: '2026-10-31T04:13:00.000Z',
      outcome: 'transferred',
      failure_reason: null,
      call_id: 'rt-1',
      stages: { first_response_ms: 640, model_ms: 410 },
    });
    expect(await auditOf(test, desk, 'test_call.ended')).toMatchObject([
      { metadata: { test_call_id: id, result: 'transferred' } },
    ]);
  });

  it('names the draft that it ran', async () => {
    const etag = (await draftEtag(test, desk)).replaceAll('"', '');
    expect(await show(await ask())).toMatchObject({
      configuration: { draft_etag: etag, version_number: null, content_hash: null },
    });
  });

  // workspace 9.11
  it('is listed newest first, by status and by what was run', async () => {
    await publishDraft(test, desk);
    const first = await ask('published');
    await take();
    await report(first, { sequence: 1, state: 'failed', failure_reason: 'busy' }).expect(200);
    clock.advance(1000);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const second = await ask('draft');
    const ids = async (query?: string) => (await list(query)).map((call) => call['test_call_id']);
    expect(await ids()).toEqual([second, first]);
    expect(await ids('?status=failed')).toEqual([first]);
    expect(await ids('?use=draft')).toEqual([second]);
    expect(await ids('?status=ended')).toEqual([]);
    expect(await ids('?page_size=1&page=2')).toEqual([first]);
    const [row] = await list('?status=failed');
    expect(row).toMatchObject({ failure_reason: 'busy', outcome: null });
    expect(row).not.toHaveProperty('transcript');
    await send(test, desk, 'get', 'test-calls?status=lost').expect(400);
  });

  // workspace 9.13
  it.each([
    ['it waited too long', 10 * 60_000, false, 'waited_too_long'],
    ['its draft changed', 1000, true, 'configuration_changed'],
  ])('says that %s', async (_, ms, isEdited, reason) => {
    const id = await ask();
    clock.advance(ms);
    if (isEdited) await save(test, desk, 'booking', booking(['2026-12-25']));
    await take();
    expect(await show(id)).toMatchObject({ status: 'expired', failure_reason: reason });
  });

  // workspace 9.13
  it('is shown as failed where the runtime is silent for an hour, and a later report still counts', async () => {
    const id = await taken();
    clock.advance(60 * 60_000);
    expect(await show(id)).toMatchObject({ status: 'placed' });
    clock.advance(1);
    expect(await show(id)).toMatchObject({ status: 'failed', failure_reason: 'runtime_silent' });
    expect(await list('?status=failed')).toHaveLength(1);
    await report(id, ended(1)).expect(200);
    expect(await show(id)).toMatchObject({ status: 'ended', failure_reason: null });
  });

  // workspace 9.15
  it('is changed by no report twice, late or out of order', async () => {
    const id = await taken();
    const applied = async (body: object) => ((await report(id, body).expect(200)).body as Json)['applied'];
    const end = ended(3, { stages: { model_ms: 1 } });
    expect(await applied({ sequence: 2, state: 'in_call' })).toBe(true);
    expect(await applied({ sequence: 2, state: 'in_call' })).toBe(false);
    expect(await applied({ sequence: 1, state: 'in_call' })).toBe(false);
    expect(await applied(end)).toBe(true);
    const before = await show(id);
    expect(await applied(end)).toBe(false);
    expect(await applied({ sequence: 9, state: 'in_call' })).toBe(false);
    expect(await applied(ended(7, { stages: { model_ms: 99 } }))).toBe(false);
    expect(await show(id)).toEqual(before);
    expect(await auditOf(test, desk, 'test_call.ended')).toHaveLength(1);
  });

  // workspace 9.16
  it('is not changed by an end that contradicts the one that is known', async () => {
    const id = await taken();
    await report(id, ended(1)).expect(200);
    const before = await show(id);
    await report(id, ended(2, { outcome: 'voicemail' })).expect(409);
    await report(id, { sequence: 3, state: 'failed', failure_reason: 'busy' }).expect(409);
    expect(await show(id)).toEqual(before);
  });

  it('ends once, however often and by however many it is reported at the same time', async () => {
    const id = await taken();
    const reports = Array.from({ length: atDepth({ ordinary: 10, full: 50 }) }, (_, index) =>
      report(id, ended(1 + (index % 3))),
    );
    const answers = await Promise.all(reports);
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    await report(id, ended(4)).expect(200);
    expect((await report(id, ended(4)).expect(200)).body).toMatchObject({ status: 'ended', applied: false });
    expect(await auditOf(test, desk, 'test_call.ended')).toHaveLength(1);
  });

  // workspace 9.16
  it('is no report of a call that was not taken, of another project, or that does not exist', async () => {
    const waiting = await ask();
    await report(waiting, ended(1)).expect(409);
    const other = await aProjectFixture(test);
    const foreign = await aRuntime(test, other);
    await asRuntime(test, desk, foreign, `test-calls/${waiting}/reports`, {
      at_utc: NOW,
      ...ended(1),
    }).expect(404);
    await report('01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e', ended(1)).expect(404);
    await report('none', ended(1)).expect(404);
    const project = await test.world.aProject(desk.tenant);
    await asRuntime(test, { ...desk, projectId: project }, key, `test-calls/${waiting}/reports`, {
      at_utc: NOW,
      ...ended(1),
    }).expect(404);
  });

  // workspace 9.14
  it.each([
    ['an unknown stage', ended(1, { stages: { thinking_ms: 4 } })],
    ['half a millisecond', ended(1, { stages: { model_ms: 4.5 } })],
    ['a stage below zero', ended(1, { stages: { model_ms: -1 } })],
    ['no outcome', { sequence: 1, state: 'ended' }],
    ['an outcome before the end', { sequence: 1, state: 'in_call', outcome: 'answered' }],
    ['an outcome of its own', ended(1, { outcome: 'excellent' })],
    ['a failure without a reason', { sequence: 1, state: 'failed' }],
    ['no sequence', { state: 'in_call' }],
    ['sequence 0', { sequence: 0, state: 'in_call' }],
    ['another state', { sequence: 1, state: 'ringing' }],
    ['no such month', ended(1, { at_utc: '2026-13-01T00:00:00Z' })],
    ['no such day', ended(1, { at_utc: '2026-02-30T00:00:00Z' })],
    ['no such hour', ended(1, { at_utc: '2026-10-31T24:00:00Z' })],
    ['local time', ended(1, { at_utc: '2026-10-31T04:12:09+11:00' })],
    ['a telephone number as call_id', ended(1, { call_id: '61491570159' })],
    ['one in groups', { sequence: 1, state: 'in_call', call_id: '0491.570.159' }],
    ['words in clear', ended(1, { transcript: LINES })],
    ['a list', []],
  ])('is no report with %s', async (_, body) => {
    const id = await taken();
    const sent = Array.isArray(body) ? body : { at_utc: NOW, ...body };
    const refused = await asRuntime(test, desk, key, `test-calls/${id}/reports`, sent);
    expect(refused.status, refused.text).toBe(422);
    expect(await show(id)).toMatchObject({ status: 'placed' });
  });

  // workspace 9.14
  it('neither was answered before it was taken nor ended before it was answered', async () => {
    const id = await ask();
    clock.advance(1000);
    await take();
    clock.advance(60_000);
    await report(id, { sequence: 1, state: 'in_call', at_utc: '0000-01-01T00:00:00Z' }).expect(200);
    await report(id, { ...ended(2), at_utc: '2026-10-31T04:12:09.999Z' }).expect(200);
    const taken_at = '2026-10-31T04:12:10.000Z';
    expect(await show(id)).toMatchObject({ taken_at, answered_at: taken_at, ended_at: taken_at });
  });

  // workspace 9.17
  it('has a bounded transcript', async () => {
    const id = await taken();
    const line = { role: 'agent', text: 'a'.repeat(1000), offset_ms: 0 };
    const of = (count: number) => ({ status: 'verified', lines: Array.from({ length: count }, () => line) });
    await report(id, ended(1, { redacted_transcript: of(32) })).expect(413);
    await report(
      id,
      ended(1, { redacted_transcript: { status: 'verified', lines: [{ ...line, text: 'a'.repeat(1001) }] } }),
    ).expect(422);
    await report(id, ended(1, { redacted_transcript: of(31) })).expect(200);
  });

  // workspace 9.18; privacy 3.5
  it('shows what was said to those who may read transcripts, and to nobody else', async () => {
    const id = await taken();
    await report(id, ended(1, { redacted_transcript: { status: 'verified', lines: LINES } })).expect(200);
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, desk.projectId);
    expect((await show(id))['transcript']).toEqual({ status: 'not_permitted', lines: [] });
    await test.world.permitPii(desk.tenant, 'partner_admin', 'transcript');
    expect((await show(id))['transcript']).toEqual({ status: 'available', lines: LINES });
    expect((await show(id, bearer(user.token())))['transcript']).toEqual({
      status: 'not_permitted',
      lines: [],
    });
  });

  // workspace 9.18
  it.each([
    ['pending', 'pending'],
    ['failed', 'failed'],
  ])('shows no lines of a redaction that is %s', async (redaction, status) => {
    const id = await taken();
    await test.world.permitPii(desk.tenant, 'partner_admin', 'transcript');
    await report(id, ended(1, { redacted_transcript: { status: redaction, lines: LINES } })).expect(200);
    expect((await show(id))['transcript']).toEqual({ status, lines: [] });
  });

  // workspace 9.19
  it('is gone after thirty days', async () => {
    const id = await taken();
    // Sessions expire earlier than that.
    const as = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    clock.advance(30 * 86_400_000 - 1);
    await send(test, desk, 'get', `test-calls/${id}`, { as }).expect(200);
    clock.advance(1);
    await send(test, desk, 'get', `test-calls/${id}`, { as }).expect(404);
    const listed = await send(test, desk, 'get', 'test-calls', { as }).expect(200);
    expect(listed.body).toMatchObject({ items: [], pagination: { total_records: 0 } });
  });

  // workspace 9.20
  it('is no call: no list and no count has it', async () => {
    const id = await taken();
    await report(id, ended(1, { call_id: 'rt-77' })).expect(200);
    const reader = await test.world.aKey(desk.tenant, 'full-access');
    const get = (path: string) => test.request().get(path).set('X-API-Key', reader);
    expect((await get('/v1/calls/list').expect(200)).body).toMatchObject({ items: [] });
    await get('/v1/calls/rt-77').expect(404);
  });

  // workspace 9.21
  it('is waited for in the projects that a runtime sees', async () => {
    const waiting = async () =>
      (
        (await test.request().get('/internal/v1/waiting-tests').set('X-API-Key', key).expect(200)).body as {
          items: Json[];
        }
      ).items;
    expect(await waiting()).toEqual([]);
    await ask();
    expect(await waiting()).toEqual([{ project_id: desk.projectId, test_calls: 1, conversation_tests: 0 }]);
    await take();
    expect(await waiting()).toEqual([]);
  });
});
