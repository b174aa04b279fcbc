import { beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '../../../src/core/observability/metrics.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { WorkMetrics } from '../../../src/core/work/work-metrics.js';
import { WorkRunner } from '../../../src/core/work/work-runner.js';
import { CampaignSchedule } from '../../../src/features/campaigns/lifecycle/schedule.work.js';
import { AdvanceCampaigns } from '../../../src/features/dispatch/reports/advance-campaigns.work.js';
import { ExpireDispatchLeases } from '../../../src/features/dispatch/reports/expire-dispatch-leases.work.js';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { TestClock } from '../../support/test-clock.js';
import { CONTRADICTIONS, DispatchModel } from './dispatch-model.js';
import { RuntimeFixture } from './dispatching.js';

/** Campaigns, each with its people, from launch to end. */
const RUNS = atDepth({ ordinary: 20, full: 1000 });
const SEED = 20_261_122;
const TENANTS = 2;
const CAMPAIGNS = 10;
const STEPS = 14;
const AT_ONCE = 8;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/**
 * How time passes between two moments: within a lease, past one, past a retry, into the night, over
 * a weekend.
 */
const MOVES = [
  0,
  SECOND,
  30 * SECOND,
  61 * SECOND,
  151 * SECOND,
  11 * MINUTE,
  25 * MINUTE,
  3 * HOUR,
  14 * HOUR,
];

// Fails if a contact is leased without its lock, if an opt-out misses a campaign, if an end is
// recorded without its slot, if a lease's end and a report both count, or if a writer of contacts
// bypasses the counts.
describe(`${RUNS} random runs of campaigns`, () => {
  const clock = new TestClock(new Date('2026-11-25T01:00:00.000Z'));
  const test = useTestApp({ clock });
  let worker: WorkRunner;
  const random = new SeededRandom(SEED);

  beforeAll(async () => {
    worker = new WorkRunner(test.app.get(TenantStores), new WorkMetrics(test.app.get(Metrics)));
  });

  /** Does the work that is due by the test's clock, like a worker. */
  async function work(tenant: TestTenant): Promise<void> {
    await inStore(
      test,
      `UPDATE work_items SET ready_at = now() WHERE client_id = $1 AND ready_at <= greatest(now(), $2) AND lease_token IS NULL`,
      [tenant.clientId, clock.now()],
    );
    for (const handler of [ExpireDispatchLeases, AdvanceCampaigns, CampaignSchedule])
      await worker.run(tenant, test.app.get(handler, { strict: false }));
  }

  async function contradictions(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const statement of CONTRADICTIONS) found.push(...(await inStore(test, statement)));
    return found;
  }

  async function runAll(models: readonly DispatchModel[]): Promise<void> {
    await Promise.all(models.map((model) => model.begin(CAMPAIGNS)));
    for (let step = 0; step < STEPS; step += 1) {
      const alsoWorks = random.once(2);
      await Promise.all(models.map((model) => model.step(AT_ONCE)));
      clock.advance(random.of(MOVES));
      if (alsoWorks)
        await Promise.all(models.map((model) => Promise.all([work(model.tenant), model.step(2)])));
    }
    await Promise.all(models.map((model) => model.end()));
    clock.advance(11 * MINUTE);
    await Promise.all(models.map((model) => work(model.tenant)));
    expect(await inStore(test, `SELECT status FROM dispatches WHERE status <> 'ended'`)).toEqual([]);
    expect(await inStore(test, 'SELECT holder FROM capacity_leases')).toEqual([]);
  }

  // dispatch 1.2, 2.3, 3.3, 3.4, 4.4, 4.5; campaigns 2.3, 8.3
  it(`dial nobody twice, nobody suppressed and nobody out of hours, and count right (seed ${SEED})`, async () => {
    let dials = 0;
    for (let runs = 0; runs < RUNS; runs += TENANTS * CAMPAIGNS) {
      // With new people: after some runs, all the earlier ones have opted out.
      const models = await Promise.all(
        Array.from({ length: TENANTS }, async () => {
          const runtime = await RuntimeFixture.open(test, clock, { slots: 12 });
          return new DispatchModel(runtime, random, clock);
        }),
      );
      await runAll(models);
      expect(await contradictions(), `after ${runs} runs`).toEqual([]);
      expect(
        models.flatMap(({ wrong }) => wrong),
        `after ${runs} runs`,
      ).toEqual([]);
      dials += models.reduce((sum, model) => sum + model.dials, 0);
    }
    // Enough calls were made for a meaningful result.
    expect(dials).toBeGreaterThan(RUNS / 4);
  }, 600_000);
});
