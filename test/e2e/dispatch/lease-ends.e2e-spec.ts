import { describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { comeDue } from '../../support/worker.js';
import { numbers, RuntimeFixture, useRuntimeBesideWorker } from './dispatching.js';

describe('a lease that ends', () => {
  const { clock, test, runtime } = useRuntimeBesideWorker();

  let used = 0;
  /**
   * Numbers that no other test uses: while one runtime calls a number, no other runtime gets it.
   */
  const fresh = (count: number): string[] => numbers(count, (used += count) - count);
  const silent = async (
    meanwhile: (campaignId: string) => Promise<unknown> = () => Promise.resolve(),
    becomes = 'retry_scheduled - 1 system_failed',
  ): Promise<{ campaignId: string; dispatchId: string }> => {
    const campaignId = await runtime.aRunningCampaign(fresh(1));
    const [lease] = await runtime.taken(1);
    await meanwhile(campaignId);
    const { clientId } = runtime.desk.tenant;
    await inStore(
      test,
      `UPDATE dispatches SET lease_expires_at = now() - interval '1 second' WHERE client_id = $1`,
      [clientId],
    );
    await comeDue(test, 'dispatch.lease-ends');
    await eventually(async () => expect(await runtime.contacts(campaignId)).toEqual([becomes]));
    return { campaignId, dispatchId: lease!.dispatch_id };
  };

  // dispatch 3.4
  it('is an attempt that failed, waits for its retry and frees its slot', async () => {
    await silent();
    expect(await runtime.taken()).toEqual([]);
    expect(
      await inStore(test, `SELECT 1 FROM capacity_leases WHERE client_id = $1`, [
        runtime.desk.tenant.clientId,
      ]),
    ).toEqual([]);
  });

  // dispatch 4.6
  it.each([
    ['failures', ['answered', 'carrier_failed']],
    ['an attempt that went well', ['carrier_failed', 'answered']],
  ])(
    'ten times in two minutes, half of them failed, pauses the campaign, with %s at last',
    async (_, order) => {
      const campaignId = await runtime.aRunningCampaign(fresh(30));
      const leases = await runtime.taken(10);
      clock.set(new Date());
      for (const [index, { dispatch_id: id }] of leases.entries())
        await runtime.end(id, order[index < 5 ? 0 : 1]!);
      await eventually(async () => {
        const rows = await inStore(
          test,
          'SELECT status, status_reason FROM campaigns WHERE campaign_id = $1',
          [campaignId],
        );
        expect(rows).toEqual([{ status: 'paused', status_reason: 'circuit_breaker' }]);
      });
      expect(await runtime.taken()).toEqual([]);
      const { status_log: log } = await runtime.desk.detail(campaignId);
      expect(
        log.map((it) => [it.action, it.to_status, it.reason, it.changed_by_kind, it.changed_by]),
      ).toEqual([
        ['breaker_tripped', 'paused', 'circuit_breaker', 'system', 'worker'],
        ['create', 'draft', null, 'api_key', expect.any(String)],
      ]);
    },
  );

  // dispatch 4.6
  it.each([
    ['that others dial goes on when ten leases of a dead runtime end', 2, 'running'],
    ['that no other runtime dials is paused when ten leases of a dead one end', 0, 'paused'],
  ])('a campaign %s', async (_, answered, status) => {
    const campaignId = await runtime.aRunningCampaign(fresh(30));
    const leases = await runtime.taken(10 + answered);
    clock.set(new Date());
    for (const { dispatch_id: id } of leases.slice(10)) await runtime.end(id, 'answered');
    await inStore(
      test,
      `UPDATE dispatches SET lease_expires_at = now() - interval '1 second' WHERE campaign_id = $1 AND status <> 'ended'`,
      [campaignId],
    );
    await comeDue(test, 'dispatch.lease-ends');
    await eventually(async () => {
      const [silentEnds] = await inStore<{ count: number }>(
        test,
        `SELECT count(*)::integer FROM dispatches WHERE campaign_id = $1 AND disposition = 'system_failed'`,
        [campaignId],
      );
      const waiting = await inStore(
        test,
        `SELECT FROM work_items WHERE client_id = $1 AND kind = 'dispatch.attempt-ended'`,
        [runtime.desk.tenant.clientId],
      );
      expect([silentEnds?.count, waiting]).toEqual([10, []]);
    });
    const rows = await inStore(test, 'SELECT status FROM campaigns WHERE campaign_id = $1', [campaignId]);
    expect(rows).toEqual([{ status }]);
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = $1`, [campaignId]);
  });

  // campaigns 9.10
  it('is not begun without a limit of the client: the campaign is paused until there is one', async () => {
    const tenant = await test.world.aTenant();
    const narrow = await RuntimeFixture.open(test, clock, { tenant });
    const campaignId = await narrow.aRunningCampaign(fresh(2));
    await inStore(test, 'DELETE FROM capacity_limits WHERE client_id = $1', [tenant.clientId]);
    expect((await narrow.take({ max: 1 })).status).toBe(429);
    await eventually(async () => {
      const { status, status_log: log } = await narrow.desk.detail(campaignId);
      expect([status, log[0]]).toMatchObject([
        'paused',
        { action: 'capacity_gone', to_status: 'paused', reason: 'capacity', changed_by: 'worker' },
      ]);
    });
    expect(await narrow.taken()).toEqual([]);
    expect(await narrow.contacts(campaignId)).toEqual(['pending - 0 -', 'pending - 0 -']);
  });

  // dispatch 4.6
  it('does not pause a campaign of which more calls go well than fail, nor one with nine', async () => {
    const [many, few] = [
      await runtime.aRunningCampaign(fresh(30)),
      await runtime.aRunningCampaign(fresh(30)),
    ];
    const leases = await runtime.taken(20);
    clock.set(new Date());
    const [ofMany, ofFew] = [many, few].map((id) => leases.filter((it) => it.campaign_id === id));
    for (const [index, it] of ofMany!.entries())
      await runtime.end(it.dispatch_id, index < 4 ? 'carrier_failed' : 'answered');
    for (const it of ofFew!.slice(1)) await runtime.end(it.dispatch_id, 'system_failed');
    await eventually(async () =>
      expect(
        await inStore(
          test,
          `SELECT FROM work_items WHERE client_id = $1 AND kind = 'dispatch.attempt-ended'`,
          [runtime.desk.tenant.clientId],
        ),
      ).toEqual([]),
    );
    const rows = await inStore(test, 'SELECT status FROM campaigns WHERE campaign_id = ANY($1)', [
      [many, few],
    ]);
    expect(rows).toEqual([{ status: 'running' }, { status: 'running' }]);
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = ANY($1)`, [
      [many, few],
    ]);
  });

  // campaigns 9.7
  it('of the last contact completes the campaign', async () => {
    const campaignId = await runtime.aRunningCampaign(fresh(3));
    const leases = await runtime.taken();
    await Promise.all(leases.map(({ dispatch_id: id }) => runtime.end(id, 'answered')));
    await eventually(async () => {
      const rows = await inStore(test, 'SELECT status FROM campaigns WHERE campaign_id = $1', [campaignId]);
      expect(rows).toEqual([{ status: 'completed' }]);
    });
  });

  // dispatch 3.4
  it('is taken back by a report of the end that comes before the retry', async () => {
    const { campaignId, dispatchId } = await silent();
    const late = await runtime.end(dispatchId, 'goal_completed');
    expect(late.body).toMatchObject({ status: 'ended', disposition: 'goal_completed', applied: true });
    expect(await runtime.contacts(campaignId)).toEqual(['completed campaign_closed 1 goal_completed']);
  });

  const LAST_ATTEMPT = 'UPDATE campaign_contacts SET max_attempts = 0 WHERE campaign_id = $1';
  const cancelled = (campaignId: string) => runtime.desk.send('post', `/${campaignId}/cancel`).expect(200);
  const patient = (campaignId: string) => inStore(test, LAST_ATTEMPT, [campaignId]);
  const nothing = (): Promise<void> => Promise.resolve();

  // Fails if the result of a runtime's silence outlasts its later report. dispatch 3.4, 4.5
  it.each([
    ['the last attempt', patient, 'failed max_attempts_reached 1 system_failed', nothing],
    [
      'a campaign that was cancelled during the call',
      cancelled,
      'cancelled campaign_closed 1 system_failed',
      nothing,
    ],
    [
      'a campaign that was cancelled before the retry',
      nothing,
      'retry_scheduled - 1 system_failed',
      cancelled,
    ],
  ])('of %s is taken back as well, and is no longer callable', async (_, meanwhile, became, then) => {
    const { campaignId, dispatchId } = await silent(meanwhile, became);
    await then(campaignId);
    const late = await runtime.end(dispatchId, 'goal_completed');
    expect(late.body).toMatchObject({ disposition: 'goal_completed', applied: true });
    expect(await runtime.contacts(campaignId)).toEqual(['completed campaign_closed 1 goal_completed']);
    const { counts } = await runtime.desk.detail(campaignId);
    expect(counts).toMatchObject({ total: 1, completed: 1, callable: 0, not_callable: 1 });
  });

  // dispatch 3.4, 4.5
  it('of a campaign that was cancelled stays so where the runtime tells of nobody reached', async () => {
    const { campaignId, dispatchId } = await silent(cancelled, 'cancelled campaign_closed 1 system_failed');
    expect((await runtime.end(dispatchId, 'no_answer')).body).toMatchObject({ applied: true });
    expect(await runtime.contacts(campaignId)).toEqual(['cancelled campaign_closed 1 no_answer']);
  });

  // dispatch 3.4, 3.5
  it('is one that failed for good when the runtime says so after all', async () => {
    const { campaignId, dispatchId } = await silent();
    expect((await runtime.end(dispatchId, 'system_failed')).body).toMatchObject({ applied: true });
    const changed = await runtime.report(dispatchId, {
      sequence: 30,
      state: 'ended',
      disposition: 'answered',
    });
    expect(changed.body).toMatchObject({ disposition: 'system_failed', applied: false });
    expect(await runtime.contacts(campaignId)).toEqual(['retry_scheduled - 1 system_failed']);
  });
});
