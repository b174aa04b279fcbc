import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReportOutcome } from '../../../src/features/dispatch/rules/report.response.js';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { withClient, inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { TestClock } from '../../support/test-clock.js';
import { DialledCalls, endOf, expectConsistent, NOON, tally } from './dialled-calls.js';
import { numbers, RuntimeFixture } from './dispatching.js';

const SEED = 20_261_123;

describe('reports on many dispatches that come together', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useTestApp({ clock });
  let calls: DialledCalls;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock, { slots: 300 }));
  beforeAll(async () => {
    calls = new DialledCalls(runtime);
  });
  afterEach(async () => {
    await expectConsistent(test);
    await inStore(test, 'DELETE FROM suppressions');
  });

  // dispatch 3.3, 3.7
  it('count once when the same ones come twice at the same moment, in whatever order', async () => {
    const { campaignId, ids } = await calls.begun(60);
    const reports = ids.map((id) => endOf(id, 'busy'));
    const bulks = await Promise.all([
      runtime.outcomes(reports),
      runtime.outcomes(reports.toReversed()),
      runtime.outcomes([...reports.slice(30), ...reports.slice(0, 30)]),
      ...ids.slice(0, 5).map(async (id): Promise<ReportOutcome[]> => {
        const alone = await runtime.end(id, 'busy');
        return [{ report: alone.body as ReportOutcome['report'], error: null }];
      }),
    ]);
    const applied = bulks.flat().filter(({ report }) => report!.applied);
    expect(applied.map(({ report }) => report!.dispatch_id).toSorted()).toEqual(ids.toSorted());
    expect(tally(await runtime.contacts(campaignId))).toEqual({ 'retry_scheduled - 1 busy': 60 });
    expect(await calls.slotsInUse()).toEqual([]);
    await runtime.desk.send('post', `/${campaignId}/cancel`).expect(200);
  });

  // dispatch 3.7, 4.4, 4.5.
  it('meet takes, opt-outs and controls of the same campaigns, and nothing waits in a circle', async () => {
    const campaigns: string[] = [];
    for (let n = 0; n < 4; n += 1) campaigns.push(await runtime.aRunningCampaign(numbers(20, 20 * n)));
    const ids = (await runtime.taken()).map((it) => it.dispatch_id);
    const random = new SeededRandom(SEED);
    const before = await deadlocks(test);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => {
        const some = ids.filter((_id, index) => (index + n) % 3 !== 0).toSorted(() => random.below(3) - 1);
        return runtime.reportAll(
          some.map((id, index) =>
            n % 2 === 0 && index % 3 === 0
              ? { dispatch_id: id, sequence: n + 1, state: 'in_call', call_id: `call-${id}` }
              : endOf(id, index % 17 === 0 ? 'direct_opt_out' : 'busy', n + 1),
          ),
        );
      }),
      ...campaigns.slice(0, 2).map((id) => runtime.desk.send('post', `/${id}/cancel`)),
      runtime.take({ max: 20 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await deadlocks(test)) - before).toBe(0);
    await runtime.outcomes(
      [...ids, ...(await open(runtime))].slice(0, 200).map((id) => endOf(id, 'answered', 99)),
    );
  });

  // Fails if each report that waits for a lock holds a connection: a runtime that sends many then
  // blocks the store for others. dispatch 3.7
  it('wait for what is locked and leave connections to others', async () => {
    const { ids, campaignId } = await calls.begun(15);
    const other = await RuntimeFixture.open(test, clock);
    const answers = await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM campaign_contacts WHERE campaign_id = $1 FOR UPDATE', [campaignId]);
      const sent = ids.map((id) => runtime.report(id, { sequence: 1, state: 'in_call' }));
      await eventually(async () => expect((await lockWaits(test)).length).toBeGreaterThanOrEqual(3));
      for (let request = 0; request < 3; request += 1)
        expect((await other.desk.send('get')).status).toBe(200);
      await client.query('COMMIT');
      return Promise.all(sent);
    });
    // A busy machine may delay one of them beyond its limit.
    for (const { status } of answers) expect([200, 503]).toContain(status);
    await runtime.outcomes(ids.map((id) => endOf(id)));
    await runtime.desk.send('post', `/${campaignId}/cancel`).expect(200);
  });

  // Fails if all clients count through the same turns: those of one may then all come to the turn
  // in which it waits. dispatch 3.7
  it('go on beside one that waits for a lock, whatever other clients report meanwhile', async () => {
    const other = await RuntimeFixture.open(test, clock);
    const [own, others] = [await calls.begun(3), await new DialledCalls(other).begun(3)];
    const [locked, ...free] = own.ids as [string, ...string[]];
    const waits = await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM dispatches WHERE dispatch_id = $1 FOR UPDATE', [locked]);
      const sent = runtime.report(locked, { sequence: 1, state: 'in_call' });
      await eventually(async () => expect(await lockWaits(test)).toHaveLength(1));
      for (const [turn, id] of free.entries()) {
        for (const ofOther of others.ids.slice(turn, turn + 2))
          expect((await other.report(ofOther, { sequence: turn + 1, state: 'in_call' })).status).toBe(200);
        expect((await runtime.report(id, { sequence: 1, state: 'in_call' })).status).toBe(200);
      }
      await client.query('COMMIT');
      return sent;
    });
    expect([200, 503]).toContain(waits.status);
    await runtime.outcomes(own.ids.map((id) => endOf(id)));
    await other.outcomes(others.ids.map((id) => endOf(id)));
  });

  // dispatch 3.3, 3.5, 3.7
  it(`come to the same as if they were sent one by one (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const others = await RuntimeFixture.open(test, clock, { slots: 300 });
    for (let round = 0; round < atDepth({ ordinary: 4, full: 40 }); round += 1) {
      const [atOnce, oneByOne] = [await calls.begun(8), await new DialledCalls(others).begun(8)];
      const said = Array.from({ length: 30 }, () => {
        const body = { sequence: 1 + random.below(6), call_id: `room-${randomUUID()}` };
        const disposition = random.of(['answered', 'busy', 'no_answer', 'system_failed', 'invalid_number']);
        const state = random.of(['dialing', 'in_call', 'ended']);
        return {
          place: random.below(8),
          body: { ...body, state, ...(state === 'ended' && { disposition }) },
        };
      });
      const results = await runtime.outcomes(
        said.map(({ place, body }) => ({ dispatch_id: atOnce.ids[place], ...body })),
      );
      for (const [index, { place, body }] of said.entries()) {
        const alone = await others.report(oneByOne.ids[place]!, body);
        expect(results[index]).toEqual({
          report: { ...(alone.body as object), dispatch_id: atOnce.ids[place] },
          error: null,
        });
      }
      expect(tally(await runtime.contacts(atOnce.campaignId))).toEqual(
        tally(await others.contacts(oneByOne.campaignId)),
      );
      for (const [desk, { ids }] of [
        [runtime, atOnce],
        [others, oneByOne],
      ] as const) {
        await desk.outcomes(ids.map((id) => endOf(id)));
      }
      for (const [desk, { campaignId }] of [
        [runtime, atOnce],
        [others, oneByOne],
      ] as const)
        await desk.desk.send('post', `/${campaignId}/cancel`).expect(200);
    }
  });
});

const open = async ({ test, desk }: RuntimeFixture): Promise<string[]> => {
  const rows = await inStore(
    test,
    `SELECT dispatch_id FROM dispatches WHERE client_id = $1 AND status <> 'ended'`,
    [desk.tenant.clientId],
  );
  return rows.map((it) => it['dispatch_id'] as string);
};

const lockWaits = (test: TestApp): Promise<unknown[]> =>
  inStore(
    test,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

/** How many transactions PostgreSQL has aborted in this database because of deadlocks. */
async function deadlocks(test: TestApp): Promise<number> {
  const [row] = await inStore(
    test,
    'SELECT deadlocks::integer AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return row!['count'] as number;
}
