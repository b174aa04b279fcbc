import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import { SilentCallsJob } from '../../../src/features/calls/ingest/silent-calls/silent-calls.job.js';
import { SILENT_CALLS } from '../../../src/features/calls/ingest/silent-calls/silent-calls.queries.js';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { asService, inStore } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';
import { TestClock } from '../../support/test-clock.js';
import { anExportingTenant, aTokenOf, exportCalls, rowsOf, V1 } from './exporting.js';

type Call = ReturnType<typeof aCall>;

const MINUTE_MS = 60_000;

// calls-ingest 3.6
describe('a call that is never ended', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  let tenant: TestTenant;
  let projectId: string;
  let ingestKey: string;
  let readKey: string;

  beforeAll(async () => {
    ({ tenant, project: projectId } = await anExportingTenant(test));
    ingestKey = await test.world.aKey(tenant, 'runtime-ingest');
    readKey = await test.world.aKey(tenant, 'partner_admin');
  });
  beforeEach(() => {
    clock.set(new Date());
  });

  const post = async (...records: Call[]): Promise<object> =>
    (await test.request().post('/internal/v1/calls').set('X-API-Key', ingestKey).send(records))
      .body as object;
  const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const open = (call_status: string, fields: object = {}): Call =>
    aCall(projectId, {
      call_status,
      started_at_utc: ago(3),
      ended_at_utc: null,
      duration_seconds: null,
      ...fields,
    });
  const sweep = (): Promise<void> => test.app.get(SilentCallsJob, { strict: false }).handle(tenant);
  const sweepAfter = (minutes: number): Promise<void> => {
    clock.set(new Date(Date.now() + minutes * MINUTE_MS));
    return sweep();
  };
  const shown = async ({ call_id }: Call): Promise<string> => {
    const [row] = await inStore<{ line: string }>(
      test,
      `SELECT concat_ws(' ', call_status, status_detail, revision) AS line FROM calls WHERE call_id = $1`,
      [call_id],
    );
    return row!.line;
  };
  const eventsOf = async ({ call_id }: Call): Promise<string[]> =>
    (
      await inStore<{ event_type: string }>(
        test,
        'SELECT event_type FROM call_events WHERE call_id = $1 ORDER BY sequence',
        [call_id],
      )
    ).map((it) => it.event_type);

  it.each<[string, string, object, string[]]>([
    ['one that waits', 'queued', {}, ['call_started', 'call_ended']],
    ['one that rings', 'ringing', {}, ['call_started', 'call_ended']],
    ['one in progress', 'in_progress', {}, ['call_started', 'call_ended']],
    [
      'one that was summed up',
      'in_progress',
      { summary: 'So far.' },
      ['call_started', 'call_ended', 'call_analyzed'],
    ],
    [
      'one that was brought in late',
      'in_progress',
      { started_at_utc: ago(50 * 24 * 60) },
      ['call_started', 'call_ended'],
    ],
  ])('is ended an hour after its last report: %s', async (_, status, fields, events) => {
    const call = open(status, fields);
    await post(call);
    await sweepAfter(59);
    expect(await shown(call)).toBe(`${status} 1`);
    await sweepAfter(61);
    await sweep();
    expect(await shown(call)).toBe('failed runtime_silent 1');
    expect(await eventsOf(call)).toEqual(events);
  });

  it('is not ended before an hour after its start, nor once it has ended', async () => {
    const planned = open('queued', { started_at_utc: new Date(Date.now() + 90 * MINUTE_MS).toISOString() });
    const over = aCall(projectId, { call_status: 'missed', started_at_utc: ago(9), ended_at_utc: ago(8) });
    await post(planned, over);
    await sweepAfter(100);
    expect(await shown(planned)).toBe('queued 1');
    expect(await shown(over)).toBe('missed 1');
    await sweepAfter(151);
    expect(await shown(planned)).toBe('failed runtime_silent 1');
  });

  // calls-ingest 3.1, 5.2
  it('is what a later revision says, and its end is reported once', async () => {
    const call = open('in_progress');
    await post(call);
    await sweepAfter(61);
    expect(await post(call)).toMatchObject({ unchanged: 1 });
    expect(await post({ ...call, revision: 2 })).toMatchObject({ updated: 1 });
    expect(await shown(call)).toBe('in_progress 2');
    await sweepAfter(61);
    const ended = { ...call, revision: 3, call_status: 'completed', ended_at_utc: ago(1) };
    expect(await post(ended)).toMatchObject({ updated: 1 });
    await sweepAfter(200);
    expect(await shown(call)).toBe('completed 3');
    expect(await eventsOf(call)).toEqual(['call_started', 'call_ended']);
  });

  // capacity 3.1
  it('no longer holds a slot', async () => {
    const call = open('in_progress');
    await post(call);
    const slots = () =>
      inStore(test, 'SELECT holder FROM capacity_leases WHERE holder = $1', [call['call_id']]);
    expect(await slots()).toHaveLength(1);
    await sweepAfter(61);
    expect(await slots()).toEqual([]);
  });

  // calls-ingest 7.1, 7.2
  it('is failed in lists, sums and exports alike, before and after its hour is summed again', async () => {
    const day = '2025-12-03';
    const at = { started_at_utc: `${day}T03:00:00Z` };
    await post(open('in_progress', at), open('ringing', at), aCall(projectId, { ...at, ended_at_utc: null }));
    const rollup = test.app.get(CallRollup);
    await rollup.refresh(tenant, 30_000);
    await sweepAfter(61);
    const query = { start_date: day, end_date: day, timezone: 'UTC' };
    const ask = async (path: string, more: object = {}): Promise<Record<string, unknown>> => {
      const url = test.request().get(path).set('X-API-Key', readKey);
      return (await url.query({ ...query, ...more }).expect(200)).body as Record<string, unknown>;
    };
    const token = await aTokenOf(test, tenant, 'client_admin');
    for (const refresh of [false, true]) {
      if (refresh) await rollup.refresh(tenant, 30_000);
      expect(await ask('/v1/calls/summary')).toMatchObject({ total_calls: 3, failed_calls: 2 });
      const { pagination } = await ask('/v1/calls/list', { status: 'failed' });
      expect(pagination).toMatchObject({ total_records: 2 });
    }
    const exported = await exportCalls(test, token, {
      ...V1,
      ...query,
      project_id: projectId,
      status: 'failed',
    });
    expect(rowsOf(exported.text)).toHaveLength(2);
  });

  it('is found among all calls of a client by the index of those that have not ended', async () => {
    const ended = Array.from({ length: 900 }, () => aCall(projectId));
    await post(...ended, open('ringing', { started_at_utc: ended[0]!['started_at_utc'] }));
    const app = await asService(test.databases, tenant);
    try {
      const before = new Date(Date.now() + MINUTE_MS);
      const plan = await explained(app, statementFor(tenant, SILENT_CALLS, [before, 200]));
      expect(plan['Actual Rows']).toBe(1);
      expect(rowsRead(plan)).toBeLessThan(20);
    } finally {
      await app.end();
    }
  });
});
