import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationRunListResponse } from '../../../src/features/assistant-tests/conversation-tests/conversation-runs.response.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture, codeOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { auditOf, send } from '../releases/releasing.js';
import {
  aTestedProject,
  conversationTestsOf,
  finished,
  playTests,
  reportResult,
  takeTests,
} from './testing-assistants.js';

const NOW = '2026-10-31T04:12:09.000Z';
const HOURS = 60 * 60_000;
const LEASE_MS = 10 * 60_000;

describe('a run of conversation tests that no runtime ends', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set(NOW);
    ({ desk, key } = await aTestedProject(test));
  });

  const { aTest, ask, run, show } = conversationTestsOf(() => ({ test, desk }));
  const list = async (query = ''): Promise<ConversationRunListResponse> =>
    (await send(test, desk, 'get', `conversation-tests/runs${query}`).expect(200))
      .body as ConversationRunListResponse;
  const cancel = (id: string, others: Parameters<typeof send>[4] = {}) =>
    send(test, desk, 'post', `conversation-tests/runs/${id}/cancel`, others);
  const standings = async (): Promise<string[]> =>
    (
      (await send(test, desk, 'get', 'conversation-tests').expect(200)).body as {
        items: { standing: string }[];
      }
    ).items.map(({ standing }) => standing);

  // workspace 13.20
  it('waits for six hours, and is expired then, with the moment and the reason', async () => {
    await aTest();
    const { run_id: id } = await run();
    clock.advance(6 * HOURS - 1);
    expect(await show(id)).toMatchObject({ status: 'queued', ended_at: null });
    clock.advance(1);
    const ended = { status: 'expired', ended_at: '2026-10-31T10:12:09.000Z' };
    const told = { status: 'error', error_reason: 'waited_too_long', ended_at: '2026-10-31T10:12:09.000Z' };
    expect(await show(id)).toMatchObject({ ...ended, results: [told] });
    expect((await list()).items).toMatchObject([ended]);
    clock.advance(HOURS);
    expect(await takeTests(test, desk, key)).toEqual({ run: null, items: [] });
    expect(await show(id)).toMatchObject({ ...ended, results: [told] });
    expect(await auditOf(test, desk, 'conversation_test.ended')).toMatchObject([
      { metadata: { run_id: id, result: 'waited_too_long' } },
    ]);
  });

  // workspace 9.21, 13.20
  it('is not offered to runtimes', async () => {
    await aTest();
    const waiting = async () => {
      const answer = await test.request().get('/internal/v1/waiting-tests').set('X-API-Key', key).expect(200);
      return (answer.body as { items: object[] }).items;
    };
    await run();
    expect(await waiting()).toMatchObject([{ project_id: desk.projectId, conversation_tests: 1 }]);
    clock.advance(6 * HOURS);
    expect(await waiting()).toEqual([]);
  });

  // workspace 13.11, 13.20
  it('keeps no other from being asked for', async () => {
    await aTest();
    for (let index = 0; index < 5; index += 1) await run();
    expect(codeOf(await ask().expect(409))).toBe('conversation_run_limit');
    clock.advance(6 * HOURS);
    await run();
    // Two expired leases do not count as runs in progress either.
    for (let index = 0; index < 4; index += 1) await run();
    for (let index = 0; index < 5; index += 1) await takeTests(test, desk, key);
    clock.advance(LEASE_MS);
    for (let index = 0; index < 5; index += 1) await takeTests(test, desk, key);
    clock.advance(LEASE_MS);
    await run();
  });

  // workspace 13.12, 13.20
  it('is expired where the rest has passed, and failed where its runtime was lost', async () => {
    const [first] = [await aTest('A'), await aTest('B')];
    const { run_id: id } = await run();
    await takeTests(test, desk, key);
    await reportResult(test, desk, key, id, finished(first)).expect(200);
    clock.advance(LEASE_MS + 6 * HOURS - 1);
    expect(await show(id)).toMatchObject({ status: 'running', results: [{}, { status: 'queued' }] });
    clock.advance(1);
    expect(await show(id)).toMatchObject({
      status: 'failed',
      results: [{ status: 'passed' }, { error_reason: 'runtime_lost', ended_at: '2026-10-31T10:22:09.000Z' }],
    });
  });

  // workspace 13.22
  it('is cancelled by a request, and its runtime is no longer heard', async () => {
    const [first, second] = [await aTest('A'), await aTest('B')];
    const { run_id: id } = await run();
    await takeTests(test, desk, key);
    await reportResult(test, desk, key, id, finished(first)).expect(200);
    clock.advance(1000);
    await cancel(id, { key: null }).expect(400);
    const answer = await cancel(id, { key: 'once' }).expect(200);
    expect(answer.body).toMatchObject({
      run_id: id,
      status: 'cancelled',
      ended_at: '2026-10-31T04:12:10.000Z',
      results: [{ status: 'passed' }, { status: 'error', error_reason: 'cancelled' }],
    });
    const late = await reportResult(test, desk, key, id, finished(second)).expect(409);
    expect(codeOf(late)).toBe('conversation_lease_lost');
    expect((await cancel(id, { key: 'once' }).expect(200)).body).toEqual(answer.body);
    expect((await cancel(id).expect(200)).body).toEqual(answer.body);
    expect(await show(id)).toMatchObject({ status: 'cancelled' });
    expect(await auditOf(test, desk, 'conversation_test_run.cancelled')).toMatchObject([
      { metadata: { run_id: id, tests: 1 } },
    ]);
    expect(await takeTests(test, desk, key)).toEqual({ run: null, items: [] });
  });

  // workspace 13.22
  it('is not cancelled once it has ended, and where there is none', async () => {
    await aTest();
    const { run_id: played } = await run();
    await playTests(test, desk, key);
    expect(codeOf(await cancel(played).expect(409))).toBe('conversation_run_ended');
    const { run_id: waited } = await run();
    clock.advance(6 * HOURS);
    expect(codeOf(await cancel(waited).expect(409))).toBe('conversation_run_ended');
    await cancel(randomUUID()).expect(404);
    await cancel('none').expect(404);
  });

  // workspace 13.16
  it('says nothing of a test: an earlier result on the same draft counts on', async () => {
    await aTest();
    const { run_id: first } = await run();
    await cancel(first).expect(200);
    expect(await standings()).toEqual(['not_run']);
    clock.advance(1000);
    await run();
    await playTests(test, desk, key);
    clock.advance(1000);
    const { run_id: again } = await run();
    expect(await standings()).toEqual(['running']);
    await cancel(again).expect(200);
    expect(await standings()).toEqual(['passed']);
    clock.advance(1000);
    await run();
    expect(await standings()).toEqual(['running']);
    clock.advance(6 * HOURS);
    expect(await standings()).toEqual(['passed']);
    await takeTests(test, desk, key);
    expect(await standings()).toEqual(['passed']);
  });

  // workspace 13.21
  it('is listed with the others, newest first, by status', async () => {
    await aTest('A');
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      ids.unshift((await run()).run_id);
      if (index === 0) await playTests(test, desk, key);
      if (index === 1) await cancel(ids[0]!).expect(200);
      clock.advance(1000);
    }
    const all = await list();
    expect(all.items.map(({ run_id: id }) => id)).toEqual(ids);
    expect(all.items.map(({ status }) => status)).toEqual(['queued', 'queued', 'cancelled', 'passed']);
    expect(all).not.toHaveProperty('next_cursor');
    expect(all.items[3]).toMatchObject({
      use: 'draft',
      requested_at: NOW,
      ended_at: NOW,
      tests: { queued: 0, running: 0, passed: 1, failed: 0, error: 0 },
    });
    expect((await list('?status=queued')).items.map(({ run_id: id }) => id)).toEqual(ids.slice(0, 2));
    const page = await list('?status=queued&page_size=1');
    expect(page.items.map(({ run_id: id }) => id)).toEqual([ids[0]]);
    const next = `&cursor=${page.next_cursor!}`;
    const rest = await list(`?status=queued&page_size=1${next}`);
    expect(rest.items.map(({ run_id: id }) => id)).toEqual([ids[1]]);
    expect(rest).not.toHaveProperty('next_cursor');
    // A cursor is valid for one filter of one project.
    await send(test, desk, 'get', `conversation-tests/runs?status=passed${next}`).expect(400);
    await send(
      test,
      await aProjectFixture(test),
      'get',
      `conversation-tests/runs?status=queued${next}`,
    ).expect(400);
    await send(test, desk, 'get', 'conversation-tests/runs?status=over').expect(400);
    await send(test, desk, 'get', 'conversation-tests/runs?page_size=51').expect(422);
    expect((await list('?status=failed')).items).toEqual([]);
  });
});
