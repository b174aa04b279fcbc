import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { idsOf, listableCalls, listed } from '../../support/independent-list.js';
import type { ListOrder } from '../../support/independent-list.js';
import { postCalls } from '../../support/post-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';

interface List {
  readonly items: { readonly call_id: string }[];
  readonly pagination: Record<string, number | null>;
  readonly next_cursor?: string;
}
const list = (response: Response): List => {
  expect(response.status, response.text).toBe(200);
  return response.body as List;
};
const shownIds = (body: List): string[] => body.items.map((it) => it.call_id);

// Crosses the end of a month, where another partition begins.
const SPAN = { from: '2026-09-25T00:00:00Z', to: '2026-10-06T00:00:00Z' };
const WHOLE = { start_date: '2026-09-25', end_date: '2026-10-05' };
const NOW = '2026-10-21T12:00:00.000Z';

const ORDERS: ListOrder[] = ['started_at_utc', 'duration_seconds', 'call_status', 'primary_outcome'].flatMap(
  (sort_by) => ['asc', 'desc'].map((sort_order) => ({ sort_by, sort_order })),
);
const named = (orders: readonly ListOrder[]) =>
  orders.map((order): [string, ListOrder] => [Object.values(order).join(' '), order]);

describe('the pages of the call list', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useSharedApp({ clock });
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  const get = (query: object, key = readKey) =>
    test.request().get('/v1/calls/list').set('X-API-Key', key).query(query);

  /** Reads every page by cursor, with page sizes in rotation. */
  async function walk(
    query: object,
    sizes: readonly number[],
    between?: () => Promise<unknown>,
  ): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page_size = sizes[pages.length % sizes.length]!;
      const body = list(await get({ ...query, page_size, ...(cursor === undefined ? {} : { cursor }) }));
      expect(body.pagination).toMatchObject({ page: cursor === undefined ? 1 : null, page_size });
      pages.push(shownIds(body));
      cursor = body.next_cursor;
      await between?.();
    } while (cursor !== undefined && pages.length < 1000);
    return pages;
  }

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'full-access');
    calls = listableCalls(240, 31, { projectIds: projects, ...SPAN });
    await postCalls(test, tenant, calls);
  });

  it('are tried on calls that tie in every key and lack durations', () => {
    const starts = calls.map((call) => call['started_at_utc']);
    expect(new Set(starts).size).toBeLessThan(calls.length - 80);
    expect(calls.filter((call) => typeof call['duration_seconds'] !== 'number').length).toBeGreaterThan(40);
  });

  describe.each(named(ORDERS))('sorted by %s', (_, order) => {
    // calls 5.7, 6.1
    it('hold every call once and in order, by cursor, whatever the size of the pages', async () => {
      const expected = idsOf(listed(calls, WHOLE, {}, order));
      const pages = await walk({ ...WHOLE, ...order, include_total: 'false' }, [7, 1, 100, 20]);
      expect(pages.flat()).toEqual(expected);
      expect(pages.every((page) => page.length > 0)).toBe(true);
    });

    // calls 5.2, 6.1
    it('hold the same by number', async () => {
      const expected = idsOf(listed(calls, WHOLE, {}, order));
      const shown: string[] = [];
      for (let page = 1; page <= 4; page += 1) {
        const body = list(await get({ ...WHOLE, ...order, page, page_size: 64 }));
        expect(body.pagination).toEqual({
          page,
          page_size: 64,
          total_records: expected.length,
          total_pages: 4,
        });
        expect(body.next_cursor === undefined).toBe(page === 4);
        shown.push(...shownIds(body));
      }
      expect(shown).toEqual(expected);
    });

    it('hold those of one project, and go on by cursor from a page by number', async () => {
      const selection = { ...WHOLE, project_id: projects[0]! };
      const expected = idsOf(listed(calls, selection, {}, order));
      const second = list(await get({ ...selection, ...order, page: 2, page_size: 30 }));
      expect(shownIds(second)).toEqual(expected.slice(30, 60));
      const third = await get({ ...selection, ...order, page_size: 100, cursor: second.next_cursor });
      expect(shownIds(list(third))).toEqual(expected.slice(60, 160));
    });

    it('hold those of a filter', async () => {
      const filter = { direction: 'inbound', min_duration_seconds: 0.4 };
      const expected = idsOf(listed(calls, WHOLE, filter, order));
      expect((await walk({ ...WHOLE, ...filter, ...order }, [9])).flat()).toEqual(expected);
    });
  });

  // calls 5.6
  it.each<[ListOrder, ListOrder]>([
    [{}, { sort_by: 'started_at_utc', sort_order: 'desc' }],
    [{ sort_by: 'agent_name' }, {}],
    [{ sort_by: '', sort_order: '' }, {}],
    [
      { sort_by: 'call_status', sort_order: 'ASC' },
      { sort_by: 'call_status', sort_order: 'desc' },
    ],
    [{ sort_by: 'started_at_utc; DROP TABLE calls', sort_order: 'up' }, {}],
  ])('are for %j sorted as for %j', async (sent, meant) => {
    const body = list(await get({ ...WHOLE, ...sent, page_size: 100 }));
    expect(shownIds(body)).toEqual(idsOf(listed(calls, WHOLE, {}, meant)).slice(0, 100));
  });

  // calls 5.8
  it('past the end are empty, with the right totals', async () => {
    for (const page of [13, 14, 999_999_999_999_999]) {
      const body = list(await get({ ...WHOLE, page, page_size: 20 }));
      expect(body).toEqual({
        items: [],
        pagination: { page, page_size: 20, total_records: 240, total_pages: 12 },
      });
    }
    expect(list(await get({ ...WHOLE, page: 13, include_total: 'false' })).items).toEqual([]);
  });

  // calls 6.1
  it('of exactly as many calls as there are have no next one', async () => {
    const day = { start_date: '2026-09-27', end_date: '2026-09-27' };
    const { length } = listed(calls, day);
    expect(list(await get({ ...day, page_size: length })).next_cursor).toBeUndefined();
    expect(list(await get({ ...day, page_size: length - 1 })).next_cursor).toBeDefined();
  });

  // calls 6.3
  it('count all calls on every page, also after a cursor', async () => {
    const first = list(await get({ ...WHOLE, page_size: 100 }));
    const second = list(await get({ ...WHOLE, page_size: 50, cursor: first.next_cursor }));
    expect(second.pagination).toEqual({ page: null, page_size: 50, total_records: 240, total_pages: 5 });
  });

  describe('while calls come in', () => {
    // requests 7.4; calls 6.4
    it.each(named(ORDERS))('neither skip nor repeat what was there, sorted by %s', async (_, order) => {
      const own = await test.world.aTenant();
      const project = await test.world.aProject(own);
      const ownKey = await test.world.aKey(own, 'full-access');
      const there = listableCalls(60, 47, { projectIds: [project], ...SPAN });
      await postCalls(test, own, there);
      let seed = 1000;
      const shown: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...WHOLE, ...order, page_size: 7, ...(cursor === undefined ? {} : { cursor }) };
        const body = list(await get(query, ownKey));
        shown.push(...shownIds(body));
        cursor = body.next_cursor;
        await postCalls(test, own, listableCalls(3, (seed += 1), { projectIds: [project], ...SPAN }));
      } while (cursor !== undefined);
      expect(new Set(shown).size).toBe(shown.length);
      const old = new Set(idsOf(there));
      expect(shown.filter((id) => old.has(id))).toEqual(idsOf(listed(there, WHOLE, {}, order)));
    });
  });

  describe('of a range that is counted from now', () => {
    // calls 6.5
    it.each([
      ['neither a start nor an end', {}],
      ['no end', { start_date: '2026-09-30' }],
      ['no end, in a time zone', { start_date: '2026-09-30', timezone: 'Australia/Sydney' }],
    ])('stay within the range of the first one: %s', async (_, range) => {
      const own = await test.world.aTenant();
      const project = await test.world.aProject(own);
      const ownKey = await test.world.aKey(own, 'full-access');
      const at = (call_id: string, started_at_utc: string) =>
        aCall(project, { call_id, started_at_utc, ended_at_utc: undefined });
      await postCalls(test, own, [
        at('c0', '2026-10-01T12:00:00.000Z'),
        at('c1', '2026-10-10T12:00:00.000Z'),
        at('c2', '2026-10-20T12:00:00.000Z'),
        at('c3', NOW),
      ]);
      const query = { ...range, sort_order: 'asc', page_size: 1 };
      const shown: List[] = [list(await get(query, ownKey))];
      // By now, the first two calls are older than thirty days, and a later one has begun.
      clock.advance(25 * 86_400_000);
      await postCalls(test, own, [at('c4', '2026-10-22T12:00:00.000Z')]);
      for (let cursor = shown[0]!.next_cursor; cursor !== undefined; cursor = shown.at(-1)!.next_cursor) {
        shown.push(list(await get({ ...query, cursor }, ownKey)));
      }
      clock.set(NOW);
      expect(shown.flatMap(shownIds)).toEqual(['c0', 'c1', 'c2', 'c3']);
      expect(shown.map((it) => it.pagination['total_records'])).toEqual([4, 4, 4, 4]);
    });

    it('can be walked to the end though the range has grown past its limit meanwhile', async () => {
      clock.set('2026-11-03T23:59:59.000Z');
      const query = { start_date: '2025-09-30', sort_order: 'asc', page_size: 100 };
      const first = list(await get(query));
      clock.advance(2000);
      expect((await get(query)).status).toBe(422);
      expect(list(await get({ ...query, cursor: first.next_cursor })).items).toHaveLength(100);
      clock.set(NOW);
    });
  });

  describe('after a cursor', () => {
    const QUERY = { ...WHOLE, status: 'completed', page_size: 5 };
    const refusedWith = async (query: object, key = readKey): Promise<void> => {
      const response = await get(query, key);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        error: { code: 'validation_failed', field_errors: [{ field: 'cursor' }] },
      });
    };
    let cursor: string;

    beforeAll(async () => {
      cursor = list(await get(QUERY)).next_cursor!;
    });

    // calls 6.2
    it('are had with the filter and order it was made for', async () => {
      expect(list(await get({ ...QUERY, cursor })).items).toHaveLength(5);
      const defaults = { sort_by: 'started_at_utc', sort_order: 'desc', include_total: 'false', page: 1 };
      expect(list(await get({ ...QUERY, ...defaults, cursor })).items).toHaveLength(5);
    });

    // calls 6.2
    it.each<[string, object]>([
      ['another filter value', { status: 'missed' }],
      ['one filter less', { status: undefined }],
      ...Object.entries({
        primary_outcome: 'resolved',
        sentiment: 'upset',
        direction: 'inbound',
        channel: 'phone',
        agent: 'Ava',
        caller: '+61 *** *** 006',
        campaign_id: 'recall',
        min_duration_seconds: 0,
        max_duration_seconds: 900,
        human_escalation: false,
        search: 'r',
      }).map(([name, value]): [string, object] => [`${name} as one filter more`, { [name]: value }]),
      ['another project', { project_id: 'first' }],
      ['another solution', { solution_id: 'solution-1' }],
      ['another start', { start_date: '2026-09-26' }],
      ['another end', { end_date: '2026-10-04' }],
      ['no end', { end_date: undefined }],
      ['another time zone', { timezone: 'Australia/Sydney' }],
      ['another key', { sort_by: 'duration_seconds' }],
      ['another direction', { sort_order: 'asc' }],
    ])('are refused with %s', async (_, change) => {
      const project = 'project_id' in change ? { project_id: projects[0] } : {};
      await refusedWith({ ...QUERY, ...change, ...project, cursor });
    });

    // calls 6.2
    it('are refused to another tenant, and to another environment of the same client', async () => {
      for (const other of [
        await test.world.aTenant(),
        await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'dev' }),
      ]) {
        await refusedWith({ ...QUERY, cursor }, await test.world.aKey(other, 'full-access'));
      }
    });

    // calls 6.2
    it('are refused when it was forged, cut or changed', async () => {
      const forged = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from(JSON.stringify([Date.parse(NOW), null, '2026-10-01T00:00:00.000Z', 'room-1'])),
      ]).toString('base64url');
      const turned = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A');
      for (const bad of [
        forged,
        cursor.slice(0, -4),
        cursor.slice(4),
        turned,
        `${cursor}AAAA`,
        'x',
        'null',
        '1',
      ]) {
        await refusedWith({ ...QUERY, cursor: bad });
      }
    });

    // calls 6.7
    it('reveal nothing about other tenants', () => {
      const inside = Buffer.from(cursor, 'base64url').subarray(16).toString('utf8');
      expect(JSON.parse(inside)).toHaveLength(4);
      expect(inside).not.toContain(tenant.clientId);
    });
  });
});
