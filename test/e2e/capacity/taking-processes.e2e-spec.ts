import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { atDepth } from '../../support/depth.js';
import { CapacityFixture, holdersNamed } from './capacity-fixture.js';

const PROCESSES = atDepth({ ordinary: 3, full: 5 });
const TAKES = atDepth({ ordinary: 100, full: 200 });
const LIMIT = atDepth({ ordinary: 12, full: 20 });
/** The most slots that a process holds. */
const MOST = 7;

type Interval = readonly [from: number, to: number];

/** The largest number of intervals that overlap. */
function mostAtOnce(intervals: readonly Interval[]): number {
  const steps = intervals
    .flatMap(([from, to]) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let [now, most] = [0, 0];
  for (const { by } of steps) most = Math.max(most, (now += by));
  return most;
}

// Fails if a claim does not wait for others of the tenant, or counts with a snapshot from before
// its wait.
describe('slots that several processes take', () => {
  const test = useTestApp();
  let desk: CapacityFixture;
  let service: BuiltService;
  let tenant: TestTenant;
  let projectId: string;
  let takers: BuiltProcess[];

  beforeAll(async () => {
    desk = new CapacityFixture(test);
    service = new BuiltService().compile();
    tenant = await test.world.aTenant();
    projectId = await test.world.aProject(tenant);
    await desk.setLimit(tenant, LIMIT);
    const environment = environmentOf(test.settings, {
      TAKER_CLIENT: tenant.clientId,
      TAKER_PROJECT: projectId,
      TAKER_TAKES: String(TAKES),
    });
    takers = Array.from({ length: PROCESSES }, () => service.startScript('capacity-taker.mjs', environment));
    await Promise.all(takers.map((taker) => taker.line('ready')));
  }, 300_000);
  afterAll(async () => {
    service.stop();
  });

  const tell = <T>(message: string): Promise<T[]> => {
    for (const taker of takers) taker.kill('SIGUSR2');
    return Promise.all(takers.map((taker) => taker.line(message) as Promise<T>));
  };

  // capacity 2.4
  it('are never more than the limit', async () => {
    const reports = await tell<{ held: Interval[]; refused: number }>('done');
    for (const { held, refused } of reports) expect(held.length + refused).toBe(TAKES);
    const refused = reports.reduce((sum, report) => sum + report.refused, 0);
    const most = mostAtOnce(reports.flatMap(({ held }) => held));
    expect(most).toBeLessThanOrEqual(LIMIT);
    // They did collide: otherwise, the test shows nothing.
    expect(most).toBeGreaterThan(LIMIT / 2);
    expect(refused).toBeGreaterThan(0);
    expect(await desk.leasesOf(tenant)).toEqual([]);
    const [blocked] = await desk.inStore<{ blocked: number }>(
      'SELECT sum(blocked)::integer AS blocked FROM capacity_blocks WHERE client_id = $1',
      [tenant.clientId],
    );
    expect(blocked).toEqual({ blocked: refused });
  }, 300_000);

  // capacity 2.3
  it('of processes that are killed are all free when their leases end, and not before', async () => {
    const reports = await tell<{ granted: number }>('kept');
    const granted = takers.map((_, before) => Math.max(0, Math.min(MOST, LIMIT - before * MOST)));
    expect(reports.map((report) => report.granted).sort()).toEqual(granted.sort());
    for (const taker of takers) taker.kill('SIGKILL');
    await Promise.all(takers.map((taker) => taker.ended));

    expect(await desk.takeEach(tenant, projectId, ['early'])).toEqual([]);
    await desk.endLeases(tenant);
    expect(await desk.takeEach(tenant, projectId, holdersNamed('after', 25))).toHaveLength(LIMIT);
    expect(await desk.leasesOf(tenant)).toHaveLength(LIMIT);
  });
});
