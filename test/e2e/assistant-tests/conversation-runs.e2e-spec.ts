import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { codeOf, fieldsOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { auditOf, booking, brokenBooking, save } from '../releases/releasing.js';
import {
  asRuntime,
  aTestedProject,
  conversationTestsOf,
  finished,
  playTests,
  reportResult,
  takeTests,
} from './testing-assistants.js';
import type { TakenTests } from './testing-assistants.js';

const NOW = '2026-10-31T04:12:09.000Z';
const LEASE_MS = 10 * 60_000;

describe('a run of conversation tests', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set(NOW);
    ({ desk, key } = await aTestedProject(test));
  });

  const { aTest, ask, run, show } = conversationTestsOf(() => ({ test, desk }));

  // workspace 13.9, 13.10, 13.12
  it('is queued, taken with what it is to run, and reported test by test', async () => {
    const [first, second] = [await aTest('A'), await aTest('B')];
    const asked = await run();
    expect(asked).toMatchObject({ status: 'queued', use: 'draft', results: [{ name: 'A' }, { name: 'B' }] });
    expect(asked.configuration['draft_etag']).toMatch(/^[0-9a-f]{24}$/);
    const taken = await takeTests(test, desk, key);
    expect(taken).toMatchObject({
      run: { run_id: asked.run_id, use: 'draft', sections: { booking: booking() } },
      items: [
        {
          test_id: first,
          attempt: 1,
          lease_expires_at: '2026-10-31T04:22:09.000Z',
          script: { language: 'en-AU' },
        },
        { test_id: second, assertions: [{ kind: 'agent_says' }, { kind: 'max_turns' }] },
      ],
    });
    expect(await takeTests(test, desk, key)).toEqual({ run: null, items: [] });
    const told = { turns: 3, first_response_ms: 420 };
    await reportResult(test, desk, key, asked.run_id, finished(first, [true, true], told)).expect(200);
    expect((await show(asked.run_id)).status).toBe('running');
    await reportResult(test, desk, key, asked.run_id, finished(second, [true, false])).expect(200);
    expect(await show(asked.run_id)).toMatchObject({
      status: 'failed',
      results: [
        { status: 'passed', turns: 3, first_response_ms: 420, started_at: NOW, ended_at: NOW },
        {
          status: 'failed',
          assertions: [
            { index: 0, passed: true },
            { index: 1, passed: false },
          ],
        },
      ],
    });
    expect(await auditOf(test, desk, 'conversation_test.ended')).toMatchObject([
      { metadata: { test_id: first, result: 'passed' } },
      { metadata: { test_id: second, result: 'failed' } },
    ]);
  });

  // workspace 13.9
  it('is made once under one key, however many ask at the same time', async () => {
    await aTest();
    await ask({ use: 'draft' }, { key: null }).expect(400);
    const asked = Array.from({ length: atDepth({ ordinary: 10, full: 50 }) }, () =>
      ask({ use: 'draft' }, { key: 'one' }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => ![202, 409, 503].includes(status))).toEqual([]);
    await ask({ use: 'draft' }, { key: 'one' }).expect(202);
    const rows = await test.world.sql('SELECT run_id FROM conversation_test_runs WHERE project_id = $1', [
      desk.projectId,
    ]);
    expect(rows).toHaveLength(1);
  });

  // workspace 13.12
  it('is taken exactly once, however many runtimes ask for it', async () => {
    for (let index = 0; index < 12; index += 1) await aTest(`Test ${index}`);
    await run();
    const asked = Array.from({ length: 8 }, () => asRuntime(test, desk, key, 'conversation-tests/take'));
    // On a busy machine, some requests get 503 and claim nothing.
    const answers = (await Promise.all(asked)).filter(({ status }) => status !== 503);
    const taken = answers.map(({ body }) => body as TakenTests);
    for (
      let more = await takeTests(test, desk, key);
      more.items.length > 0;
      more = await takeTests(test, desk, key)
    ) {
      taken.push(more);
    }
    const ids = taken.flatMap(({ items }) => items.map(({ test_id }) => test_id));
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  // workspace 13.12, 13.14
  it('gives a test back whose runtime has vanished, once, and then ends it', async () => {
    const id = await aTest();
    const { run_id: runId } = await run();
    await takeTests(test, desk, key);
    clock.advance(LEASE_MS - 1);
    expect((await takeTests(test, desk, key)).items).toEqual([]);
    clock.advance(1);
    expect((await show(runId)).results[0]).toMatchObject({ status: 'queued' });
    expect((await takeTests(test, desk, key)).items).toMatchObject([{ test_id: id, attempt: 2 }]);
    const late = await reportResult(test, desk, key, runId, finished(id)).expect(409);
    expect(late.body).toMatchObject({ status_code: 409 });
    clock.advance(LEASE_MS);
    expect((await show(runId)).results[0]).toMatchObject({ status: 'error', error_reason: 'runtime_lost' });
    expect((await takeTests(test, desk, key)).items).toEqual([]);
    await reportResult(test, desk, key, runId, { ...finished(id), attempt: 2 }).expect(409);
    expect((await show(runId)).status).toBe('failed');
    expect(await auditOf(test, desk, 'conversation_test.ended')).toMatchObject([
      { metadata: { result: 'runtime_lost' } },
    ]);
  });

  // workspace 13.12
  it.each([
    [
      'the draft is edited',
      'configuration_changed',
      () => save(test, desk, 'booking', booking(['2026-12-25'])),
    ],
    [
      'the test is changed',
      'test_changed',
      () =>
        test.world.sql(`UPDATE conversation_tests SET etag = 'other' WHERE project_id = $1`, [
          desk.projectId,
        ]),
    ],
    [
      'the test is deleted',
      'test_changed',
      () => test.world.sql(`DELETE FROM conversation_tests WHERE project_id = $1`, [desk.projectId]),
    ],
    [
      'the test does not open',
      'test_does_not_open',
      () =>
        test.world.sql(
          `UPDATE conversation_tests SET definition_encrypted = definition_encrypted || '\\x00' WHERE project_id = $1`,
          [desk.projectId],
        ),
    ],
  ])('is not played when %s', async (_, reason, change) => {
    await aTest();
    const { run_id: runId } = await run();
    await change();
    expect(await takeTests(test, desk, key)).toEqual({ run: null, items: [] });
    expect(await show(runId)).toMatchObject({ status: 'failed', results: [{ error_reason: reason }] });
  });

  // workspace 13.12
  it('holds up no other that can be played', async () => {
    const id = await aTest();
    const { run_id: old } = await run();
    clock.advance(1000);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const { run_id: next } = await run();
    expect(await takeTests(test, desk, key)).toMatchObject({
      run: { run_id: next },
      items: [{ test_id: id }],
    });
    expect((await show(old)).status).toBe('failed');
  });

  // workspace 13.9
  it.each<[string, object, string, string]>([
    ['something else to use', { use: 'both' }, 'use', ''],
    ['no test named', { use: 'draft', test_ids: [] }, 'test_ids', ''],
    [
      'a test that does not exist',
      { use: 'draft', test_ids: [randomUUID()] },
      'test_ids.0',
      'conversation_test_unknown',
    ],
    ['a version while none is published', { use: 'published' }, 'use', 'published_missing'],
  ])('is refused with %s', async (_, body, field, code) => {
    await aTest();
    const refused = await ask(body).expect(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
    if (code !== '') expect(fieldsOf(refused)[0]![1]).toBe(code);
  });

  it('is refused where there is no test, and of a draft that could not be published', async () => {
    expect(fieldsOf(await ask().expect(422))).toEqual([['body', 'conversation_tests_missing']]);
    await aTest();
    await save(test, desk, 'booking', brokenBooking());
    expect(fieldsOf(await ask().expect(422)).map(([, code]) => code)).toContain('hours_reversed');
  });

  // workspace 13.11
  it('is one of five at most that are under way', async () => {
    await aTest();
    for (let index = 0; index < 5; index += 1) await run();
    const full = await ask().expect(409);
    expect([codeOf(full), full.text]).toEqual(['conversation_run_limit', expect.stringContaining('"5 runs')]);
    await playTests(test, desk, key);
    await run();
  });
});
