import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';

const NOON = '2026-11-25T01:00:00.000Z';

describe('reports on dispatches', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let runtime: RuntimeFixture;

  beforeAll(async () => {
    runtime = await RuntimeFixture.open(test, clock, { slots: 20 });
  });

  const slotsInUse = async (): Promise<number> =>
    (
      await inStore(test, `SELECT 1 FROM capacity_leases WHERE client_id = $1`, [
        runtime.desk.tenant.clientId,
      ])
    ).length;
  const one = async (fields: object = {}): Promise<{ campaignId: string; dispatchId: string }> => {
    const campaignId = await runtime.aRunningCampaign(numbers(1), fields);
    const [lease] = await runtime.taken(1);
    return { campaignId, dispatchId: lease!.dispatch_id };
  };

  // dispatch 3.1, 3.2
  it('move a dispatch on and extend its lease', async () => {
    const { campaignId, dispatchId } = await one();
    const dialing = await runtime.report(dispatchId, { sequence: 1, state: 'dialing' });
    expect([dialing.status, dialing.body]).toEqual([
      200,
      {
        dispatch_id: dispatchId,
        status: 'dialing',
        disposition: null,
        call_id: null,
        lease_expires_at_utc: '2026-11-25T01:02:30.000Z',
        applied: true,
      },
    ]);
    const inCall = await runtime.report(dispatchId, { sequence: 2, state: 'in_call', call_id: 'room-1' });
    expect(inCall.body).toMatchObject({
      status: 'in_call',
      call_id: 'room-1',
      lease_expires_at_utc: '2026-11-25T01:10:00.000Z',
    });
    expect(await runtime.contacts(campaignId)).toEqual(['in_call - 1 -']);
    expect(await slotsInUse()).toBe(1);
    const ended = await runtime.end(dispatchId, 'goal_completed');
    expect(ended.body).toMatchObject({
      status: 'ended',
      disposition: 'goal_completed',
      lease_expires_at_utc: null,
    });
    expect(await runtime.contacts(campaignId)).toEqual(['completed campaign_closed 1 goal_completed']);
    expect(await slotsInUse()).toBe(0);
  });

  // dispatch 3.3, 3.5
  it('count once, in whatever order they come, and no more when it has ended', async () => {
    const { campaignId, dispatchId } = await one();
    await runtime.report(dispatchId, { sequence: 4, state: 'in_call' });
    const late = await runtime.report(dispatchId, { sequence: 3, state: 'dialing' });
    expect(late.body).toMatchObject({ status: 'in_call', applied: false });
    const back = await runtime.report(dispatchId, { sequence: 5, state: 'dialing' });
    expect(back.body).toMatchObject({ status: 'in_call', applied: true });
    const [first, second] = await Promise.all([
      runtime.end(dispatchId, 'busy'),
      runtime.end(dispatchId, 'busy'),
    ]);
    expect([first.body, second.body].filter((it) => (it as { applied: boolean }).applied)).toHaveLength(1);
    const contradiction = await runtime.report(dispatchId, {
      sequence: 10,
      state: 'ended',
      disposition: 'answered',
    });
    expect(contradiction.body).toMatchObject({ disposition: 'busy', applied: false });
    expect(await runtime.contacts(campaignId)).toEqual(['retry_scheduled - 1 busy']);
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = $1`, [campaignId]);
  });

  // dispatch 4.4
  it('of an opt-out suppress the number in all campaigns of the project, also when they come late', async () => {
    const [number] = numbers(1);
    const other = await runtime.aRunningCampaign([number!]);
    await inStore(test, `UPDATE campaigns SET status = 'paused' WHERE campaign_id = $1`, [other]);
    const { campaignId, dispatchId } = await one();
    await runtime.end(dispatchId, 'answered');
    const late = await runtime.report(dispatchId, {
      sequence: 10,
      state: 'ended',
      disposition: 'direct_opt_out',
    });
    expect(late.body).toMatchObject({ disposition: 'answered', applied: false });
    expect(await runtime.contacts(other)).toEqual(['pending dnc 0 -']);
    expect(await runtime.contacts(campaignId)).toEqual(['completed dnc 1 answered']);
    const rows = await inStore(test, 'SELECT reason, source FROM suppressions WHERE client_id = $1', [
      runtime.desk.tenant.clientId,
    ]);
    expect(rows).toEqual([{ reason: 'direct_opt_out', source: 'call' }]);
    await inStore(test, 'DELETE FROM suppressions');
  });

  // dispatch 4.4
  it('of a wrong number end the contact as suppressed', async () => {
    const { campaignId, dispatchId } = await one();
    await runtime.end(dispatchId, 'wrong_number');
    expect(await runtime.contacts(campaignId)).toEqual(['suppressed dnc 1 wrong_number']);
    await inStore(test, 'DELETE FROM suppressions');
  });

  // dispatch 3.1
  it.each([
    ['an end without a disposition', { sequence: 1, state: 'ended' }],
    ['a disposition before the end', { sequence: 1, state: 'dialing', disposition: 'busy' }],
    ['an unknown disposition', { sequence: 1, state: 'ended', disposition: 'gone' }],
    ['no sequence', { state: 'dialing' }],
    ['an unknown state', { sequence: 1, state: 'ringing' }],
    ['a day for an instant', { sequence: 1, state: 'dialing', at_utc: '2026-11-25' }],
  ])('with %s are 422', async (_, body) => {
    const { status } = await runtime.report('0199aaaa-0000-7000-8000-000000000000', body);
    expect(status).toBe(422);
  });

  // dispatch 5.2
  it('need no call_id: the call that ingest writes is linked, before the end or after it', async () => {
    for (const isFirst of [true, false]) {
      const { campaignId, dispatchId } = await one();
      const [contact] = await inStore(
        test,
        'SELECT contact_id FROM campaign_contacts WHERE campaign_id = $1',
        [campaignId],
      );
      const call = aCall(runtime.desk.projectId, {
        direction: 'outbound',
        campaign_id: campaignId,
        contact_id: contact!['contact_id'] as string,
        started_at_utc: clock.now().toISOString(),
        ended_at_utc: new Date(clock.now().getTime() + 60_000).toISOString(),
      });
      if (!isFirst) await runtime.end(dispatchId, 'answered');
      await postCalls(test, runtime.desk.tenant, [call]);
      if (isFirst) await runtime.end(dispatchId, 'answered');
      const rows = await inStore(
        test,
        `SELECT d.call_id, c.last_call_id FROM dispatches d JOIN campaign_contacts c USING (client_id, data_env, campaign_id, contact_id)
          WHERE d.dispatch_id = $1`,
        [dispatchId],
      );
      expect(rows).toEqual([{ call_id: call['call_id'], last_call_id: call['call_id'] }]);
    }
  });
});
