import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { aRuntime, auditOf, send } from '../releases/releasing.js';
import {
  aTestedProject,
  conversationTestsOf,
  finished,
  reportResult,
  SAID,
  takeTests,
} from './testing-assistants.js';

const NOW = '2026-10-31T04:12:09.000Z';
const LEASE_MS = 10 * 60_000;

describe('a report of a conversation test', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set(NOW);
    ({ desk, key } = await aTestedProject(test));
  });

  const { aTest, run, show } = conversationTestsOf(() => ({ test, desk }));

  // workspace 13.14
  it('hears a runtime that comes late, as long as no other has the test', async () => {
    const id = await aTest();
    const { run_id: runId } = await run();
    await takeTests(test, desk, key);
    clock.advance(LEASE_MS + 1);
    await reportResult(test, desk, key, runId, finished(id)).expect(200);
    expect((await takeTests(test, desk, key)).items).toEqual([]);
    expect((await show(runId)).status).toBe('passed');
  });

  // workspace 13.14
  it('is changed by no report twice, and by none that contradicts the first', async () => {
    const id = await aTest();
    const { run_id: runId } = await run();
    await reportResult(test, desk, key, runId, finished(id)).expect(409);
    await takeTests(test, desk, key);
    const many = Array.from({ length: 10 }, () => reportResult(test, desk, key, runId, finished(id)));
    const answers = await Promise.all(many);
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    await reportResult(test, desk, key, runId, finished(id)).expect(200);
    const again = await reportResult(test, desk, key, runId, finished(id)).expect(200);
    expect(again.body).toMatchObject({ status: 'passed', applied: false });
    await reportResult(test, desk, key, runId, finished(id, [true, false])).expect(409);
    const failed = { test_id: id, attempt: 1, state: 'error', error_reason: 'model_failed' };
    await reportResult(test, desk, key, runId, failed).expect(409);
    expect((await show(runId)).status).toBe('passed');
    expect(await auditOf(test, desk, 'conversation_test.ended')).toHaveLength(1);
  });

  // workspace 13.13
  it.each<[string, object]>([
    ['an unknown field', { transcript: [] }],
    ['an assertion too few', { assertions: [{ index: 0, passed: true }] }],
    [
      'an assertion twice',
      {
        assertions: [
          { index: 0, passed: true },
          { index: 0, passed: true },
        ],
      },
    ],
    [
      'an assertion that does not exist',
      {
        assertions: [
          { index: 0, passed: true },
          { index: 2, passed: true },
        ],
      },
    ],
    ['another state', { state: 'passed' }],
    ['a reason and results', { error_reason: 'model_failed' }],
    ['no attempt', { attempt: undefined }],
    ['no id of a test', { test_id: 'none' }],
  ])('takes no report with %s', async (_, fields) => {
    const id = await aTest();
    const { run_id: runId } = await run();
    await takeTests(test, desk, key);
    const refused = await reportResult(test, desk, key, runId, { ...finished(id), ...fields });
    expect(refused.status, refused.text).toBe(422);
    expect((await show(runId)).status).toBe('running');
  });

  it('takes no report of another tenant, of another run and of a test that is not in it', async () => {
    const id = await aTest();
    const { run_id: runId } = await run();
    await takeTests(test, desk, key);
    const other = await aProjectFixture(test);
    await reportResult(test, desk, await aRuntime(test, other), runId, finished(id)).expect(404);
    await reportResult(test, desk, key, randomUUID(), finished(id)).expect(404);
    await reportResult(test, desk, key, 'none', finished(id)).expect(404);
    await reportResult(test, desk, key, runId, finished(randomUUID())).expect(404);
    await send(test, other, 'get', `conversation-tests/runs/${runId}`).expect(404);
  });

  // workspace 13.15; privacy 3.5
  it('shows what was said to those who may read transcripts', async () => {
    const id = await aTest();
    const { run_id: runId } = await run();
    await takeTests(test, desk, key);
    const lines = [{ role: 'agent', text: SAID, offset_ms: 10 }];
    const excerpt = { redacted_excerpt: { status: 'verified', lines } };
    const tooLong = { status: 'verified', lines: Array(5).fill({ ...lines[0], text: 'a'.repeat(1000) }) };
    await reportResult(
      test,
      desk,
      key,
      runId,
      finished(id, [true, true], { redacted_excerpt: tooLong }),
    ).expect(413);
    await reportResult(test, desk, key, runId, finished(id, [true, true], excerpt)).expect(200);
    expect((await show(runId)).results[0]!.excerpt).toEqual({ status: 'not_permitted', lines: [] });
    await test.world.permitPii(desk.tenant, 'partner_admin', 'transcript');
    expect((await show(runId)).results[0]!.excerpt).toEqual({ status: 'available', lines });
  });
});
