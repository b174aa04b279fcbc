import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { act, ask } from '../releases/approving.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { aRuntime, booking, completeDraft, publishDraft, save, send } from '../releases/releasing.js';
import { aConversationTest, asRuntime } from '../assistant-tests/testing-assistants.js';
import { aWebhookFixture } from '../webhooks/webhook-fixture.js';

const VERDICT = { sequence: 1, state: 'ended', outcome: 'answered', at_utc: '2026-11-02T03:00:00.000Z' };

// Fails if an id is accepted in capitals: the transcript of a test call and the secret of a webhook
// were sealed under the spelling of the request, and could never be opened again. requests 1.3;
// access 6.1
describe('an id in capitals', () => {
  const test = useSharedApp();

  async function aPublishedProject(): Promise<ProjectFixture> {
    const desk = await aProjectFixture(test);
    await save(test, desk, 'booking', booking());
    await completeDraft(test, desk);
    await publishDraft(test, desk);
    return desk;
  }

  it('is no test call', async () => {
    const desk = await aPublishedProject();
    const key = await aRuntime(test, desk);
    const body = { to_number: '+61255501234', use: 'published' };
    const queued = await send(test, desk, 'post', 'test-call/request', { body }).expect(202);
    const { test_call_id: id } = queued.body as { test_call_id: string };
    await asRuntime(test, desk, key, 'test-calls/take').expect(200);
    await asRuntime(test, desk, key, `test-calls/${id.toUpperCase()}/reports`, VERDICT).expect(404);
    await send(test, desk, 'get', `test-calls/${id.toUpperCase()}`).expect(404);
    await asRuntime(test, desk, key, `test-calls/${id}/reports`, VERDICT).expect(200);
  });

  it('is no conversation test and no run', async () => {
    const desk = await aPublishedProject();
    const made = await send(test, desk, 'post', 'conversation-tests', { body: aConversationTest() }).expect(
      201,
    );
    const { test_id: id, etag } = made.body as { test_id: string; etag: string };
    const of = `conversation-tests/${id.toUpperCase()}`;
    await send(test, desk, 'get', of).expect(404);
    await send(test, desk, 'put', of, { body: aConversationTest('Another'), ifMatch: etag }).expect(404);
    await send(test, desk, 'delete', of, { ifMatch: etag }).expect(404);
    const run = await send(test, desk, 'post', 'conversation-tests/runs', {
      body: { use: 'published' },
    }).expect(202);
    const { run_id: runId } = run.body as { run_id: string };
    await send(test, desk, 'get', `conversation-tests/runs/${runId.toUpperCase()}`).expect(404);
    await send(test, desk, 'post', `conversation-tests/runs/${runId.toUpperCase()}/cancel`).expect(404);
    await send(test, desk, 'post', `conversation-tests/runs/${runId}/cancel`).expect(200);
  });

  it('is no approval', async () => {
    const desk = await aPublishedProject();
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const { approval_id: id } = await ask(test, desk);
    await act(test, desk, { approval_id: id.toUpperCase() }, 'withdraw').expect(404);
    await act(test, desk, { approval_id: id }, 'withdraw').expect(200);
  });

  it('is no webhook', async () => {
    const desk = await aWebhookFixture(test);
    const { webhook_id: id, revision_hash: revision } = await desk.made();
    const capitals = id.toUpperCase();
    expect(capitals).not.toBe(id);
    await desk.change(capitals, { timeout_seconds: 5, revision_hash: revision }).expect(404);
    await desk.post(capitals, 'rotate-secret', revision).expect(404);
    await desk.post(capitals, 'test', revision).expect(404);
    await desk.remove(capitals, { 'If-Match': revision }).expect(404);
    await desk.remove(id, { 'If-Match': revision }).expect(200);
  });
});
