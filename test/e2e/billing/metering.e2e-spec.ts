import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppModule } from '../../../src/app.module.js';
import { Clock } from '../../../src/core/time/clock.js';
import { MeteringJob } from '../../../src/features/billing/metering/metering.job.js';
import { startBillingProvider } from '../../../tools/dev/billing-provider.ts';
import type { LocalBillingProvider } from '../../../tools/dev/billing-provider.ts';
import { startTestApp, testSettings, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { createTestDatabases } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { TestClock } from '../../support/test-clock.js';
import { aBillingDesk, billedBy } from './billing-desk.js';
import type { BillingDesk } from './billing-desk.js';

const HOUR = 3_600_000;
const START = new Date('2026-11-20T00:00:00.000Z');
const after = (hours: number): Date => new Date(START.getTime() + hours * HOUR);

interface StoredWindow {
  readonly hour: number;
  readonly quantity: number;
  readonly status: string;
  readonly provider_event_id: string | null;
  readonly attempt_count: number;
}

describe('metering', () => {
  const clock = new TestClock(START);
  let provider: LocalBillingProvider;
  let test: TestApp;
  let databases: TestDatabases;
  let workers: TestingModule[];
  let desk: BillingDesk;
  let project: string;
  let key: string;

  beforeAll(async () => {
    provider = await startBillingProvider({ now: () => clock.now() });
    databases = await createTestDatabases();
    const settings = billedBy(provider)(testSettings(databases));
    const worker = () =>
      Test.createTestingModule({ imports: [AppModule.with(workerSettings({ settings, databases }))] })
        .overrideProvider(Clock)
        .useValue(clock)
        .compile();
    // Before the API: whose strategies of passport are made last takes the requests of a process.
    workers = [await worker(), await worker()];
    test = await startTestApp({ clock, databases, settings: () => settings });
  });
  beforeEach(async () => {
    clock.set(START);
    provider.meterEvents.clear();
    desk = await aBillingDesk(test, provider);
    project = await test.world.aProject(desk.tenant);
    key = await test.world.aKey(desk.tenant, 'runtime-ingest');
    await test.world.sql(`UPDATE billing_plan_meters SET metered_from = $2 WHERE client_id = $1`, [
      desk.tenant.clientId,
      START,
    ]);
  });
  afterEach(() => {
    provider.fault = null;
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await test.close();
    await databases.drop();
    await provider.stop();
  });

  const post = (path: string, records: object[]) =>
    test.request().post(`/internal/v1/${path}`).set('X-API-Key', key).send(records).expect(200);
  /** A call that ends so many hours behind the start of counting. */
  const call = (endHour: number, seconds: number, fields: Record<string, unknown> = {}) =>
    aCall(project, {
      started_at_utc: new Date(after(endHour).getTime() - seconds * 1000).toISOString(),
      ended_at_utc: after(endHour).toISOString(),
      duration_seconds: seconds,
      ...fields,
    });
  let counter = 0;
  const message = (hour: number, fields: Record<string, unknown> = {}) => {
    counter += 1;
    return {
      message_id: `m-${counter}`,
      logical_send_id: `s-${counter}`,
      revision: 1,
      project_id: project,
      direction: 'outbound',
      segments: 1,
      status: 'delivered',
      sent_at_utc: START.toISOString(),
      delivered_at_utc: after(hour).toISOString(),
      ...fields,
    };
  };
  /** One run of the job, as the queue makes it. */
  const run = async (worker = workers[0]!): Promise<void> => {
    const job = worker.get(MeteringJob, { strict: false });
    for (const tenant of await job.plan())
      if (tenant.clientId === desk.tenant.clientId) await job.handle(tenant);
  };
  const windows = (meter = 'minutes'): Promise<StoredWindow[]> =>
    test.world.sql<StoredWindow>(
      `SELECT (extract(epoch FROM window_start - $3) / 3600)::integer AS hour, quantity::integer, status,
              provider_event_id, attempt_count
         FROM billing_usage_windows WHERE client_id = $1 AND meter_id = $2 ORDER BY window_start`,
      [desk.tenant.clientId, meter, START],
    );
  const told = (event = 'call_minutes'): [number, number][] =>
    [...provider.meterEvents.values()]
      .filter((it) => it.eventName === event && it.customer === desk.ids.customerId)
      .map((it) => [(it.timestamp * 1000 - START.getTime()) / HOUR, it.value]);

  // billing 14.1, 14.2, 14.3, 14.4
  it('closes hours an hour behind their end, and tells those with usage, oldest first', async () => {
    await post('calls', [call(0.5, 61), call(1.5, 600), call(2.5, 0.4), call(3, 120)]);
    clock.set(after(2));
    await run();
    expect(await windows()).toMatchObject([{ hour: 0, quantity: 2, status: 'submitted', attempt_count: 1 }]);
    clock.set(after(4.9));
    await run();
    expect((await windows()).map(({ hour, quantity, status }) => [hour, quantity, status])).toEqual([
      [0, 2, 'submitted'],
      [1, 10, 'submitted'],
      [2, 1, 'submitted'],
    ]);
    clock.set(after(6));
    await run();
    // A call that ends with an hour belongs to the next.
    expect((await windows()).slice(3).map(({ hour, quantity, status }) => [hour, quantity, status])).toEqual([
      [3, 2, 'submitted'],
      [4, 0, 'zero'],
    ]);
    expect(told()).toEqual([
      [0, 2],
      [1, 10],
      [2, 1],
      [3, 2],
    ]);
    expect((await windows()).at(-1)!.provider_event_id).toBeNull();
  });

  // billing 14.2
  it('counts calls that are over, by when they ended', async () => {
    await post('calls', [
      call(1.1, 7_200),
      call(1.2, 60, { call_status: 'in_progress', ended_at_utc: undefined }),
      call(1.3, 60, { call_status: 'failed' }),
      call(1.4, 0),
      call(1.5, 60, { duration_seconds: undefined }),
      call(1.6, 60, { ended_at_utc: undefined }),
    ]);
    clock.set(after(3));
    await run();
    expect((await windows()).map(({ quantity }) => quantity)).toEqual([0, 122]);
  });

  // billing 5.4, 14.2
  it('counts segments of logical sends once, in the hour of their first delivery', async () => {
    await post('messages', [
      message(0.5, { logical_send_id: 'one', segments: 3 }),
      message(1.5, { logical_send_id: 'one', segments: 4, status: 'read' }),
      message(1.2, { segments: 2 }),
      message(1.3, { direction: 'inbound' }),
      message(1.4, { status: 'failed', delivered_at_utc: undefined }),
    ]);
    clock.set(after(3));
    await run();
    expect((await windows('sms_segments')).map(({ quantity, status }) => [quantity, status])).toEqual([
      [3, 'submitted'],
      [2, 'submitted'],
    ]);
    expect(told('sms_segments')).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  // billing 14.6
  it.each([
    ['a call that comes late', () => call(0.7, 60), [0, 2]],
    ['a call into an hour without usage', () => call(1.7, 60), [1]],
  ])('lets %s be corrected, and sends nothing further', async (_, late, hours) => {
    const first = call(0.5, 61);
    await post('calls', [first, call(2.5, 60)]);
    clock.set(after(4));
    await run();
    const before = told();
    const ids = (await windows()).map((it) => it.provider_event_id);
    await post('calls', [late(), ...(hours.includes(2) ? [call(2.6, 1)] : [])]);
    clock.set(after(5));
    await run();
    const changed = (await windows()).filter(({ status }) => status === 'correction_pending');
    expect(changed.map(({ hour }) => hour)).toEqual(hours);
    expect(told()).toEqual(before);
    expect((await windows()).slice(0, 3).map((it) => it.provider_event_id)).toEqual(ids);
  });

  // billing 14.6
  it('lets a newer revision of a call be corrected', async () => {
    const first = call(0.5, 61);
    await post('calls', [first]);
    clock.set(after(2));
    await run();
    await post('calls', [{ ...first, revision: 2, duration_seconds: 121 }]);
    clock.set(after(3));
    await run();
    expect((await windows())[0]).toMatchObject({ quantity: 2, status: 'correction_pending' });
    expect(told()).toEqual([[0, 2]]);
  });

  // billing 14.5
  it('goes on in order once a provider that failed answers', async () => {
    await post('calls', [call(0.5, 60), call(1.5, 60), call(2.5, 60)]);
    clock.set(after(4));
    provider.fault = { path: /meter_events/, how: { status: 500, body: '' } };
    await run();
    await run();
    expect((await windows()).map(({ status, attempt_count: n }) => [status, n])).toEqual([
      ['frozen', 2],
      ['frozen', 0],
      ['frozen', 0],
    ]);
    provider.fault = null;
    await run();
    expect(told()).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  // billing 14.5
  it('tells a window by the same identifier where a process died behind the sending, and it counts once', async () => {
    await post('calls', [call(0.5, 600)]);
    clock.set(after(2));
    await run();
    const [before] = await windows();
    await test.world.sql(
      `UPDATE billing_usage_windows SET status = 'frozen', submitted_at = NULL, leased_until = $2
        WHERE client_id = $1 AND quantity > 0`,
      [desk.tenant.clientId, new Date(clock.now().getTime() + 60_000)],
    );
    // Whoever had it may still be at it.
    await run();
    expect((await windows())[0]).toMatchObject({ status: 'frozen', attempt_count: 1 });
    clock.advance(60_000);
    await run();
    expect((await windows())[0]).toMatchObject({
      status: 'submitted',
      attempt_count: 2,
      provider_event_id: before!.provider_event_id,
    });
    expect(told()).toEqual([[0, 10]]);
  });

  // billing 14.5
  it('sends what was begun a day ago no more, and shows it as failed', async () => {
    await post('calls', [call(0.5, 600)]);
    clock.set(after(2));
    provider.fault = { path: /meter_events/, how: { status: 500, body: '' } };
    await run();
    provider.fault = null;
    clock.set(after(25));
    await run();
    expect((await windows())[0]).toMatchObject({ hour: 0, status: 'failed' });
    expect(told()).toEqual([]);
  });

  // billing 14.5
  it('takes a refusal for final, and goes on behind it', async () => {
    await post('calls', [call(0.5, 600), call(1.5, 60)]);
    clock.set(after(3));
    provider.fault = {
      path: /meter_events/,
      how: { status: 400, body: '{"error":{"type":"invalid_request_error","message":"no"}}' },
    };
    await run();
    expect((await windows()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  // billing 14.1
  it('counts nothing of a meter that is off, and nothing from before it was on', async () => {
    await post('calls', [call(0.5, 600), call(2.5, 60)]);
    await test.world.sql(
      `UPDATE billing_plan_meters SET metered_from = $2, is_active = meter_id = 'minutes' WHERE client_id = $1`,
      [desk.tenant.clientId, after(2)],
    );
    clock.set(after(4));
    await run();
    expect((await windows()).map(({ hour, quantity }) => [hour, quantity])).toEqual([[2, 1]]);
    expect(await windows('sms_segments')).toEqual([]);
  });

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
        clock.set(START);
        desk = await aBillingDesk(test, provider);
        project = await test.world.aProject(desk.tenant);
        key = await test.world.aKey(desk.tenant, 'runtime-ingest');
        await test.world.sql(`UPDATE billing_plan_meters SET metered_from = $2 WHERE client_id = $1`, [
          desk.tenant.clientId,
          START,
        ]);
        const ended = made.map(([hour, duration]) => [Math.round(hour * HOUR), duration] as const);
        await post(
          'calls',
          ended.map(([ms, duration]) => call(ms / HOUR, duration)),
        );
        for (const [hour, at] of [...moments].sort(([one], [other]) => one - other)) {
          clock.set(after(hour));
          await (at === 2 ? Promise.all(workers.map(run)) : run(workers[at]));
        }
        clock.set(after(13));
        await Promise.all(workers.map(run));
        await run();
        // By hand: seconds cut, minutes begun.
        const expected = new Map<number, number>();
        for (const [ms, duration] of ended) {
          if (duration <= 0) continue;
          const whole = Math.trunc(duration);
          const units = whole < 60 ? 1 : Math.trunc(whole / 60) + (whole % 60 === 0 ? 0 : 1);
          const hour = Math.trunc(ms / HOUR);
          expected.set(hour, (expected.get(hour) ?? 0) + units);
        }
        const stored = await windows();
        expect(stored.map(({ hour }) => hour)).toEqual(Array.from({ length: 12 }, (_, hour) => hour));
        expect(stored.map(({ quantity }) => quantity)).toEqual(
          stored.map(({ hour }) => expected.get(hour) ?? 0),
        );
        const used = [...expected].sort(([one], [other]) => one - other);
        expect(told()).toEqual(used);
      }),
      { numRuns: atDepth({ ordinary: 6, full: 150 }) },
    );
  });
});
