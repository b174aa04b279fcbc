import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { createTestDatabases, IN_THIS_DATABASE, withClient, inStore } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, patientlyBehind } from '../../support/fault-proxy.js';
import { TestClock } from '../../support/test-clock.js';
import { expectConsistent } from './dialled-calls.js';
import { numbers, RESEARCH, RuntimeFixture } from './dispatching.js';

/** A Wednesday, 12:00 in Sydney. */
const NOON = '2026-11-25T01:00:00.000Z';

describe('dispatches', () => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let clock: TestClock;
  let runtime: RuntimeFixture;

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.storeUrls.get('store-a')!);
    clock = new TestClock(new Date(NOON));
    test = await startTestApp({
      clock,
      databases,
      settings: patientlyBehind(proxy, databases, {
        // How long to wait for an answer that never comes.
        writeDeadlineMs: 5_000,
      }),
    });
    runtime = await RuntimeFixture.open(test, clock, { slots: 50 });
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
  });
  afterEach(async () => {
    await expectConsistent(test);
  });

  const one = async (): Promise<{ campaignId: string; dispatchId: string }> => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const [lease] = await runtime.taken(1);
    return { campaignId, dispatchId: lease!.dispatch_id };
  };
  const cancel = (campaignId: string) => runtime.desk.send('post', `/${campaignId}/cancel`);

  // dispatch 4.5
  it('of a campaign that is cancelled between take and report end as they end, and are not tried again', async () => {
    for (const [disposition, contact] of [
      ['no_answer', 'cancelled campaign_closed 1 no_answer'],
      ['goal_completed', 'completed campaign_closed 1 goal_completed'],
      ['direct_opt_out', 'suppressed dnc 1 direct_opt_out'],
    ] as const) {
      const { campaignId, dispatchId } = await one();
      await cancel(campaignId).expect(200);
      expect((await runtime.report(dispatchId, { sequence: 1, state: 'in_call' })).body).toMatchObject({
        applied: true,
      });
      await runtime.end(dispatchId, disposition);
      expect(await runtime.contacts(campaignId)).toEqual([contact]);
    }
    await inStore(test, 'DELETE FROM suppressions');
  });

  // dispatch 4.5. Fails if the end of a call does not lock its campaign: closing the campaign then
  // misses the contact.
  it('of a campaign that is being cancelled wait for that, and are not tried again', async () => {
    const { campaignId, dispatchId } = await one();
    const ending = await withClient(databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM campaigns WHERE campaign_id = $1 FOR UPDATE', [campaignId]);
      const report = runtime.end(dispatchId, 'no_answer');
      await eventually(async () => {
        const { rows } = await client.query(
          `SELECT FROM pg_locks WHERE NOT granted AND (${IN_THIS_DATABASE} OR database IS NULL)`,
        );
        expect(rows.length).toBeGreaterThan(0);
      });
      await client.query(`UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = $1`, [campaignId]);
      await client.query('COMMIT');
      return report;
    });
    expect(ending.body).toMatchObject({ applied: true, disposition: 'no_answer' });
    expect(await runtime.contacts(campaignId)).toEqual(['cancelled campaign_closed 1 no_answer']);
  });

  // dispatch 1.2, 3.3
  it('whose store dies are neither lost nor made twice when it is back', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(4));
    const [first] = await runtime.taken(1);
    await proxy.become('reset');
    expect((await runtime.take({ max: 5 })).status).toBe(503);
    expect((await runtime.end(first!.dispatch_id, 'answered')).status).toBe(503);
    await proxy.become('pass');
    await eventually(async () =>
      expect((await runtime.end(first!.dispatch_id, 'answered')).status).toBe(200),
    );
    const again = await runtime.end(first!.dispatch_id, 'answered');
    expect(again.body).toMatchObject({ applied: false, disposition: 'answered' });
    const rest = await runtime.taken();
    expect([first!, ...rest].map((it) => it.to_number).toSorted()).toEqual(numbers(4));
    expect((await runtime.contacts(campaignId)).toSorted()).toEqual([
      'completed campaign_closed 1 answered',
      ...Array.from({ length: 3 }, () => 'dialing - 1 -'),
    ]);
    await Promise.all(rest.map((it) => runtime.end(it.dispatch_id, 'answered')));
  });

  // dispatch 1.2, 3.4
  it('whose take has been done and not answered are attempts, and are not made again', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(2));
    await proxy.become('lose commits');
    expect((await runtime.take({ max: 2 })).status).toBe(503);
    await proxy.become('reset');
    await proxy.become('pass');
    await eventually(async () => expect((await runtime.take({ max: 2 })).body).toEqual({ leases: [] }));
    expect(await runtime.contacts(campaignId)).toEqual(['dialing - 1 -', 'dialing - 1 -']);
    const open = await inStore(test, `SELECT dispatch_id FROM dispatches WHERE campaign_id = $1`, [
      campaignId,
    ]);
    await Promise.all(open.map((it) => runtime.end(it['dispatch_id'] as string, 'answered')));
  });

  // dispatch 2.3; campaigns 5.4: on 4 April, clocks in Sydney go back at 3:00.
  it('wait for the morning by the clock that there is then', async () => {
    clock.set('2027-04-03T07:00:00.000Z');
    const campaignId = await runtime.aRunningCampaign(numbers(1), RESEARCH, {
      recipient_country: 'AU',
      recipient_subdivision: 'AU-NSW',
    });
    expect(await runtime.taken()).toEqual([]);
    clock.set('2027-04-03T22:59:59.999Z');
    expect(await runtime.taken()).toEqual([]);
    clock.set('2027-04-03T23:00:00.000Z');
    const [lease] = await runtime.taken();
    expect(lease!.campaign_id).toBe(campaignId);
    await runtime.end(lease!.dispatch_id, 'answered');
  });
});
