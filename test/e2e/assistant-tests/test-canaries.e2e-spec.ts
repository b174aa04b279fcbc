import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { dumpOf, tracesIn } from '../privacy/canaries.js';
import { aProjectFixture } from '../configuration/editing.js';
import { aRuntime, assistant, publishDraft, save, send } from '../releases/releasing.js';
import { aConversationTest, asRuntime, reportResult, takeTests } from './testing-assistants.js';

const NUMBER = '+61491570159';
const SAID = 'tangerine-wetherby has shingles';
const SCRIPTED = 'marmalade-oakes wants a refund';
const VARIABLE = 'gooseberry-trombone';
const REFUSED = 'persimmon-lighthouse';
const HIDDEN = ['491570159', 'tangerine-wetherby', 'marmalade-oakes', VARIABLE, REFUSED];

// Fails if a transcript or a script is stored instead of its ciphertext, if a response is stored or
// audited with it, or if a refusal repeats it.
describe('what is said in tests, and the numbers of test calls', () => {
  const test = useTestApp();
  const answers: string[] = [];

  const desk = perSuite(() => aProjectFixture(test));
  beforeAll(async () => {
    const key = await aRuntime(test, desk);
    await save(test, desk, 'assistant', assistant());
    await publishDraft(test, desk);
    const lines = (text: string) => ({ status: 'verified', lines: [{ role: 'caller', text, offset_ms: 1 }] });
    const post = (path: string, body: object, key?: string) =>
      send(test, desk, 'post', path, { body, ...(key !== undefined && { key }) });
    const asked = await post('test-call/request', { to_number: NUMBER, use: 'published' }).expect(202);
    const { test_call_id: callId } = asked.body as { test_call_id: string };
    await asRuntime(test, desk, key, 'test-calls/take').expect(200);
    const end = { sequence: 1, state: 'ended', outcome: 'answered', at_utc: '2026-10-31T04:12:09Z' };
    const reports = `test-calls/${callId}/reports`;
    const script = {
      language: 'en-AU',
      variables: { guest: VARIABLE },
      turns: [{ says: SCRIPTED }],
    };
    const body = aConversationTest('Wants a refund', { script });
    const made = await post('conversation-tests', body, 'k-1').expect(201);
    const { test_id: testId, etag } = made.body as { test_id: string; etag: string };
    const run = await post('conversation-tests/runs', { use: 'published' }).expect(202);
    const { run_id: runId } = run.body as { run_id: string };
    await takeTests(test, desk, key);
    const result = {
      test_id: testId,
      attempt: 1,
      state: 'finished',
      assertions: [true, true].map((passed, index) => ({ index, passed })),
      redacted_excerpt: lines(SAID),
    };
    const numbered = await asRuntime(test, desk, key, reports, { ...end, call_id: NUMBER.slice(1) });
    expect(numbered.body).toMatchObject({ status_code: 422, details: [{ loc: ['body', 'call_id'] }] });
    const all = [
      asked,
      numbered,
      await asRuntime(test, desk, key, reports, { ...end, redacted_transcript: lines(SAID) }).expect(200),
      await asRuntime(test, desk, key, reports, { ...end, redacted_transcript: lines(SAID) }).expect(200),
      await asRuntime(test, desk, key, reports, { ...end, transcript: lines(REFUSED) }).expect(422),
      await asRuntime(test, desk, key, reports, {
        ...end,
        sequence: 2,
        outcome: 'voicemail',
        redacted_transcript: lines(REFUSED),
      }).expect(409),
      await reportResult(test, desk, key, runId, result).expect(200),
      await reportResult(test, desk, key, runId, {
        ...result,
        redacted_excerpt: lines(`${REFUSED}\0`),
      }).expect(422),
      await send(test, desk, 'get', `test-calls/${callId}`).expect(200),
      await send(test, desk, 'get', 'test-calls').expect(200),
      await send(test, desk, 'get', `conversation-tests/runs/${runId}`).expect(200),
      await send(test, desk, 'get', 'conversation-tests').expect(200),
      await post('conversation-tests', { ...body, name: REFUSED, notes: REFUSED }).expect(422),
      await post('conversation-tests', { ...body, name: `Rings ${NUMBER}` }).expect(422),
      await send(test, desk, 'delete', `conversation-tests/${testId}`, { ifMatch: `"${REFUSED}"` }).expect(
        409,
      ),
      await post('validate', {}).expect(200),
    ];
    answers.push(...all.map(({ text, headers }) => text + JSON.stringify(headers)));
    // Their authors see them, also in a replay and after a write.
    const replay = await post('conversation-tests', body, 'k-1').expect(201);
    expect(replay.text).toContain(SCRIPTED);
    await send(test, desk, 'put', `conversation-tests/${testId}`, {
      body: { ...body, name: 'Wants money' },
      ifMatch: `"${etag}"`,
    }).expect(200);
  });

  // workspace 9.18, 13.3
  it('are in no answer but those to whom they belong', () => {
    expect(answers.flatMap((answer) => tracesIn(answer, HIDDEN))).toEqual([]);
  });

  // workspace 9.7, 9.18, 13.3; privacy 6.6
  it('are in no column of any table, stored answers and audit rows among them', async () => {
    const dump = await dumpOf(test.databases.superuser.metadataUrl);
    for (const known of ['Wants money', 'conversation_test.saved', 'test_call.ended'])
      expect(dump).toContain(known);
    expect(tracesIn(dump, HIDDEN)).toEqual([]);
  });

  it('are in no log line', () => {
    expect(test.logs()).toContain('/v1/projects/:project_id/conversation-tests');
    expect(tracesIn(test.logs(), HIDDEN)).toEqual([]);
  });
});
