import { beforeEach, describe, expect, it } from 'vitest';
import { after, useMeteringBench } from './metering-bench.js';

describe('metering', () => {
  const bench = useMeteringBench();
  beforeEach(() => bench.begin());

  // billing 14.1, 14.2, 14.3, 14.4
  it('closes hours an hour after their end, and reports those with usage, oldest first', async () => {
    await bench.post('calls', [
      bench.call(0.5, 61),
      bench.call(1.5, 600),
      bench.call(2.5, 0.4),
      bench.call(3, 120),
    ]);
    bench.clock.set(after(2));
    await bench.run();
    expect(await bench.windows()).toMatchObject([
      { hour: 0, quantity: 2, status: 'submitted', attempt_count: 1 },
    ]);
    bench.clock.set(after(4.9));
    await bench.run();
    expect((await bench.windows()).map(({ hour, quantity, status }) => [hour, quantity, status])).toEqual([
      [0, 2, 'submitted'],
      [1, 10, 'submitted'],
      [2, 1, 'submitted'],
    ]);
    bench.clock.set(after(6));
    await bench.run();
    // A call that ends exactly on the hour belongs to the next hour.
    expect(
      (await bench.windows()).slice(3).map(({ hour, quantity, status }) => [hour, quantity, status]),
    ).toEqual([
      [3, 2, 'submitted'],
      [4, 0, 'zero'],
    ]);
    expect(bench.told()).toEqual([
      [0, 2],
      [1, 10],
      [2, 1],
      [3, 2],
    ]);
    expect((await bench.windows()).at(-1)!.provider_event_id).toBeNull();
  });

  // billing 14.2
  it('counts calls that are over, by when they ended', async () => {
    await bench.post('calls', [
      bench.call(1.1, 7_200),
      bench.call(1.2, 60, { call_status: 'in_progress', ended_at_utc: undefined }),
      bench.call(1.3, 60, { call_status: 'failed' }),
      bench.call(1.4, 0),
      bench.call(1.5, 60, { duration_seconds: undefined }),
      bench.call(1.6, 60, { ended_at_utc: undefined }),
    ]);
    bench.clock.set(after(3));
    await bench.run();
    expect((await bench.windows()).map(({ quantity }) => quantity)).toEqual([0, 122]);
  });

  // billing 14.2
  it('counts a call of two days and none that lasted longer, wherever its hour is among those that are counted', async () => {
    const twoDays = 172_800;
    await bench.post('calls', [bench.call(1.5, twoDays), bench.call(2.5, twoDays + 1)]);
    await bench.post('calls', [bench.call(12.5, twoDays), bench.call(13.5, twoDays + 1)]);
    bench.clock.set(after(15));
    await bench.run();
    const counted = (await bench.windows()).filter(({ quantity }) => quantity > 0);
    expect(counted.map(({ hour, quantity }) => [hour, quantity])).toEqual([
      [1, 2880],
      [12, 2880],
    ]);
  });

  // billing 14.2, 14.6
  it('counts the same for an hour in whichever pieces its calls are read', async () => {
    const other = await bench.anotherProject();
    await bench.post('calls', [
      bench.call(1.5, 60),
      bench.call(1.5, 30 * 3_600),
      bench.call(1.5, 47 * 3_600, { project_id: other }),
    ]);
    // Daily pieces begin two days before the range, which grows by an hour with each run.
    for (const hour of [3, 4, 12, 26, 27]) {
      bench.clock.set(after(hour));
      await bench.run();
      expect((await bench.windows())[1]).toMatchObject({ quantity: 77 * 60 + 1, status: 'submitted' });
    }
  });

  // billing 5.4, 14.2
  it('counts segments of logical sends once, in the hour of their first delivery', async () => {
    await bench.post('messages', [
      bench.message(0.5, { logical_send_id: 'one', segments: 3 }),
      bench.message(1.5, { logical_send_id: 'one', segments: 4, status: 'read' }),
      bench.message(1.2, { segments: 2 }),
      bench.message(1.3, { direction: 'inbound' }),
      bench.message(1.4, { status: 'failed', delivered_at_utc: undefined }),
    ]);
    bench.clock.set(after(3));
    await bench.run();
    expect((await bench.windows('sms_segments')).map(({ quantity, status }) => [quantity, status])).toEqual([
      [3, 'submitted'],
      [2, 'submitted'],
    ]);
    expect(bench.told('sms_segments')).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  // billing 14.6
  it.each([
    ['a call that comes late', () => bench.call(0.7, 60), [0, 2]],
    ['a call into an hour without usage', () => bench.call(1.7, 60), [1]],
  ])('lets %s be corrected, and sends nothing further', async (_, late, hours) => {
    const first = bench.call(0.5, 61);
    await bench.post('calls', [first, bench.call(2.5, 60)]);
    bench.clock.set(after(4));
    await bench.run();
    const before = bench.told();
    const ids = (await bench.windows()).map((it) => it.provider_event_id);
    await bench.post('calls', [late(), ...(hours.includes(2) ? [bench.call(2.6, 1)] : [])]);
    bench.clock.set(after(5));
    await bench.run();
    const changed = (await bench.windows()).filter(({ status }) => status === 'correction_pending');
    expect(changed.map(({ hour }) => hour)).toEqual(hours);
    expect(bench.told()).toEqual(before);
    expect((await bench.windows()).slice(0, 3).map((it) => it.provider_event_id)).toEqual(ids);
  });

  // billing 14.6
  it('lets a newer revision of a call be corrected', async () => {
    const first = bench.call(0.5, 61);
    await bench.post('calls', [first]);
    bench.clock.set(after(2));
    await bench.run();
    await bench.post('calls', [{ ...first, revision: 2, duration_seconds: 121 }]);
    bench.clock.set(after(3));
    await bench.run();
    expect((await bench.windows())[0]).toMatchObject({ quantity: 2, status: 'correction_pending' });
    expect(bench.told()).toEqual([[0, 2]]);
  });

  // billing 14.5
  it.each([
    { status: 500, body: '' },
    // Fails, together with the process, if the SDK reads these variables.
    { status: 200, body: '5' },
    { status: 200, body: 'null' },
    { status: 200, body: '[]' },
    { status: 200, body: '{}' },
    { status: 200, body: `{"x":"${'x'.repeat(9 * 1024 * 1024)}"}` },
  ])('continues in order once a failed provider answers: $status', async (how) => {
    await bench.post('calls', [bench.call(0.5, 60), bench.call(1.5, 60), bench.call(2.5, 60)]);
    bench.clock.set(after(4));
    bench.provider.fault = { path: /meter_events/, how };
    await bench.run();
    await bench.run();
    expect((await bench.windows()).map(({ status, attempt_count: n }) => [status, n])).toEqual([
      ['frozen', 2],
      ['frozen', 0],
      ['frozen', 0],
    ]);
    bench.provider.fault = null;
    await bench.run();
    expect(bench.told()).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  // billing 14.5
  it('reports a window with the same identifier if a process died after sending it, and it counts once', async () => {
    await bench.post('calls', [bench.call(0.5, 600)]);
    bench.clock.set(after(2));
    await bench.run();
    const [before] = await bench.windows();
    await bench.sql(
      `UPDATE billing_usage_windows SET status = 'frozen', submitted_at = NULL, leased_until = $2
        WHERE client_id = $1 AND quantity > 0`,
      new Date(bench.clock.now().getTime() + 60_000),
    );
    // The previous holder of the lease may still be working on it.
    await bench.run();
    expect((await bench.windows())[0]).toMatchObject({ status: 'frozen', attempt_count: 1 });
    bench.clock.advance(60_000);
    await bench.run();
    expect((await bench.windows())[0]).toMatchObject({
      status: 'submitted',
      attempt_count: 2,
      provider_event_id: before!.provider_event_id,
    });
    expect(bench.told()).toEqual([[0, 10]]);
  });

  // billing 14.5
  it('sends what was begun a day ago no more, and shows it as failed', async () => {
    await bench.post('calls', [bench.call(0.5, 600)]);
    bench.clock.set(after(2));
    bench.provider.fault = { path: /meter_events/, how: { status: 500, body: '' } };
    await bench.run();
    bench.provider.fault = null;
    bench.clock.set(after(25));
    await bench.run();
    expect((await bench.windows())[0]).toMatchObject({ hour: 0, status: 'failed' });
    expect(bench.told()).toEqual([]);
  });

  // billing 14.5
  it('takes a refusal for final, and continues after it', async () => {
    await bench.post('calls', [bench.call(0.5, 600), bench.call(1.5, 60)]);
    bench.clock.set(after(3));
    bench.provider.fault = {
      path: /meter_events/,
      how: { status: 400, body: '{"error":{"type":"invalid_request_error","message":"no"}}' },
    };
    await bench.run();
    expect((await bench.windows()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  // billing 14.1
  it('counts nothing of a meter that is off, and nothing from before it was on', async () => {
    await bench.post('calls', [bench.call(0.5, 600), bench.call(2.5, 60)]);
    await bench.sql(
      `UPDATE billing_plan_meters SET metered_from = $2, is_active = meter_id = 'minutes' WHERE client_id = $1`,
      after(2),
    );
    bench.clock.set(after(4));
    await bench.run();
    expect((await bench.windows()).map(({ hour, quantity }) => [hour, quantity])).toEqual([[2, 1]]);
    expect(await bench.windows('sms_segments')).toEqual([]);
  });

  // billing 14.1, 15.1
  it('counts nothing of the hours in which a meter was off, and compares none of them', async () => {
    await bench.post('calls', [bench.call(0.5, 120), bench.call(3.5, 600), bench.call(6.5, 60)]);
    bench.clock.set(after(2));
    await bench.run();
    await bench.turnMinutes(false);
    bench.clock.set(after(5.5));
    await bench.run();
    await bench.turnMinutes(true);
    bench.clock.set(after(8));
    await bench.run();
    expect((await bench.windows()).map(({ hour, quantity }) => [hour, quantity])).toEqual([
      [0, 2],
      [6, 1],
    ]);
    expect(bench.told()).toEqual([
      [0, 2],
      [6, 1],
    ]);
    await bench.reconcile();
    expect(
      await bench.sql(
        `SELECT state, source_total::integer AS source, provider_total::integer AS provider, period_start
           FROM billing_reconciliations WHERE client_id = $1 AND meter_id = 'minutes'`,
      ),
    ).toEqual([{ state: 'matched', source: 1, provider: 1, period_start: after(6) }]);
  });

  // billing 14.6
  it('finds what comes late for an hour before the meter was off', async () => {
    await bench.post('calls', [bench.call(0.5, 120)]);
    bench.clock.set(after(2));
    await bench.run();
    await bench.turnMinutes(false);
    await bench.turnMinutes(true);
    await bench.post('calls', [bench.call(0.7, 60), bench.call(1.7, 60)]);
    bench.clock.set(after(5));
    await bench.run();
    expect((await bench.windows()).map(({ hour, status }) => [hour, status])).toEqual([
      [0, 'correction_pending'],
      [2, 'zero'],
      [3, 'zero'],
    ]);
  });

  // billing 14.1
  it('continues a meter that is set again while it is on', async () => {
    await bench.post('calls', [bench.call(0.5, 120), bench.call(1.5, 60)]);
    bench.clock.set(after(1.5));
    await bench.turnMinutes(true);
    bench.clock.set(after(3));
    await bench.run();
    expect((await bench.windows()).map(({ quantity }) => quantity)).toEqual([2, 1]);
  });
});
