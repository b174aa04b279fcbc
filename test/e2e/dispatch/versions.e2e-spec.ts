import { describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import { aCall } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, NOON } from './single-calls.js';

// The version is published after noon on the clock, so it is not inferred for any call.
describe('a call of a dispatch', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  const post = async (callId: string, fields: object = {}): Promise<void> => {
    const start = { started_at_utc: NOON, ended_at_utc: null, call_status: 'in_progress' };
    const call = { call_id: callId, direction: 'outbound', ...start, ...fields };
    const answer = await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', runtime.key)
      .send([aCall(runtime.desk.projectId, call)]);
    expect(answer.body, answer.text).toMatchObject({ unchanged: 0, rejected: 0, warnings: [] });
  };
  const shown = async (path: string, query: object = {}): Promise<Record<string, unknown>> => {
    const { admin, tenant } = runtime.desk;
    const answer = await test
      .request()
      .get(`/v1/calls/${path}`)
      .set(admin)
      .query({ client_id: tenant.clientId, ...query });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Record<string, unknown>;
  };
  const version = async (callId: string): Promise<string> => {
    const { version_number: number, version_source: source } = await shown(callId);
    return `${String(number)} ${String(source)}`;
  };

  // dispatch 5.4; calls-ingest 2.11
  it('of a campaign has the version of its lease, and keeps it in later revisions', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const [lease] = await runtime.taken(1);
    const named = { campaign_id: campaignId, contact_id: lease!.contact_id };
    await post('campaign-call', named);
    expect(await version('campaign-call')).toBe('1 reported');
    await post('campaign-call', { ...named, revision: 2, call_status: 'completed' });
    expect(await version('campaign-call')).toBe('1 reported');
    await runtime.end(lease!.dispatch_id, 'answered');
  });

  // dispatch 5.4
  it('has it whether the report or the call comes first, in the sums too', async () => {
    const calls = callsOf(runtime);
    for (const [callId, isReportedFirst] of [
      ['reported-first', true],
      ['ingested-first', false],
    ] as const) {
      await calls.asked({ to_number: numbers(2)[Number(isReportedFirst)] });
      const [lease] = await runtime.taken(1);
      const report = () =>
        runtime.report(lease!.dispatch_id, { sequence: 1, state: 'in_call', call_id: callId });
      if (isReportedFirst) await report();
      await post(callId);
      await test.app.get(CallRollup).refresh(systemContext(runtime.desk.tenant, 'test'), 10_000);
      if (!isReportedFirst) {
        expect(await version(callId)).toBe('null null');
        expect((await report()).status).toBe(200);
      }
      expect(await version(callId)).toBe('1 reported');
      await runtime.end(lease!.dispatch_id, 'answered');
    }
    const range = { start_date: '2026-11-25', end_date: '2026-11-25', project_id: runtime.desk.projectId };
    const totals = await Promise.all(
      ['1', 'none'].map(
        async (wanted) => (await shown('summary', { ...range, version: wanted }))['total_calls'],
      ),
    );
    expect(totals).toEqual([3, 0]);
  });

  // dispatch 5.4
  it('that nothing dialled, or that is inbound, has none', async () => {
    await post('by-hand');
    await post('inbound', { direction: 'inbound' });
    expect([await version('by-hand'), await version('inbound')]).toEqual(['null null', 'null null']);
  });
});
