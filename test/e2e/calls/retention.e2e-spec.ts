import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRetention, planRetention } from '../../../src/features/calls/retention/call-retention.js';
import type { OwnedStore } from '../../../src/features/calls/retention/call-retention.js';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { IN_THIS_DATABASE, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';

describe('retention of calls', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let project: string;
  let source: DataSource;
  let store: OwnedStore;
  let ingestKey: string;
  let readKey: string;

  const url = (): string => test.databases.superuser.storeUrls.get('store-a')!;
  const post = async (...records: Record<string, unknown>[]) =>
    (await test.request().post('/internal/v1/calls').set('X-API-Key', ingestKey).send(records))
      .body as Record<string, unknown>;
  const totalOf = async (month: string, lastDay: number): Promise<number> => {
    const response = await test
      .request()
      .get('/v1/calls/summary')
      .set('X-API-Key', readKey)
      .query({ start_date: `${month}-01`, end_date: `${month}-${lastDay}`, project_id: project });
    return (response.body as { total_calls: number }).total_calls;
  };
  const rows = (text: string): Promise<Record<string, unknown>[]> =>
    withClient(url(), async (db) => (await db.query<Record<string, unknown>>(text)).rows);
  const partsOf = async (): Promise<string[]> =>
    (
      await rows(
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^call(s|_contents)_(y|before)' ORDER BY 1`,
      )
    ).map((row) => String(row['relname']));
  const drop = async (before: string): Promise<string[]> => {
    const lines: string[] = [];
    const since = new Date(before);
    await applyRetention(store, since, await planRetention(store, since), (line) => lines.push(line));
    return lines;
  };
  const inMonths = (...months: string[]) => months.map((month) => aCallAt(`${month}-15T10:30:00Z`));
  const aCallAt = (at: string) =>
    aCall(project, { started_at_utc: at, ended_at_utc: null, summary: 'kept or not' });

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    ingestKey = await test.world.aKey(tenant, 'runtime-ingest');
    readKey = await test.world.aKey(tenant, 'full-access');
    source = await new DataSource({ type: 'postgres', url: url(), installExtensions: false }).initialize();
    store = {
      query: (text, values) => source.query(text, values && [...values]),
      transaction: (work) =>
        source.transaction((manager) => work((text, values) => manager.query(text, values && [...values]))),
    };
    await post(...inMonths('2019-03', '2024-01', '2024-01', '2024-02', '2024-03', '2026-10'));
  });
  afterAll(() => source.destroy());

  // calls-ingest 6.1
  it('plans the months that lie wholly before, oldest first, and changes nothing by planning', async () => {
    const before = await partsOf();
    const plan = await planRetention(store, new Date('2024-03-01T00:00:00Z'));
    expect(plan.months.map((month) => month.label)).toEqual(['before 2020', '2024-01', '2024-02']);
    expect(plan.months.every((month) => month.bytes > 0)).toBe(true);
    expect(await partsOf()).toEqual(before);
    expect(await totalOf('2024-01', 31)).toBe(2);
  });

  // calls-ingest 6.2
  it('drops months with what belongs to their calls and keeps their totals, which nobody had summed up before', async () => {
    expect(await drop('2024-02-01T00:00:00Z')).toEqual(['dropped before 2020', 'dropped 2024-01']);
    expect(await totalOf('2024-01', 31)).toBe(2);
    expect(await totalOf('2019-03', 31)).toBe(1);
    expect(await totalOf('2024-02', 29)).toBe(1);
    expect(await rows(`SELECT call_id FROM calls WHERE started_at_utc < '2024-02-01Z'`)).toEqual([]);
    expect(await rows(`SELECT call_id FROM call_contents WHERE started_at_utc < '2024-02-01Z'`)).toEqual([]);
    expect(await rows(`SELECT call_id FROM call_index WHERE started_at_utc < '2024-02-01Z'`)).toEqual([]);
    expect(await rows(`SELECT 1 FROM call_index`)).toHaveLength(3);
    expect(await partsOf()).not.toContain('calls_y2024m01');
  });

  // calls 11.5
  it('leaves nothing of dropped calls in the performance of providers', async () => {
    const providers = async (month: string, lastDay: number): Promise<unknown> =>
      (
        await test
          .request()
          .get('/v1/calls/provider-performance')
          .set('X-API-Key', readKey)
          .query({ start_date: `${month}-01`, end_date: `${month}-${lastDay}`, project_id: project })
          .expect(200)
      ).body;
    expect(await providers('2024-01', 31)).toEqual({ items: [], other: null });
    expect(await providers('2024-02', 29)).toMatchObject({ items: [{ calls: 1 }] });
  });

  // calls-ingest 2.6, 6.3
  it('takes no call back from before, and leaves the totals of those months alone', async () => {
    const [late, fine] = inMonths('2024-01', '2024-02');
    const answer = await post(late!, fine!);
    expect(answer).toMatchObject({ accepted: 1, rejected: 1, errors: [{ index: 0, code: 'out_of_range' }] });
    expect(answer['errors']).toMatchObject([{ field: 'started_at_utc', call_id: late!['call_id'] }]);
    expect(await totalOf('2024-01', 31)).toBe(2);
    expect(await totalOf('2024-02', 29)).toBe(2);
    expect(await partsOf()).not.toContain('calls_y2024m01');
  });

  // calls-ingest 3.2
  it('takes the version of a call before one that is past its retention', async () => {
    const call = aCallAt('2026-09-20T10:30:00Z');
    const corrected = { ...call, revision: 2, started_at_utc: '2024-01-20T10:30:00Z' };
    const before = await totalOf('2026-09', 30);
    expect(await post(call, corrected, aCallAt('2026-09-21T10:30:00Z'))).toMatchObject({
      ...{ accepted: 2, updated: 0, unchanged: 0, rejected: 1 },
      errors: [{ index: 1, call_id: call['call_id'], code: 'out_of_range' }],
    });
    expect(await totalOf('2026-09', 30)).toBe(before + 2);
    expect(await post(call, corrected)).toMatchObject({ accepted: 0, unchanged: 1, rejected: 1 });
  });

  // calls-ingest 6.3
  it('finishes what a run that was cut off had begun', async () => {
    await test.app.get(CallRollup).refresh(tenant, 30_000);
    await rows('ALTER TABLE calls DETACH PARTITION calls_y2024m02');
    expect(await drop('2024-03-01T00:00:00Z')).toEqual(['dropped 2024-02']);
    expect((await partsOf()).filter((part) => part.includes('2024m02'))).toEqual([]);
    expect(await rows(`SELECT 1 FROM call_index WHERE started_at_utc < '2024-03-01Z'`)).toEqual([]);
    expect(await totalOf('2024-02', 29)).toBe(2);
    expect(await drop('2024-03-01T00:00:00Z')).toEqual([]);
  });

  // Fails if open_call_months does not hold its half of the lock: the batch would lose its call and
  // its total.
  it('waits for a batch that is under way, and counts it', async () => {
    await withClient(url(), async (batch) => {
      await batch.query('BEGIN');
      await batch.query(`SELECT open_call_months(ARRAY['2024-03-15'::timestamptz])`);
      const dropping = drop('2024-04-01T00:00:00Z');
      await eventually(async () => {
        const waiting = await rows(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND ${IN_THIS_DATABASE}`,
        );
        expect(waiting).toHaveLength(1);
      });
      await batch.query(
        `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc)
         VALUES ($1, $2, 'under-way', 1, $3, 'inbound', 'phone', 'completed', '2024-03-20T05:06:07Z')`,
        [tenant.clientId, tenant.dataEnv, project],
      );
      await batch.query(
        `INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc) VALUES ($1, $2, $3, '2024-03-20T05:00:00Z')`,
        [tenant.clientId, tenant.dataEnv, project],
      );
      await batch.query('COMMIT');
      expect(await dropping).toEqual(['dropped 2024-03']);
    });
    expect(await totalOf('2024-03', 31)).toBe(2);
    expect(await totalOf('2026-10', 31)).toBe(1);
  });

  // calls 5.11
  it('leaves the list and the summary with one total, also of what no longer has rows', async () => {
    const query = { start_date: '2024-01-01', end_date: '2024-01-31', project_id: project };
    const list = await test.request().get('/v1/calls/list').set('X-API-Key', readKey).query(query);
    expect(list.body).toMatchObject({ items: [], pagination: { total_records: 2 } });
    expect(await totalOf('2024-01', 31)).toBe(2);
  });

  // Fails if a rebuild marks hours without blocking retention: the dirty hours would outlive the
  // calls, and the refresh would replace the kept sums with nothing.
  it('is waited for by a rebuild, which then marks no hour whose calls are gone', async () => {
    await withClient(url(), async (retention) => {
      await retention.query('BEGIN');
      await retention.query('SELECT pg_advisory_xact_lock(4316942109)');
      await retention.query(`UPDATE call_retention SET kept_from = '2026-11-01Z'`);
      const marking = test.app.get(CallRollup).markAll(tenant);
      await eventually(async () => {
        const waiting = await rows(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND ${IN_THIS_DATABASE}`,
        );
        expect(waiting).toHaveLength(1);
      });
      await retention.query('COMMIT');
      await marking;
    });
    expect(await rows(`SELECT 1 FROM call_rollup_dirty_hours WHERE hour_utc < '2026-11-01Z'`)).toEqual([]);
    await rows(`UPDATE call_retention SET kept_from = '2024-04-01Z'`);
  });

  it('keeps calls from a time that is still ahead', async () => {
    const ahead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    const [near, far] = [ahead(399), ahead(401)].map(aCallAt);
    expect(await post(near!, far!)).toMatchObject({
      accepted: 1,
      rejected: 1,
      errors: [{ index: 1, code: 'out_of_range', field: 'started_at_utc' }],
    });
  });
});
