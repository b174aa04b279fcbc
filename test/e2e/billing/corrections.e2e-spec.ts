import { beforeEach, describe, expect, it } from 'vitest';
import { after, useMeteringBench } from './metering-bench.js';

// billing 14.7
describe('a correction', () => {
  const bench = useMeteringBench();
  beforeEach(() => bench.begin());

  const windowAt = async (wanted: number) => (await bench.windows()).find(({ hour }) => hour === wanted);
  const recordAt = async (hour: number): Promise<string> => {
    const [row] = await bench.sql<{ record_id: string }>(
      `SELECT record_id FROM billing_usage_windows WHERE client_id = $1 AND meter_id = 'minutes' AND window_start = $2`,
      after(hour),
    );
    return row!.record_id;
  };
  const settle = async (hour: number, quantity: number) =>
    bench.operate(`settle-correction --record ${await recordAt(hour)} --quantity ${quantity}`);

  it('of an hour that the provider knows is settled by what the hour counts, audited, and not sent', async () => {
    await bench.post('calls', [bench.call(0.5, 61)]);
    bench.clock.set(after(4));
    await bench.run();
    await bench.post('calls', [bench.call(0.7, 60)]);
    bench.clock.set(after(5));
    await bench.run();
    expect(await windowAt(0)).toMatchObject({ quantity: 2, status: 'correction_pending' });
    expect(await settle(0, 2)).toEqual([
      false,
      'Nothing was changed: the hour counts 3, and 2 is stored. Make the provider count 3 for that hour, then repeat with --quantity 3.',
    ]);
    expect(await windowAt(0)).toMatchObject({ quantity: 2, status: 'correction_pending' });
    const [isDone] = await settle(0, 3);
    expect([isDone, await windowAt(0)]).toMatchObject([true, { quantity: 3, status: 'submitted' }]);
    expect(await settle(0, 3)).toEqual([false, expect.stringContaining('is correction_pending') as string]);
    const audits = await bench.sql<{ metadata: object }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'billing.correction_settled'`,
    );
    expect(audits).toMatchObject([
      { metadata: { meter_id: 'minutes', from_quantity: 2, to_quantity: 3, status: 'submitted' } },
    ]);
    // The window also stores its sources, so the next hour finds nothing new in it.
    bench.clock.set(after(6));
    await bench.run();
    expect(await windowAt(0)).toMatchObject({ quantity: 3, status: 'submitted' });
    expect(bench.told()).toEqual([[0, 2]]);
  });

  it('of an hour that the provider does not know is reported to it', async () => {
    bench.clock.set(after(4));
    await bench.run();
    await bench.post('calls', [bench.call(1.5, 60)]);
    bench.clock.set(after(5));
    await bench.run();
    expect(await windowAt(1)).toMatchObject({ quantity: 0, status: 'correction_pending' });
    expect((await settle(1, 1))[0]).toBe(true);
    expect(await windowAt(1)).toMatchObject({ quantity: 1, status: 'frozen' });
    await bench.run();
    expect([await windowAt(1), bench.told()]).toMatchObject([{ status: 'submitted' }, [[1, 1]]]);
  });

  it('of another client is none', async () => {
    bench.clock.set(after(4));
    await bench.run();
    await bench.post('calls', [bench.call(1.5, 60)]);
    bench.clock.set(after(5));
    await bench.run();
    const foreign = await recordAt(1);
    await bench.begin();
    const [isDone, said] = await bench.operate(`settle-correction --record ${foreign} --quantity 1`);
    expect([isDone, said]).toEqual([false, expect.stringContaining('is correction_pending') as string]);
  });
});
