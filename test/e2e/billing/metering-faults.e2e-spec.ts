import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MeteringJob } from '../../../src/features/billing/metering/metering.job.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { after, MeteringBench } from './metering-bench.js';

const SEED = 20_261_123;
const OUTAGES = atDepth({ ordinary: 2, full: 12 });
const HOURS = 12;
const MINUTE = 60_000;

// Fails if windows are submitted in the transaction that closes them, or without a committed
// identifier.
describe('metering while the metadata store fails', () => {
  const random = new SeededRandom(SEED);
  let bench: MeteringBench;
  let proxy: FaultProxy;

  beforeAll(async () => {
    bench = await MeteringBench.open(async (url) => {
      proxy = await FaultProxy.before(url);
      return proxy.url;
    });
  });
  beforeEach(() => bench.begin());
  afterAll(async () => {
    await bench.close();
    await proxy.close();
  });

  /** Ends a present or planned outage, and waits until the store is queried again. */
  async function heal(): Promise<void> {
    proxy.becomeAfter(Number.POSITIVE_INFINITY, 'pass');
    await proxy.become('pass');
    await eventually(() => bench.workers[1]!.get(MeteringJob, { strict: false }).plan());
  }

  // billing 14.5
  it.each(['reset', 'refuse', 'lose commits'] as const)(
    `skips nothing and reports nothing twice: %s (${OUTAGES} times, seed ${SEED})`,
    async (mode) => {
      const used = Array.from({ length: HOURS }, (_, hour) => (hour % 4 === 3 ? 0 : 1 + random.below(90)));
      await bench.post(
        'calls',
        used.flatMap((minutes, hour) => (minutes === 0 ? [] : [bench.call(hour + 0.5, minutes * 60)])),
      );
      let interrupted = 0;
      for (let outage = 0; outage < OUTAGES; outage += 1) {
        // Far enough that each step closes hours, and earlier leases have expired.
        bench.clock.set(
          new Date(after(2 + (HOURS * (outage + 1)) / OUTAGES).getTime() + outage * 2 * MINUTE),
        );
        proxy.becomeAfter(500 + random.below(3_000), mode);
        await bench.run(bench.workers[1]).catch(() => (interrupted += 1));
        await heal();
      }
      expect(interrupted).toBeGreaterThan(0);
      bench.clock.set(new Date(after(HOURS + 2).getTime() + 30 * MINUTE));
      await eventually(async () => {
        bench.clock.advance(MINUTE);
        await bench.run(bench.workers[1]);
        expect((await bench.windows()).filter(({ status }) => status === 'frozen')).toEqual([]);
      });
      const windows = (await bench.windows()).slice(0, HOURS);
      expect(windows.map(({ hour, quantity }) => [hour, quantity])).toEqual(
        used.map((minutes, hour) => [hour, minutes]),
      );
      expect(bench.told()).toEqual(used.flatMap((minutes, hour) => (minutes === 0 ? [] : [[hour, minutes]])));
    },
  );
});
