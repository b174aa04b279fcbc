import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { resultOf } from '../../../tools/sandbox/rehearsals.ts';
import { codeOf } from '../configuration/editing.js';
import { brokenBooking, save, send } from '../releases/releasing.js';
import {
  aTestedProject,
  conversationTestsOf,
  finished,
  reportResult,
  SAID,
  takeTests,
  type Run,
} from './testing-assistants.js';

describe('a talk with a draft', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const place = perTest(() => {
    clock.set('2026-10-31T04:12:09.000Z');
    return aTestedProject(test);
  });

  const { ask, show, aTest, run } = conversationTestsOf(() => ({ test, desk: place.desk }));
  const talk = (...lines: string[]) =>
    send(test, place.desk, 'post', 'conversation-tests/runs/talk', {
      body: { script: { language: 'en-AU', turns: lines.map((says) => ({ says })) } },
    });

  // workspace 13.23, 13.25
  it('is answered turn by turn by a runtime, with what came up in each', async () => {
    const lines = ['Hello', `${SAID}, +61 491 570 159`];
    for (const upTo of [1, 2]) {
      const { body } = (await talk(...lines.slice(0, upTo)).expect(202)) as { body: unknown };
      const { run_id: id } = body as Run;
      const { run: taken, items } = await takeTests(test, place.desk, place.key);
      expect(taken).toMatchObject({ run_id: id, use: 'draft' });
      expect(items).toMatchObject([
        { script: { turns: lines.slice(0, upTo).map((says) => ({ says })) }, assertions: [] },
      ]);
      const [one] = items;
      const report = {
        test_id: one!.test_id,
        attempt: 1,
        ...resultOf(taken!.sections, one as never),
      };
      await reportResult(test, place.desk, place.key, id, report).expect(200);
      const shown = await show(id);
      expect(shown).toMatchObject({ status: 'passed', results: [{ excerpt: { status: 'available' } }] });
      expect(shown.results[0]).toHaveProperty(
        'findings',
        upTo === 1 ? [] : [{ kind: 'tripwire', name: 'personal_data', turn: 2 }],
      );
    }
    const stored = await test.world.sql<{ said: number }>(
      `SELECT position(convert_to('Tamsin', 'UTF8') IN definition_encrypted) AS said
         FROM conversation_test_results WHERE project_id = $1`,
      [place.desk.projectId],
    );
    expect(stored.map(({ said }) => said)).toEqual([0, 0]);
  });

  // workspace 13.23, 13.24
  it('is in no list of runs, displaces none and does not change the standing of tests', async () => {
    const testId = await aTest('A');
    const tested = await run();
    const { items } = await takeTests(test, place.desk, place.key);
    expect(items).toMatchObject([{ test_id: testId }]);
    await reportResult(test, place.desk, place.key, tested.run_id, finished(testId)).expect(200);
    const { body } = (await talk('Hello').expect(202)) as { body: unknown };
    await takeTests(test, place.desk, place.key);
    const [result] = (body as Run).results;
    await reportResult(
      test,
      place.desk,
      place.key,
      (body as Run).run_id,
      finished(result!.test_id, []),
    ).expect(200);
    const listed = (await send(test, place.desk, 'get', 'conversation-tests/runs').expect(200)).body as {
      items: { run_id: string }[];
    };
    expect(listed.items.map(({ run_id: id }) => id)).toEqual([tested.run_id]);
    const tests = (await send(test, place.desk, 'get', 'conversation-tests').expect(200)).body as {
      items: object[];
    };
    expect(tests.items).toMatchObject([{ test_id: testId, standing: 'passed' }]);
  });

  // workspace 13.23
  it('takes a place among the runs under way, and needs a draft that could be published', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(((await talk('Hello').expect(202)).body as Run).run_id);
    expect(codeOf(await talk('Hello').expect(409))).toBe('conversation_run_limit');
    expect(codeOf(await ask().expect(409))).toBe('conversation_run_limit');
    for (const id of ids) {
      await send(test, place.desk, 'post', `conversation-tests/runs/${id}/cancel`).expect(200);
    }
    await talk().expect(422);
    await save(test, place.desk, 'booking', brokenBooking());
    await talk('Hello').expect(422);
  });
});
