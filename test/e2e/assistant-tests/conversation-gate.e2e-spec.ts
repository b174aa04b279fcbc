import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { fieldsOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { assistant, booking, draftEtag, save, send } from '../releases/releasing.js';
import { end, staged, tryStage } from '../releases/staging.js';
import { aConversationTest, aTestedProject, conversationTestsOf, playTests } from './testing-assistants.js';

const NOW = '2026-10-31T04:12:09.000Z';

describe('the gate that governance makes of conversation tests', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set(NOW);
    ({ desk, key } = await aTestedProject(test));
  });

  const { aTest, run } = conversationTestsOf(() => ({ test, desk }));
  const govern = async (gate: string): Promise<void> => {
    const read = await send(test, desk, 'get', 'governance').expect(200);
    const { configuration } = read.body as { configuration: object };
    const body = { configuration: { ...configuration, conversation_tests: gate } };
    await send(test, desk, 'put', 'governance/draft', { body }).expect(200);
  };
  const publish = async (): Promise<[number, string[]]> => {
    const ifMatch = (await send(test, desk, 'get', 'draft').expect(200)).get('ETag')!;
    const response = await send(test, desk, 'post', 'publish', { body: {}, ifMatch });
    return [response.status, response.status === 422 ? fieldsOf(response).map(([, code]) => code) : []];
  };
  const validated = async () =>
    (await send(test, desk, 'post', 'validate', { body: {} }).expect(200)).body as {
      status: string;
      conversation_tests: { gate: string; findings: { code: string }[]; tests: { standing: string }[] };
    };

  // workspace 13.16, 13.17
  it('publishes a draft whose tests have passed on exactly that draft, and no other', async () => {
    const id = await aTest();
    await govern('must_pass');
    expect(await publish()).toEqual([422, ['conversation_test_not_run']]);
    expect(await validated()).toMatchObject({
      status: 'blocked',
      conversation_tests: {
        gate: 'must_pass',
        findings: [{ code: 'conversation_test_not_run', path: id }],
      },
    });
    await run();
    expect(await publish()).toEqual([422, ['conversation_test_not_run']]);
    await playTests(test, desk, key, () => false);
    expect(await publish()).toEqual([422, ['conversation_test_failed']]);
    clock.advance(1000);
    await run();
    await playTests(test, desk, key);
    expect((await validated()).conversation_tests.findings).toEqual([]);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    expect(await publish()).toEqual([422, ['conversation_test_stale']]);
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
  });

  // workspace 13.16
  it('counts a result for the content of the test that it ran', async () => {
    const id = await aTest();
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    const { etag } = (await send(test, desk, 'get', `conversation-tests/${id}`)).body as { etag: string };
    const body = aConversationTest('Asks for opening hours', {
      assertions: [{ kind: 'max_turns', turns: 9 }],
    });
    await send(test, desk, 'put', `conversation-tests/${id}`, { body, ifMatch: `"${etag}"` }).expect(200);
    expect(await publish()).toEqual([422, ['conversation_test_stale']]);
  });

  // workspace 13.17
  it('requires a test if there is none, and names all that have not passed', async () => {
    await govern('must_pass');
    expect(await publish()).toEqual([422, ['conversation_tests_missing']]);
    await aTest('A');
    await run();
    await playTests(test, desk, key);
    await aTest('B');
    await aTest('C');
    expect(await publish()).toEqual([422, ['conversation_test_not_run', 'conversation_test_not_run']]);
  });

  // workspace 13.17
  it('is under itself: the draft that opens it has to pass', async () => {
    await aTest();
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await govern('shown');
    expect(await publish()).toEqual([422, ['conversation_test_stale']]);
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    expect(await publish()).toEqual([200, []]);
  });

  // workspace 13.18
  it('holds up no rollback, unless that would open it', async () => {
    await aTest();
    expect(await publish()).toEqual([200, []]);
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    const back = (number: number) =>
      send(test, desk, 'post', 'rollback', { body: { version_number: number } });
    expect(fieldsOf(await back(1).expect(422))).toEqual([
      ['conversation_tests', 'conversation_tests_switched_off'],
    ]);
    await back(2).expect(200);
  });

  // workspace 13.16, 13.17, 3.6
  it('counts no result for a draft under which a rollback has published something else', async () => {
    await aTest();
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await save(test, desk, 'assistant', assistant('You answer the phone of the clinic.'));
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await run();
    await playTests(test, desk, key);
    await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
    expect(await validated()).toMatchObject({
      status: 'blocked',
      conversation_tests: { findings: [{ code: 'conversation_test_stale' }] },
    });
    expect(await publish()).toEqual([422, ['conversation_test_stale']]);
    clock.advance(1000);
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
  });

  // workspace 13.16, 13.17, 15.5
  it('counts no result for a draft under which a staged release was finished', async () => {
    await aTest();
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await save(test, desk, 'assistant', assistant('You answer the phone of the clinic.'));
    await run();
    await playTests(test, desk, key);
    const { version_number: number } = await staged(test, desk, { percent: 10 });
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const ifMatch = await draftEtag(test, desk);
    await send(test, desk, 'delete', 'draft/sections/assistant', { ifMatch }).expect(200);
    await run();
    await playTests(test, desk, key);
    await end(test, desk, 'finish', number).expect(200);
    expect(await publish()).toEqual([422, ['conversation_test_stale']]);
  });

  // workspace 13.16, 13.19
  it('shows the last results, of the draft and of what it has become', async () => {
    const id = await aTest();
    await run();
    await playTests(test, desk, key, () => false);
    const ifMatch = await draftEtag(test, desk);
    const published = await send(test, desk, 'post', 'publish', { body: {}, ifMatch }).expect(200);
    expect(published.body).toMatchObject({
      conversation_tests: { gate: 'shown', findings: [], tests: [{ test_id: id, standing: 'failed' }] },
    });
    const listed = async () =>
      ((await send(test, desk, 'get', 'conversation-tests').expect(200)).body as { items: object[] })
        .items[0];
    expect(await listed()).toMatchObject({
      standing: 'failed',
      last_results: { draft: null, published: { status: 'failed', failed_assertions: 2 } },
    });
    await save(test, desk, 'booking', booking(['2026-12-25']));
    expect(await listed()).toMatchObject({ standing: 'stale', last_results: { draft: null } });
    await run();
    await playTests(test, desk, key);
    expect(await listed()).toMatchObject({
      standing: 'passed',
      last_results: { draft: { status: 'passed', failed_assertions: 0 }, published: { status: 'failed' } },
    });
    clock.advance(1000);
    await run({ use: 'published', test_ids: [id] });
    expect(await listed()).toMatchObject({ last_results: { published: { status: 'queued' } } });
  });

  // workspace 13.17
  it('holds up a staged release of the draft, and not the finish of one that has passed', async () => {
    const id = await aTest();
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const refused = await tryStage(test, desk, { percent: 10 });
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      [[`conversation_tests.${id}`, 'conversation_test_stale']],
    ]);
    await run();
    await playTests(test, desk, key);
    const { version_number: number } = await staged(test, desk, { percent: 10 });
    await aTest('Made meanwhile');
    await end(test, desk, 'finish', number).expect(200);
    const tests = await send(test, desk, 'get', 'conversation-tests').expect(200);
    expect((tests.body as { items: object[] }).items[0]).toMatchObject({
      test_id: id,
      last_results: { published: { status: 'passed' } },
    });
  });

  // workspace 13.17
  it('lets dashboard metadata through', async () => {
    await aTest();
    await govern('must_pass');
    await run();
    await playTests(test, desk, key);
    expect(await publish()).toEqual([200, []]);
    const section = { display_name: 'Night desk', timezone: 'Australia/Sydney' };
    const body = { sections: { 'dashboard-metadata': section } };
    await send(test, desk, 'put', 'draft', { body }).expect(200);
    expect(await publish()).toEqual([200, []]);
  });
});
