import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, NOON, RESEARCH } from './single-calls.js';
import type { Single, SingleCalls } from './single-calls.js';

/** 20:31 in Sydney, after the calling hours for research. */
const EVENING = '2026-11-25T09:31:00.000Z';

describe('a call that is asked for by itself', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let calls: SingleCalls;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  beforeAll(async () => {
    calls = callsOf(runtime);
  });

  const slotsInUse = async (): Promise<number> =>
    (
      await inStore(test, `SELECT 1 FROM capacity_leases WHERE client_id = $1`, [
        runtime.desk.tenant.clientId,
      ])
    ).length;
  const handedOut = async (): Promise<string[]> => {
    const leases = await runtime.taken();
    await Promise.all(leases.map((it) => runtime.end(it.dispatch_id, 'answered')));
    return leases.map((it) => it.dispatch_id);
  };

  // dispatch 7.5, 7.6, 7.7
  it('is queued, handed out with all that a call needs, and tells what became of it', async () => {
    const { dispatch_id: id, ...asked } = await calls.asked({
      ...RESEARCH,
      personalization: { first_name: 'Mia' },
      external_contact_id: 'crm-17',
    });
    expect(asked).toEqual({ status: 'queued', disposition: null, call_id: null, refused_codes: [] });
    expect(await calls.status(id)).toEqual({ dispatch_id: id, ...asked });
    const [lease, ...others] = await runtime.taken();
    expect(others).toEqual([]);
    expect(lease).toEqual({
      dispatch_id: id,
      lease_expires_at_utc: '2026-11-25T01:01:00.000Z',
      campaign_id: null,
      contact_id: null,
      project_id: runtime.desk.projectId,
      attempt_number: 1,
      to_number: numbers(1)[0],
      personalization: { first_name: 'Mia' },
      version_number: 1,
      content_hash: 'hash-of-version-1',
      voicemail_policy: expect.objectContaining({ on_voicemail: 'hangup', on_silence: 'hangup' }) as object,
      cli_return_number: '+61255501234',
      call_type: 'research',
    });
    expect((await calls.status(id)).status).toBe('leased');
    expect(await slotsInUse()).toBe(1);
    await runtime.report(id, { sequence: 1, state: 'dialing' });
    expect((await calls.status(id)).status).toBe('dialing');
    await runtime.report(id, { sequence: 2, state: 'in_call', call_id: `room-${id}` });
    expect(await calls.status(id)).toMatchObject({ status: 'in_call', call_id: `room-${id}` });
    const ended = await runtime.end(id, 'goal_completed');
    expect(ended.body).toMatchObject({ status: 'ended', disposition: 'goal_completed', applied: true });
    expect(await calls.status(id)).toEqual({
      dispatch_id: id,
      status: 'ended',
      disposition: 'goal_completed',
      call_id: `room-${id}`,
      refused_codes: [],
    });
    expect(await slotsInUse()).toBe(0);
    expect(await runtime.taken()).toEqual([]);
  });

  // dispatch 7.8
  it('has evidence of what it was decided by', async () => {
    const { dispatch_id: id } = await calls.asked(RESEARCH);
    await runtime.taken();
    const at = clock.now().getTime();
    const call = aCall(runtime.desk.projectId, {
      direction: 'outbound',
      started_at_utc: new Date(at).toISOString(),
      ended_at_utc: new Date(at + 30_000).toISOString(),
    });
    const callId = call['call_id'] as string;
    await postCalls(test, runtime.desk.tenant, [call]);
    await runtime.end(id, 'answered', { call_id: callId });
    const evidence = await test
      .request()
      .get(`/v1/compliance/calls/${callId}/outbound-evidence`)
      .set(runtime.desk.admin)
      .expect(200);
    expect(evidence.body).toMatchObject({
      call_id: callId,
      evidence_status: 'recorded',
      call_type: 'research',
      timezone_evaluation: { recipient_timezone: 'Australia/Sydney', within_window: true },
      dncr_summary: { registry_status: 'not_listed' },
      cli_summary: { authorizer_name: 'Ines Canary', complete: true },
      retry_summary: { attempt_number: 1, max_attempts: 0 },
    });
  });

  // dispatch 7.5, 7.6
  it('to a number that was suppressed, before or while it waits, is refused', async () => {
    const [number] = numbers(7).slice(6);
    const suppress = () =>
      runtime.desk
        .send('post', '/suppressions', {
          body: {
            to_number: number,
            reason: 'complaint',
            source: 'support',
            project_id: runtime.desk.projectId,
          },
        })
        .expect(200);
    const { dispatch_id: id } = await calls.asked({ to_number: number });
    await suppress();
    expect(await calls.status(id)).toMatchObject({ status: 'refused', refused_codes: ['dnc'] });
    expect(await runtime.taken()).toEqual([]);
    const later = await calls.asked({ to_number: number });
    expect(later).toMatchObject({ status: 'refused', refused_codes: ['dnc'] });
    // requests 10.5: the same number in another spelling.
    for (const written of [
      number!.replace('+61', '+610'),
      number!.replace('+61', '+61 (0)'),
      `\u202a${number}`,
    ]) {
      expect(await calls.asked({ to_number: written }), written).toMatchObject({ refused_codes: ['dnc'] });
    }
  });

  // dispatch 7.6
  it('is decided anew when it is handed out', async () => {
    const { dispatch_id: id } = await calls.asked(RESEARCH);
    await inStore(test, `UPDATE single_dispatches SET expires_at = $2 WHERE dispatch_id = $1`, [
      id,
      '2026-11-25T12:00:00Z',
    ]);
    clock.set(EVENING);
    expect(await runtime.taken()).toEqual([]);
    clock.set(NOON);
    expect(await calls.status(id)).toMatchObject({ status: 'refused', refused_codes: ['after_hours'] });
  });

  // dispatch 7.6
  it('comes before the contacts of campaigns', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(3), { priority: 100 });
    const [one, another] = numbers(2, 3);
    const { dispatch_id: first } = await calls.asked({ to_number: one });
    clock.advance(1000);
    const { dispatch_id: second } = await calls.asked({ to_number: another });
    const order: string[] = [];
    for (let i = 0; i < 3; i += 1) order.push(...(await runtime.taken(1)).map((it) => it.dispatch_id));
    expect(order.slice(0, 2)).toEqual([first, second]);
    expect(order).toHaveLength(3);
    await Promise.all(order.map((it) => runtime.end(it, 'answered')));
    await handedOut();
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = $1`, [campaignId]);
  });

  // dispatch 1.2
  it('is handed out once, to however many ask at the same time', async () => {
    const ids: string[] = [];
    for (const number of numbers(20, 20)) ids.push((await calls.asked({ to_number: number })).dispatch_id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => runtime.take({ max: 5 })));
    // A busy machine may make one of them wait; then the last one gets its call.
    const given = answers.flatMap(({ body }) => (body as { leases?: DispatchLease[] }).leases ?? []);
    given.push(...(await runtime.taken()));
    expect(given.map((it) => it.dispatch_id).toSorted()).toEqual(ids.toSorted());
    await Promise.all(given.map((it) => runtime.end(it.dispatch_id, 'answered')));
  });

  // dispatch 1.4
  it('wakes a runtime that waits', async () => {
    const waiting = runtime.take({ max: 5, wait_seconds: 20 });
    const { dispatch_id: id } = await calls.asked();
    const { leases } = (await waiting).body as { leases: DispatchLease[] };
    expect(leases.map((it) => it.dispatch_id)).toEqual([id]);
    await runtime.end(id, 'answered');
  });

  // dispatch 7.7
  it('is reported once, whatever comes late or doubled, and never made again', async () => {
    const { dispatch_id: id } = await calls.asked();
    await runtime.taken();
    expect((await runtime.end(id, 'no_answer')).body).toMatchObject({ applied: true });
    expect((await runtime.end(id, 'no_answer')).body).toMatchObject({ applied: false });
    const late = await runtime.report(id, { sequence: 20, state: 'in_call' });
    expect(late.body).toMatchObject({ applied: false, status: 'ended', disposition: 'no_answer' });
    clock.advance(86_400_000);
    expect(await runtime.taken()).toEqual([]);
    clock.set(NOON);
    expect(await calls.status(id)).toMatchObject({ status: 'ended', disposition: 'no_answer' });
  });

  // dispatch 4.4, 7.7
  it('that ends with an opt-out suppresses the number, also in a late report', async () => {
    const [first, second] = numbers(9).slice(7);
    for (const [number, late] of [
      [first, false],
      [second, true],
    ] as const) {
      const { dispatch_id: id } = await calls.asked({ to_number: number });
      await runtime.taken();
      if (late) await runtime.end(id, 'answered');
      await runtime.report(id, { sequence: 30, state: 'ended', disposition: 'direct_opt_out' });
      expect(await calls.asked({ to_number: number })).toMatchObject({ refused_codes: ['dnc'] });
    }
  });

  // dispatch 7.1
  it('is asked for once for each key', async () => {
    const key = randomUUID();
    const first = await calls.ask({}, { key });
    const again = await calls.ask({}, { key });
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await calls.ask({ call_type: 'research' }, { key })).status).toBe(422);
    expect(await handedOut()).toEqual([(first.body as Single).dispatch_id]);
    const without = await test
      .request()
      .post('/v1/dispatches')
      .set(runtime.desk.admin)
      .send({ project_id: runtime.desk.projectId, to_number: numbers(1)[0], call_type: 'service' });
    expect(without.status).toBe(400);
  });

  // dispatch 7.9
  it('is stored sealed', async () => {
    const [number] = numbers(1);
    const { dispatch_id: id } = await calls.asked({
      ...RESEARCH,
      personalization: { first_name: 'Sealed Canary' },
      consent_evidence_reference: 'form of Sealed Canary',
    });
    const rows = await inStore(
      test,
      `SELECT s::text AS row FROM single_dispatches s WHERE dispatch_id = $1`,
      [id],
    );
    const text = String(rows[0]!['row']);
    for (const secret of [number!, 'Canary', '+61255501234']) expect(text).not.toContain(secret);
    expect(text).toContain('AU-NSW');
    await handedOut();
  });
});
