import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { COMPLIANCE, numbers, RuntimeFixture } from './dispatching.js';

/** A Wednesday, 12:00 in Sydney. */
const NOON = '2026-11-25T01:00:00.000Z';

describe('evidence of an outbound call', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let reader: string;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  beforeAll(async () => {
    reader = await test.world.aKey(runtime.desk.tenant, 'partner_user');
  });

  const ask = (callId: string, key = reader) =>
    test.request().get(`/v1/compliance/calls/${callId}/outbound-evidence`).set('X-API-Key', key);
  const aStoredCall = async (fields: object): Promise<string> => {
    const call = aCall(runtime.desk.projectId, {
      started_at_utc: '2026-11-24T01:00:00.000Z',
      ended_at_utc: null,
      ...fields,
    });
    await postCalls(test, runtime.desk.tenant, [call]);
    return call['call_id'] as string;
  };

  // dispatch 6.2
  it('is not_outbound for an inbound call and not_recorded for one that was dialled otherwise', async () => {
    for (const [direction, status] of [
      ['inbound', 'not_outbound'],
      ['outbound', 'not_recorded'],
    ]) {
      const callId = await aStoredCall({ direction });
      expect((await ask(callId)).body).toEqual({
        call_id: callId,
        project_id: runtime.desk.projectId,
        evidence_status: status,
      });
    }
  });

  // dispatch 6.2
  it('is not_recorded for a call of another project, whatever a runtime says that it belongs to', async () => {
    await runtime.aRunningCampaign(numbers(1));
    const [lease] = await runtime.taken();
    const call = aCall(await test.world.aProject(runtime.desk.tenant), { direction: 'outbound' });
    await postCalls(test, runtime.desk.tenant, [call]);
    const callId = call['call_id'] as string;
    await runtime.report(lease!.dispatch_id, { sequence: 1, state: 'in_call', call_id: callId });
    expect((await ask(callId)).body).toMatchObject({ call_id: callId, evidence_status: 'not_recorded' });
    await runtime.end(lease!.dispatch_id, 'answered');
  });

  // dispatch 6.2, 6.3
  it('is what was known when the contact was handed out, and stays so', async () => {
    const campaignId = await runtime.aRunningCampaign(
      numbers(1),
      {
        campaign_call_type: 'telemarketing',
        compliance: { ...COMPLIANCE, registry_wash_required: true, consent_required: true },
      },
      {
        recipient_subdivision: 'AU-NSW',
        registry_status: 'not_listed',
        registry_checked_at_utc: '2026-11-20T00:00:00Z',
        registry_valid_until_utc: '2026-12-20T00:00:00Z',
        registry_ruleset_id: 'rules-7',
        consent_type: 'express',
        consent_source: 'web form',
        consent_given_at_utc: '2026-11-01T00:00:00Z',
      },
    );
    const [lease] = await runtime.taken();
    const callId = await aStoredCall({
      direction: 'outbound',
      campaign_id: campaignId,
      contact_id: lease!.contact_id,
      started_at_utc: clock.now().toISOString(),
      ended_at_utc: new Date(clock.now().getTime() + 30_000).toISOString(),
    });
    const expected = {
      call_id: callId,
      project_id: runtime.desk.projectId,
      evidence_status: 'recorded',
      policy_source: 'australian_calling_rules',
      policy_version: '2026-11.3',
      call_type: 'telemarketing',
      jurisdiction: 'AU',
      timezone_evaluation: {
        recipient_timezone: 'Australia/Sydney',
        source: 'subdivision',
        local_time: '2026-11-25T12:00:00+11:00',
        window_start: '09:00',
        window_end: '20:00',
        within_window: true,
        evaluated_at_utc: NOON,
      },
      holiday_evaluation: {
        calendar: 'AU',
        subdivision: 'AU-NSW',
        holiday_name: null,
        is_national: false,
        blocked: false,
      },
      dncr_summary: {
        registry_wash_record_id: null,
        registry_status: 'not_listed',
        washed_at_utc: '2026-11-20T00:00:00.000Z',
        valid_until_utc: '2026-12-20T00:00:00.000Z',
        age_days: 5,
        ruleset_id: 'rules-7',
      },
      cli_summary: {
        return_number_masked: '+61 *** *** 234',
        employer_name: 'Harbour Dental',
        authorizer_name: 'Ines Canary',
        call_purpose: 'Recall',
        complete: true,
      },
      retry_summary: { attempt_number: 1, max_attempts: 3, next_attempt_at_utc: null, reason: null },
      recent_call_summary: { called_at_utc: null, may_be_called_from_utc: null },
      consent_evidence: {
        required: true,
        state: 'valid',
        consent_type: 'express',
        consent_source: 'web form',
        consent_given_at_utc: '2026-11-01T00:00:00.000Z',
        consent_expires_at_utc: null,
        consent_withdrawn_at_utc: null,
        evidence_recorded: false,
      },
      exemption_evidence: { exemption_type: null, verified: false },
    };
    expect((await ask(callId)).body).toEqual(expected);
    await runtime.end(lease!.dispatch_id, 'answered');
    await inStore(test, 'DELETE FROM campaign_contacts WHERE campaign_id = $1', [campaignId]);
    await inStore(test, 'DELETE FROM campaigns WHERE campaign_id = $1', [campaignId]);
    expect((await ask(callId)).body).toEqual(expected);
    const [row] = await inStore(test, 'SELECT blocks::text FROM outbound_evidence');
    expect(row!['blocks']).not.toContain('Canary');
    // dispatch 6.3, privacy 3.7
    await inStore(
      test,
      `UPDATE outbound_evidence
          SET blocks = blocks || jsonb_build_object('$sealed', overlay(blocks->>'$sealed' PLACING 'AAAA' FROM 65))`,
    );
    expect((await ask(callId)).body).toEqual({
      ...expected,
      cli_summary: { ...expected.cli_summary, authorizer_name: null },
    });
  });

  // dispatch 6.1
  it('is 404 for a call that is foreign, absent or no call at all', async () => {
    const callId = await aStoredCall({ direction: 'outbound' });
    const other = await test.world.aKey(await test.world.aTenant(), 'partner_user');
    const foreign = await ask(callId, other);
    const absent = await ask('room-that-is-not', other);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    await inStore(test, 'DELETE FROM calls WHERE call_id = $1', [callId]);
    expect((await ask(callId)).body).toEqual(absent.body);
    expect((await ask('%2B61400000000', other)).status).toBe(404);
    const runtimeKey = await test.world.aKey(runtime.desk.tenant, 'runtime-ingest');
    expect((await ask(callId, runtimeKey)).status).toBe(404);
  });
});
