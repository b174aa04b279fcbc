import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { after, MeteringBench } from './metering-bench.js';

const HOUR = 3_600_000;

describe('metering of any history', () => {
  let bench: MeteringBench;

  beforeAll(async () => {
    bench = await MeteringBench.open();
  });
  afterAll(() => bench.close());

  // billing 14.1, 14.2, 14.4, 14.5
  it('adds up to an independent count, whenever and by however many processes it is run', async () => {
    const seconds = fc.oneof(
      fc.constantFrom(0, 0.5, 1, 59.9, 60, 60.9, 61, 119, 120, 121),
      fc.integer({ min: 1, max: 4_000 }),
    );
    const end = fc.oneof(
      fc.constantFrom(1, 2, 3, 5, 1.999999),
      fc.double({ min: 0.01, max: 9.9, noNaN: true }),
    );
    const calls = fc.array(fc.tuple(end, seconds), { minLength: 1, maxLength: 30 });
    const runs = fc.array(fc.tuple(fc.double({ min: 0, max: 13, noNaN: true }), fc.nat(2)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(calls, runs, async (made, moments) => {
        await bench.begin();
        const ended = made.map(([hour, duration]) => [Math.round(hour * HOUR), duration] as const);
        await bench.post(
          'calls',
          ended.map(([ms, duration]) => bench.call(ms / HOUR, duration)),
        );
        for (const [hour, at] of [...moments].sort(([one], [other]) => one - other)) {
          bench.clock.set(after(hour));
          await (at === 2
            ? Promise.all(bench.workers.map((worker) => bench.run(worker)))
            : bench.run(bench.workers[at]));
        }
        bench.clock.set(after(13));
        await Promise.all(bench.workers.map((worker) => bench.run(worker)));
        await bench.run();
        // By hand: seconds cut, minutes begun.
        const expected = new Map<number, number>();
        for (const [ms, duration] of ended) {
          if (duration <= 0) continue;
          const whole = Math.trunc(duration);
          const units = whole < 60 ? 1 : Math.trunc(whole / 60) + (whole % 60 === 0 ? 0 : 1);
          const hour = Math.trunc(ms / HOUR);
          expected.set(hour, (expected.get(hour) ?? 0) + units);
        }
        const stored = await bench.windows();
        expect(stored.map(({ hour }) => hour)).toEqual(Array.from({ length: 12 }, (_, hour) => hour));
        expect(stored.map(({ quantity }) => quantity)).toEqual(
          stored.map(({ hour }) => expected.get(hour) ?? 0),
        );
        const used = [...expected].sort(([one], [other]) => one - other);
        expect(bench.told()).toEqual(used);
      }),
      { numRuns: atDepth({ ordinary: 6, full: 150 }) },
    );
  });
});
