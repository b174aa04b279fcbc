import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { snapshotOf } from '../projects/projecting.js';
import { aProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import {
  aRuntime,
  auditOf,
  booking,
  bookingWith,
  brokenBooking,
  completeDraft,
  draftEtag,
  makeSecret,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

const NUMBER = '+61491570159';

interface TestCall {
  readonly test_call_id: string;
  readonly to_number: string;
  readonly source: string;
  readonly sections: Record<string, unknown>;
  readonly secrets: Record<string, string>;
}

describe('a test call', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set('2026-10-31T04:12:09.000Z');
    // All tests call the same number at the same instant.
    await test.world.sql('DELETE FROM throttle_hits');
    desk = await aProjectFixture(test);
    key = await aRuntime(test, desk);
    await save(test, desk, 'booking', booking());
    await completeDraft(test, desk);
  });

  const request = (body: object, others: Parameters<typeof send>[4] = {}) =>
    send(test, desk, 'post', 'test-call/request', { body, ...others });
  const takeOf = ({ projectId }: ProjectFixture, runtime = key) =>
    test.request().post(`/internal/v1/projects/${projectId}/test-calls/take`).set('X-API-Key', runtime);
  const take = async (runtime = key): Promise<TestCall[]> => {
    const response = await takeOf(desk, runtime).expect(200);
    return (response.body as { items: TestCall[] }).items;
  };
  const rows = () =>
    test.world.sql<{ test_call_id: string; to_number_masked: string; status: string }>(
      `SELECT test_call_id, to_number_masked, status FROM project_test_calls WHERE project_id = $1 ORDER BY requested_at`,
      [desk.projectId],
    );
  const listNumbers = (numbers: string[]) =>
    test
      .request()
      .patch(`/v1/projects/${desk.projectId}/testing-overrides`)
      .set(desk.admin)
      .set('Idempotency-Key', randomUUID())
      .send({ configuration: { test_numbers: numbers } });

  // workspace 9.1, 9.7
  it('is queued, its number masked and sealed', async () => {
    const body: unknown = (await request({ to_number: NUMBER, use: 'draft' }).expect(202)).body;
    expect(body).toEqual({
      test_call_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      status: 'queued',
    });
    const { test_call_id } = body as TestCall;
    expect(await rows()).toEqual([{ test_call_id, to_number_masked: '+61 *** *** 159', status: 'queued' }]);
    expect(await auditOf(test, desk, 'test_call.requested')).toMatchObject([
      { actor_id: desk.adminId, metadata: { test_call_id, source: 'draft' } },
    ]);
  });

  // dispatch 8.1
  it('is not placed where the range of its number is taken away while it waits', async () => {
    const { clientId, dataEnv } = desk.tenant;
    await test.world.sql(
      `INSERT INTO allowed_number_ranges (client_id, data_env, prefix, allowed_at, allowed_by)
       VALUES ($1, $2, '+611300', now(), 'operator')`,
      [clientId, dataEnv],
    );
    const asked = await request({ to_number: '+611300975707', use: 'draft' }).expect(202);
    await test.world.sql('DELETE FROM allowed_number_ranges WHERE client_id = $1', [clientId]);
    expect(await take()).toEqual([]);
    const { test_call_id: id } = asked.body as TestCall;
    const shown = await send(test, desk, 'get', `test-calls/${id}`).expect(200);
    expect(shown.body).toMatchObject({ status: 'failed', failure_reason: 'number_not_dialled' });
  });

  it('is queued once under one key, and not without one', async () => {
    const body = { to_number: NUMBER, use: 'draft' };
    await request(body, { key: null }).expect(400);
    const first = await request(body, { key: 'the-one' }).expect(202);
    const second = await request(body, { key: 'the-one' }).expect(202);
    expect(second.body).toEqual(first.body);
    expect(await rows()).toHaveLength(1);
  });

  it('goes to the runtime with what it is to run', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const draft = (await request({ to_number: NUMBER, use: 'draft' })).body as TestCall;
    clock.advance(1000);
    const published = (await request({ to_number: NUMBER, use: 'published' })).body as TestCall;
    const taken = await take();
    expect(taken).toMatchObject([
      {
        test_call_id: draft.test_call_id,
        to_number: NUMBER,
        source: 'draft',
        sections: { booking: booking(['2026-12-25']) },
        secrets: {},
      },
      {
        test_call_id: published.test_call_id,
        to_number: NUMBER,
        source: 'published',
        sections: { booking: bookingWith('CALENDAR') },
        secrets: { CALENDAR: 'correct-horse' },
      },
    ]);
    expect((await rows()).map(({ status }) => status)).toEqual(['placed', 'placed']);
    expect(await auditOf(test, desk, 'test_call.taken')).toMatchObject([{ metadata: { count: 2 } }]);
    expect(await take()).toEqual([]);
  });

  // workspace 9.8
  it('is taken exactly once, however many runtimes ask for it', async () => {
    const runtimes = await Promise.all(Array.from({ length: 5 }, () => aRuntime(test, desk)));
    for (let round = 0; round < 5; round += 1) {
      await request({ to_number: NUMBER, use: 'draft' }).expect(202);
    }
    const taken = (await Promise.all([...runtimes, ...runtimes].map((runtime) => take(runtime)))).flat();
    const ids = taken.map((call) => call.test_call_id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
  });

  it.each([
    ['is given up after ten minutes', 10 * 60_000, 'expired', 0],
    ['is placed just before', 10 * 60_000 - 1, 'placed', 1],
  ])('%s', async (_, ms, status, count) => {
    await request({ to_number: NUMBER, use: 'draft' }).expect(202);
    clock.advance(ms);
    expect(await take()).toHaveLength(count);
    expect((await rows()).map((row) => row.status)).toEqual([status]);
  });

  // workspace 9.9
  it('is not placed when what it was to test has changed', async () => {
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await request({ to_number: NUMBER, use: 'draft' }).expect(202);
    await request({ to_number: NUMBER, use: 'published' }).expect(202);
    await publishDraft(test, desk);
    expect(await take()).toEqual([]);
    expect((await rows()).map(({ status }) => status)).toEqual(['expired', 'expired']);
  });

  // workspace 9.9, 3.6
  it('is not placed on a draft under which another version was published', async () => {
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-26']));
    await request({ to_number: NUMBER, use: 'draft' }).expect(202);
    await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
    expect(await take()).toEqual([]);
    expect((await rows()).map(({ status }) => status)).toEqual(['expired']);
  });

  // workspace 9.10
  it('fails by itself where its number does not open, and the next one is handed out', async () => {
    const broken = (await request({ to_number: NUMBER, use: 'draft' })).body as TestCall;
    await test.world.sql(
      `UPDATE project_test_calls SET to_number_encrypted = to_number_encrypted || '\\x00' WHERE project_id = $1`,
      [desk.projectId],
    );
    clock.advance(1000);
    const sound = (await request({ to_number: NUMBER, use: 'draft' })).body as TestCall;
    expect((await take()).map((call) => call.test_call_id)).toEqual([sound.test_call_id]);
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'placed']);
    expect(await auditOf(test, desk, 'test_call.failed')).toMatchObject([
      { metadata: { test_call_id: broken.test_call_id, reason: 'does_not_open' } },
    ]);
  });

  // workspace 9.10
  it('fails by itself where a secret is gone, and one that needs none is handed out', async () => {
    await publishDraft(test, desk);
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    const broken = (await request({ to_number: NUMBER, use: 'draft' }).expect(202)).body as TestCall;
    await test.world.sql(`DELETE FROM project_secrets WHERE project_id = $1`, [desk.projectId]);
    clock.advance(1000);
    const sound = (await request({ to_number: NUMBER, use: 'published' }).expect(202)).body as TestCall;
    expect((await take()).map((call) => call.test_call_id)).toEqual([sound.test_call_id]);
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'placed']);
    expect(await auditOf(test, desk, 'test_call.failed')).toMatchObject([
      { metadata: { test_call_id: broken.test_call_id, reason: 'secret_gone' } },
    ]);
  });

  // workspace 9.6
  it('of a draft that could not be published is refused with all that is wrong with it', async () => {
    const { weekly_hours } = brokenBooking();
    await save(test, desk, 'booking', { ...bookingWith('NOT_THERE'), weekly_hours });
    await listNumbers(['+61491570158']).expect(200);
    const refused = await request({ to_number: NUMBER, use: 'draft' }).expect(422);
    const published = await send(test, desk, 'post', 'publish', {
      body: {},
      ifMatch: await draftEtag(test, desk),
    }).expect(422);
    expect(fieldsOf(refused)).toEqual([['to_number', 'number_not_listed'], ...fieldsOf(published)]);
    expect(fieldsOf(refused).map(([, code]) => code)).toEqual(
      expect.arrayContaining(['secret_missing', 'hours_reversed']),
    );
    expect(await rows()).toEqual([]);
  });

  it('of the published version is not held up by a draft that could not be published', async () => {
    await publishDraft(test, desk);
    await save(test, desk, 'booking', brokenBooking());
    await request({ to_number: NUMBER, use: 'published' }).expect(202);
    expect(await take()).toMatchObject([{ source: 'published', sections: { booking: booking() } }]);
  });

  // workspace 9.5
  it('rings only numbers that the project lists, where it lists some', async () => {
    await listNumbers(['+61491570158']).expect(200);
    const refused = await request({ to_number: NUMBER, use: 'draft' }).expect(422);
    expect(fieldsOf(refused)).toEqual([['to_number', 'number_not_listed']]);
    expect(refused.text).not.toContain('491570159');
    await request({ to_number: '+61491570158', use: 'draft' }).expect(202);
    const unpublished = await request({ to_number: NUMBER, use: 'published' }).expect(422);
    expect(fieldsOf(unpublished)).toEqual([
      ['to_number', 'number_not_listed'],
      ['use', 'published_missing'],
    ]);
    await listNumbers([]).expect(200);
    await request({ to_number: NUMBER, use: 'draft' }).expect(202);
  });

  it.each(['draft', 'published'])(
    'of the %s rings only numbers that the draft lists as well as the published version',
    async (use) => {
      const status = async (number: string) => (await request({ to_number: number, use })).status;
      const [old, both, drafted] = ['+61491570156', '+61491570157', '+61491570158'] as const;
      await publishDraft(test, desk);
      await listNumbers([old, both]).expect(200);
      expect([await status(NUMBER), await status(old)]).toEqual([422, 202]);
      await publishDraft(test, desk);
      await listNumbers([both, drafted]).expect(200);
      expect([await status(old), await status(both), await status(drafted)]).toEqual([422, 202, 422]);
    },
  );

  it.each([
    ['a number without its country', { to_number: '0491570159', use: 'draft' }, 'to_number'],
    ['a number of no plan', { to_number: '+1202555012', use: 'draft' }, 'to_number'],
    ['no number', { use: 'draft' }, 'to_number'],
    ['nothing to use', { to_number: NUMBER }, 'use'],
    ['something else to use', { to_number: NUMBER, use: 'version 1' }, 'use'],
    ['a version while none is published', { to_number: NUMBER, use: 'published' }, 'use'],
  ])('is refused with %s', async (_, body, field) => {
    const refused = await request(body).expect(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
    expect(await rows()).toEqual([]);
  });

  // workspace 9.6
  it('of a draft is refused where there is none', async () => {
    await publishDraft(test, desk);
    const refused = await request({ to_number: NUMBER, use: 'draft' }).expect(422);
    expect(fieldsOf(refused)).toEqual([['use', 'draft_missing']]);
  });

  it('of an archived project is refused, and one that waits is not handed out', async () => {
    await request({ to_number: NUMBER, use: 'draft' }).expect(202);
    await test.world.archive(desk.projectId);
    const refused = await request({ to_number: NUMBER, use: 'draft' });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'project_archived']);
    expect(await take()).toEqual([]);
    expect((await rows()).map(({ status }) => status)).toEqual(['queued']);
  });

  // workspace 9.9; projects 5.9
  it('that was asked for before its project was archived is not handed out after it was restored', async () => {
    await request({ to_number: NUMBER, use: 'draft' }).expect(202);
    for (const action of ['archive', 'restore']) {
      const { project } = snapshotOf(await send(test, desk, 'get', 'lifecycle').expect(200));
      const { revision_token } = project;
      await send(test, desk, 'post', action, { body: { revision_token } }).expect(200);
    }
    const asked = (await request({ to_number: NUMBER, use: 'draft' }).expect(202)).body as TestCall;
    expect((await take()).map((call) => call.test_call_id)).toEqual([asked.test_call_id]);
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['expired', 'placed']);
  });
});
