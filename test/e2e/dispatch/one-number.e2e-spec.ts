import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Metrics } from '../../../src/core/observability/metrics.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { WorkMetrics } from '../../../src/core/work/work-metrics.js';
import { WorkRunner } from '../../../src/core/work/work-runner.js';
import { ExpireDispatchLeases } from '../../../src/features/dispatch/reports/expire-dispatch-leases.work.js';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { useSecondApp, useTestApp } from '../../support/app.js';
import { withClient, inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { expectConsistent, NOON } from './dialled-calls.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf } from './single-calls.js';
import type { SingleCalls } from './single-calls.js';

const [NUMBER, OTHER] = numbers(2) as [string, string];
const ROUNDS = 5;

// dispatch 2.5. Fails if a claim ignores calls in progress, if it only considers its own campaign,
// or if two claims do not see each other.
describe('a number that several contacts and calls have', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useTestApp({ clock });
  const second = useSecondApp(test, { clock });
  let worker: WorkRunner;
  let runtime: RuntimeFixture;
  let calls: SingleCalls;

  beforeAll(() => {
    worker = new WorkRunner(test.app.get(TenantStores), new WorkMetrics(test.app.get(Metrics)));
  });
  beforeEach(async () => {
    clock.set(new Date(NOON));
    runtime = await RuntimeFixture.open(test, clock);
    calls = callsOf(runtime);
  });
  afterEach(async () => {
    await expectConsistent(test);
  });

  const numbersOf = (leases: readonly DispatchLease[]): string[] =>
    leases.map((it) => it.to_number).toSorted();

  it('is handed out once by one take of a campaign, and again when that call has ended', async () => {
    const campaignId = await runtime.aRunningCampaign([NUMBER, OTHER, NUMBER], {
      allow_repeated_numbers: true,
    });
    const first = await runtime.taken();
    expect(numbersOf(first)).toEqual([NUMBER, OTHER]);
    const statuses = (await runtime.contacts(campaignId)).toSorted();
    expect(statuses).toEqual(['dialing - 1 -', 'dialing - 1 -', 'pending - 0 -']);
    expect(await runtime.taken()).toEqual([]);
    const { dispatch_id: id } = first.find((it) => it.to_number === NUMBER)!;
    await runtime.report(id, { sequence: 1, state: 'dialing' });
    expect(await runtime.taken()).toEqual([]);
    await runtime.report(id, { sequence: 2, state: 'in_call' });
    expect(await runtime.taken()).toEqual([]);
    await runtime.report(id, { sequence: 3, state: 'ended', disposition: 'answered' });
    expect(numbersOf(await runtime.taken())).toEqual([NUMBER]);
  });

  // campaigns 4.17
  it('is called once for a campaign that does not allow repeated numbers, however the first call ends', async () => {
    const campaignId = await runtime.aRunningCampaign([NUMBER, OTHER, NUMBER]);
    const first = await runtime.taken();
    expect(numbersOf(first)).toEqual([NUMBER, OTHER]);
    for (const { dispatch_id: id } of first) await runtime.end(id, 'goal_completed');
    expect(await runtime.taken()).toEqual([]);
    expect(await runtime.contacts(campaignId)).toEqual([
      'completed campaign_closed 1 goal_completed',
      'completed campaign_closed 1 goal_completed',
      'pending number_repeated 0 -',
    ]);
  });

  it('is handed out once by one take of several campaigns, and by two', async () => {
    await runtime.aRunningCampaign([NUMBER]);
    await runtime.aRunningCampaign([NUMBER], { priority: 90 });
    await runtime.aRunningCampaign([NUMBER]);
    const order: DispatchLease[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const taken = await runtime.taken();
      expect(numbersOf(taken)).toEqual([NUMBER]);
      expect(await runtime.taken(1)).toEqual([]);
      order.push(...taken);
      await runtime.end(taken[0]!.dispatch_id, 'answered');
    }
    expect(new Set(order.map((it) => it.campaign_id)).size).toBe(3);
    expect(await runtime.taken()).toEqual([]);
  });

  it('keeps no one else waiting whose turn comes behind it', async () => {
    const held = await runtime.aRunningCampaign([NUMBER]);
    expect(await runtime.taken()).toHaveLength(1);
    const crowd = Array.from({ length: 30 }, () => NUMBER);
    await runtime.aRunningCampaign([...crowd, OTHER], { priority: 90 });
    expect(numbersOf(await runtime.taken(1))).toEqual([OTHER]);
    expect(await runtime.contacts(held)).toEqual(['dialing - 1 -']);
  });

  it('is not called for a campaign beside a single call, nor by a single call beside a campaign', async () => {
    const campaignId = await runtime.aRunningCampaign([NUMBER]);
    const { dispatch_id: id } = await calls.asked({ to_number: NUMBER });
    const waits = await calls.asked({ to_number: NUMBER });
    // Single calls come first (dispatch 7.6).
    expect((await runtime.taken()).map((it) => it.dispatch_id)).toEqual([id]);
    expect(await runtime.contacts(campaignId)).toEqual(['pending - 0 -']);
    expect((await calls.status(waits.dispatch_id)).status).toBe('queued');
    await runtime.end(id, 'answered');
    expect((await runtime.taken()).map((it) => it.dispatch_id)).toEqual([waits.dispatch_id]);
    await runtime.end(waits.dispatch_id, 'answered');
    const [ofCampaign, ...others] = await runtime.taken();
    expect([ofCampaign?.campaign_id, others]).toEqual([campaignId, []]);
    const last = await calls.asked({ to_number: NUMBER });
    expect(await runtime.taken()).toEqual([]);
    await runtime.end(ofCampaign!.dispatch_id, 'answered');
    expect((await runtime.taken()).map((it) => it.dispatch_id)).toEqual([last.dispatch_id]);
  });

  // Fails if a call that only waits for its number counts as waiting for a slot. dispatch 1.3, 2.5
  it('is no reason for 429, where all slots are in use and a single call waits for it', async () => {
    const narrow = await RuntimeFixture.open(test, clock, { slots: 2 });
    const singles = callsOf(narrow);
    const { dispatch_id: first } = await singles.asked({ to_number: NUMBER });
    const { dispatch_id: waits } = await singles.asked({ to_number: NUMBER });
    await narrow.aRunningCampaign([OTHER]);
    expect(numbersOf(await narrow.taken())).toEqual([NUMBER, OTHER]);
    const asked = await narrow.take({ max: 1 });
    expect([asked.status, asked.body]).toEqual([200, { leases: [] }]);
    await narrow.end(first, 'answered');
    expect((await narrow.taken()).map((it) => it.dispatch_id)).toEqual([waits]);
  });

  it('is free again when a runtime that had it is no longer heard of', async () => {
    await runtime.aRunningCampaign([NUMBER, NUMBER], { allow_repeated_numbers: true });
    expect(await runtime.taken()).toHaveLength(1);
    clock.advance(61_000);
    // Until the worker notices, it counts as being called.
    expect(await runtime.taken()).toEqual([]);
    await inStore(test, `UPDATE work_items SET ready_at = now() WHERE kind = 'dispatch.lease-ends'`);
    await worker.run(runtime.desk.tenant, test.app.get(ExpireDispatchLeases, { strict: false }));
    expect(numbersOf(await runtime.taken())).toEqual([NUMBER]);
  });

  it('is handed out to one of two clients without regard to the other', async () => {
    const other = await RuntimeFixture.open(test, clock);
    await runtime.aRunningCampaign([NUMBER]);
    await other.aRunningCampaign([NUMBER]);
    expect([await runtime.taken(), await other.taken()]).toEqual([
      [expect.objectContaining({ to_number: NUMBER })],
      [expect.objectContaining({ to_number: NUMBER })],
    ]);
  });

  it('is handed out by one of two processes that have both chosen it, and the other gives its slot back', async () => {
    await runtime.aRunningCampaign([NUMBER]);
    await runtime.aRunningCampaign([NUMBER]);
    const { clientId } = runtime.desk.tenant;
    const answers = await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM capacity_limits WHERE client_id = $1 FOR UPDATE', [clientId]);
      const asked = [runtime.take({ max: 1 }), runtime.at(second).take({ max: 1 })];
      // Each claim has chosen its contact and waits for its slot.
      await eventually(async () => {
        // Over another connection, because the snapshot does not change within a transaction.
        const rows = await inStore(
          test,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(2);
      });
      await client.query('COMMIT');
      return Promise.all(asked);
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const leases = answers.flatMap(({ body }) => (body as { leases: DispatchLease[] }).leases);
    expect(numbersOf(leases)).toEqual([NUMBER]);
    expect(
      await inStore(test, 'SELECT holder FROM capacity_leases WHERE client_id = $1', [clientId]),
    ).toEqual([{ holder: leases[0]!.dispatch_id }]);
    await runtime.end(leases[0]!.dispatch_id, 'answered');
    expect(numbersOf(await runtime.taken())).toEqual([NUMBER]);
  });

  it('is called once at a time whoever asks, in two processes', async () => {
    const people = numbers(6);
    for (let campaign = 0; campaign < ROUNDS; campaign += 1) await runtime.aRunningCampaign(people);
    let dialled = 0;
    while (dialled < ROUNDS * people.length) {
      const answers = await Promise.all(
        [runtime, runtime.at(second), runtime, runtime.at(second)].map((it) => it.take({ max: 4 })),
      );
      const leases = answers.flatMap(({ body }) => (body as { leases?: DispatchLease[] }).leases ?? []);
      expect(new Set(leases.map((it) => it.to_number)).size).toBe(leases.length);
      dialled += leases.length;
      await Promise.all(leases.map((it) => runtime.end(it.dispatch_id, 'answered')));
    }
    expect(await runtime.taken()).toEqual([]);
  });
});
