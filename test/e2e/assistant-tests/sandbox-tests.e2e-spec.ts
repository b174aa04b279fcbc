import { afterAll, beforeAll, expect, it } from 'vitest';
import { SandboxRuntime } from '../../../tools/sandbox/runtime.ts';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProjectFixture } from '../configuration/editing.js';
import { aRuntime, assistant, publishDraft, save, send } from '../releases/releasing.js';
import { aConversationTest } from './testing-assistants.js';

const test = useSharedApp();
let running: Promise<void>;
const stop = new AbortController();

const desk = perSuite(() => aProjectFixture(test));
beforeAll(async () => {
  const apiKey = await aRuntime(test, desk);
  await save(test, desk, 'assistant', assistant());
  await publishDraft(test, desk);
  running = new SandboxRuntime({ apiUrl: test.baseUrl, apiKey, callMs: 10, parallel: 2 }).run(stop.signal);
});
afterAll(async () => {
  stop.abort();
  await running;
});

it('is called by the sandbox as the last digits of the number say', async () => {
  const ends = [
    ['+61491570150', { status: 'ended', outcome: 'goal_completed', failure_reason: null }],
    ['+61491570156', { status: 'failed', outcome: null, failure_reason: 'busy' }],
  ] as const;
  for (const [number, expected] of ends) {
    const body = { to_number: number, use: 'published' };
    const asked = await send(test, desk, 'post', 'test-call/request', { body }).expect(202);
    const { test_call_id: id } = asked.body as { test_call_id: string };
    await eventually(async () => {
      expect((await send(test, desk, 'get', `test-calls/${id}`).expect(200)).body).toMatchObject(expected);
    });
  }
});

it('has its conversation tests played by the sandbox', async () => {
  const greeted = { kind: 'agent_says', match: 'contains', text: 'how can I help' };
  const tests = [
    aConversationTest('A', { assertions: [greeted, { kind: 'max_turns', turns: 2 }] }),
    aConversationTest('B', { assertions: [{ kind: 'tool_called', tool: 'no_tool' }] }),
  ];
  for (const body of tests) await send(test, desk, 'post', 'conversation-tests', { body }).expect(201);
  const body = { use: 'published' };
  const asked = await send(test, desk, 'post', 'conversation-tests/runs', { body }).expect(202);
  const { run_id: id } = asked.body as { run_id: string };
  await eventually(async () => {
    expect((await send(test, desk, 'get', `conversation-tests/runs/${id}`).expect(200)).body).toMatchObject({
      status: 'failed',
      results: [
        { name: 'A', status: 'passed', first_response_ms: 400 },
        { name: 'B', status: 'failed', assertions: [{ index: 0, passed: false }] },
      ],
    });
  });
});
