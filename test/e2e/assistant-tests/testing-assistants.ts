import type { Test } from 'supertest';
import type { TestApp } from '../../support/app.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { aRuntime, assistant, booking, save, send } from '../releases/releasing.js';

/** A request by the voice runtime about a project. */
export const asRuntime = (
  test: TestApp,
  { projectId }: ProjectFixture,
  key: string,
  path: string,
  body?: object,
): Test =>
  test
    .request()
    .post(`/internal/v1/projects/${projectId}/${path}`)
    .set('X-API-Key', key)
    .send(body ?? {});

/** A sentence that appears nowhere else. */
export const SAID = 'My sister Tamsin Wetherby-Oakes has shingles';

/** A conversation test that is valid in any project. */
export const aConversationTest = (name = 'Asks for opening hours', fields: object = {}) => ({
  name,
  script: { language: 'en-AU', turns: [{ says: 'Are you open on Sunday?' }, { says: 'Thank you, bye.' }] },
  assertions: [
    { kind: 'agent_says', match: 'contains', text: 'nine' },
    { kind: 'max_turns', turns: 4 },
  ],
  ...fields,
});

export const EVERY_ASSERTION = [
  { kind: 'agent_says', match: 'not_contains', text: 'I do not know' },
  { kind: 'transfers_to', destination: 'nowhere' },
  { kind: 'tool_called', tool: 'no_tool' },
  { kind: 'ends_call_by', party: 'agent' },
  { kind: 'max_turns', turns: 4 },
  { kind: 'max_first_response_ms', milliseconds: 900 },
  { kind: 'language_is', language: 'en-AU' },
];

export interface TakenTests {
  readonly run: { run_id: string; use: string; sections: Record<string, unknown> } | null;
  readonly items: readonly {
    test_id: string;
    name: string;
    attempt: number;
    lease_expires_at: string;
    script: object;
    assertions: readonly object[];
  }[];
}

export const takeTests = async (test: TestApp, desk: ProjectFixture, key: string): Promise<TakenTests> =>
  (await asRuntime(test, desk, key, 'conversation-tests/take').expect(200)).body as TakenTests;

export const reportResult = (
  test: TestApp,
  desk: ProjectFixture,
  key: string,
  runId: string,
  body: object,
): Test => asRuntime(test, desk, key, `conversation-tests/runs/${runId}/reports`, body);

/** Claims waiting tests and reports them one after the other. */
export async function playTests(
  test: TestApp,
  desk: ProjectFixture,
  key: string,
  verdict: (name: string) => boolean = () => true,
): Promise<void> {
  const { run, items } = await takeTests(test, desk, key);
  for (const { test_id, attempt, name, assertions } of items) {
    const results = assertions.map((_, index) => ({ index, passed: verdict(name) }));
    const body = {
      test_id,
      attempt,
      state: 'finished',
      assertions: results,
      turns: 2,
      first_response_ms: 400,
    };
    await reportResult(test, desk, key, run!.run_id, body).expect(200);
  }
}

/** The result of one test of a run. */
interface Result {
  readonly test_id: string;
  readonly name: string;
  readonly status: string;
  readonly error_reason: string | null;
  readonly assertions: readonly { index: number; passed: boolean }[] | null;
  readonly excerpt: { status: string; lines: readonly object[] };
}
/** A run of conversation tests, as shown by the API. */
export interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly use: string;
  readonly configuration: Record<string, unknown>;
  readonly results: readonly Result[];
}

/** A report that a test ran to its end, and which of its assertions held. */
export const finished = (testId: string, passed: readonly boolean[] = [true, true], others: object = {}) => ({
  test_id: testId,
  attempt: 1,
  state: 'finished',
  assertions: passed.map((held, index) => ({ index, passed: held })),
  ...others,
});

/** A project with a testable draft, and the key of its runtime. */
export async function aTestedProject(test: TestApp): Promise<{ desk: ProjectFixture; key: string }> {
  const desk = await aProjectFixture(test);
  const key = await aRuntime(test, desk);
  await save(test, desk, 'booking', booking());
  await save(test, desk, 'assistant', assistant());
  return { desk, key };
}

/**
 * Saves tests of a project and starts runs of them.
 * @param place returns the path at the time of each request
 */
export const conversationTestsOf = (
  place: () => { readonly test: TestApp; readonly desk: ProjectFixture },
) => {
  const to = (method: 'get' | 'post', path: string, sent?: Parameters<typeof send>[4]): Test => {
    const { test, desk } = place();
    return send(test, desk, method, `conversation-tests${path}`, sent);
  };
  const ask = (body: object = { use: 'draft' }, others: Parameters<typeof send>[4] = {}): Test =>
    to('post', '/runs', { body, ...others });
  return {
    aTest: async (name?: string): Promise<string> => {
      const made = await to('post', '', { body: aConversationTest(name) }).expect(201);
      return (made.body as { test_id: string }).test_id;
    },
    ask,
    run: async (body?: object): Promise<Run> => (await ask(body).expect(202)).body as Run,
    show: async (id: string): Promise<Run> => (await to('get', `/runs/${id}`).expect(200)).body as Run,
  };
};
