import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aCallerRequestFixture, MANUAL } from './caller-request-fixture.js';
import type { Item } from './caller-request-fixture.js';

const NOW = new Date('2026-11-22T08:00:00Z');
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * DAY).toISOString();

interface Page {
  readonly items: readonly Item[];
  readonly next_cursor?: string;
}

describe('the requests of a client', () => {
  const clock = new TestClock(NOW);
  const test = useSharedApp({ clock });
  let project: string;
  let made: Item[];

  const desk = perSuite(() => aCallerRequestFixture(test));
  beforeAll(async () => {
    project = await test.world.aProject(desk.tenant);
    made = [];
    // Two overdue, two urgent and three normal requests, some of which arrived at the same moment,
    // and three closed ones.
    for (const days of [40, 35, 28, 25, 3, 3, 3]) {
      made.push(
        await desk.made({
          received_at_utc: daysAgo(days),
          ...(days === 3 && { source_project_id: project }),
        }),
      );
    }
    for (const status of ['completed', 'cancelled', 'unable_to_verify']) {
      const item = await desk.made({ ...MANUAL, received_at_utc: daysAgo(20) });
      made.push(await desk.moved(item, status));
    }
  });

  const page = async (query: object = {}, headers = desk.staff): Promise<Page> =>
    (await desk.list(query, headers).expect(200)).body as Page;
  const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);

  // caller-requests 7.3, 1.3
  it('come latest first, then by id, and show staff and client what each may do', async () => {
    const expected = made.toSorted(
      (a, b) => b.received_at_utc.localeCompare(a.received_at_utc) || b.id.localeCompare(a.id),
    );
    const { items, next_cursor: next } = await page();
    expect(idsOf(items)).toEqual(idsOf(expected));
    expect(next).toBeUndefined();
    expect(new Set(items.map((item) => item['access_mode']))).toEqual(new Set(['transition']));
    const own = await page({}, desk.admin);
    expect(idsOf(own.items)).toEqual(idsOf(expected));
    expect(new Set(own.items.map((item) => item['access_mode']))).toEqual(new Set(['read']));
  });

  // caller-requests 7.4
  it.each([1, 2, 3, 7, 10, 50])('are listed once each in pages of %i', async (size) => {
    const seen: Item[] = [];
    let cursor: string | undefined;
    do {
      const one: Page = await page({ page_size: size, ...(cursor !== undefined && { cursor }) });
      expect(one.items.length).toBeLessThanOrEqual(size);
      seen.push(...one.items);
      cursor = one.next_cursor;
    } while (cursor !== undefined);
    expect(idsOf(seen)).toEqual(idsOf((await page()).items));
  });

  // caller-requests 3.3, 7.2
  it.each([
    ['normal', 3],
    ['urgent', 2],
    ['overdue', 2],
    ['closed', 3],
  ])('are found by due_state %s as in their items', async (state, count) => {
    const { items } = await page({ due_state: state });
    expect(items).toHaveLength(count);
    expect(new Set(items.map((item) => item.due_state))).toEqual(new Set([state]));
    const among = (await page()).items.filter((item) => item.due_state === state);
    expect(idsOf(items)).toEqual(idsOf(among));
  });

  // caller-requests 7.2
  it.each([
    ['status', { status: 'completed' }, 1],
    ['type', { type: 'deletion' }, 3],
    ['project', () => ({ project_id: project }), 3],
    ['status and project', () => ({ project_id: project, status: 'needs_review' }), 3],
    ['what never is', { status: 'completed', due_state: 'overdue' }, 0],
  ])('are found by %s', async (_, query, count) => {
    const { items } = await page(typeof query === 'function' ? query() : query);
    expect(items).toHaveLength(count);
  });

  // caller-requests 1.3
  it('that are closed show when, and no days', async () => {
    const [item] = (await page({ status: 'completed' })).items;
    expect(item).toMatchObject({ due_state: 'closed', closed_at_utc: NOW.toISOString() });
    expect(item).not.toHaveProperty('days_remaining');
  });

  // caller-requests 7.1, 7.4; errors 1.10
  it.each([
    ['an unknown status', { status: 'open' }, 'status'],
    ['an unknown due_state', { due_state: 'late' }, 'due_state'],
    ['an unknown type', { type: 'erasure' }, 'type'],
    ['a page_size of 0', { page_size: 0 }, 'page_size'],
    ['a page_size of 51', { page_size: 51 }, 'page_size'],
    ['a page_size that is no number', { page_size: 'ten' }, 'page_size'],
    ['a cursor that is none', { cursor: 'next' }, 'cursor'],
    ['an empty cursor', { cursor: '' }, 'cursor'],
    ['a project id of other characters', { project_id: 'a b' }, 'project_id'],
    ['a filter that does not exist', { source: 'api' }, 'source'],
  ])('are refused for %s with 400, naming it', async (_, query, field) => {
    const { body } = (await desk.list(query).expect(400)) as { body: unknown };
    expect(body).toMatchObject({
      code: 'validation_failed',
      field_errors: { [field]: expect.any(String) as string },
    });
  });

  // caller-requests 7.4
  it('take a cursor of no other filter, client or page', async () => {
    const { next_cursor: cursor } = await page({ page_size: 1 });
    const other = await aCallerRequestFixture(test);
    await desk.list({ cursor, type: 'access' }).expect(400);
    await other.list({ cursor }).expect(400);
    await desk.list({ cursor: `${cursor!}A` }).expect(400);
    await desk.list({ cursor, page_size: 2 }).expect(200);
  });

  // caller-requests 7.5, 3.3
  it('are counted while they are open, by due_state as well', async () => {
    const all = await desk.get('/open-count').expect(200);
    expect(all.body).toEqual({ open_count: 7, due_state_counts: { normal: 3, urgent: 2, overdue: 2 } });
    const own = await desk.get('/open-count', { project_id: project }, desk.admin).expect(200);
    expect(own.body).toEqual({ open_count: 3, due_state_counts: { normal: 3, urgent: 0, overdue: 0 } });
  });

  // Fails if a display value begins like a formula in a spreadsheet, or the file contains other
  // requests than the list. caller-requests 7.6
  it('are a file for the client, as masked as the list, and audited', async () => {
    const { text, headers } = await desk.get('/csv', { due_state: 'overdue' }, desk.admin).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const { data } = Papa.parse(text, { skipEmptyLines: true });
    const [names, ...rows] = data;
    const { items } = await page({ due_state: 'overdue' }, desk.admin);
    expect(rows.map((row) => row[names!.indexOf('tracking_id')])).toEqual(
      items.map((item) => item.tracking_id),
    );
    expect(rows[0]![names!.indexOf('caller_display')]).toBe("'+61 *** *** 156");
    // No formula begins with a number that the service writes, and programs read it as a number.
    expect(rows.map((row) => row[names!.indexOf('days_remaining')])).toEqual(
      items.map((item) => `${item['days_remaining'] as number}`),
    );
    expect((await desk.audits()).at(-1)).toMatchObject({
      action: 'caller_request.exported',
      metadata: { rows: 2 },
    });
  });

  // caller-requests 7.6
  it('are a file that begins with a byte order mark where that is asked for', async () => {
    const fileOf = async (query: Record<string, string>): Promise<string> =>
      (await desk.get('/csv', query, desk.admin).expect(200)).text;
    expect(await fileOf({ bom: 'true' })).toBe(`\ufeff${await fileOf({ bom: 'false' })}`);
    const { body } = (await desk.get('/csv', { bom: 'yes' }, desk.admin)) as { body: unknown };
    expect(body).toMatchObject({ field_errors: { bom: 'must be true or false' } });
  });

  // caller-requests 7.6
  it('are all in the file, past what is read at once, and 413 past 10,000', async () => {
    const other = await aCallerRequestFixture(test);
    await other.made();
    const copies = (count: number) =>
      test.world.sql(
        `INSERT INTO caller_requests (client_id, data_env, tracking_number, request_type, status, source, received_at, timezone,
                due_at, due_date_local, urgent_from, overdue_from, caller_display, contact_kind, identifier_kind,
                identifier_hash, data_found_state, created_at, updated_at)
         SELECT client_id, data_env, (SELECT max(tracking_number) FROM caller_requests WHERE client_id = $1) + n, request_type,
                status, source, received_at, timezone, due_at, due_date_local, urgent_from, overdue_from, caller_display,
                contact_kind, identifier_kind, identifier_hash, data_found_state, created_at, updated_at
           FROM (SELECT * FROM caller_requests WHERE client_id = $1 LIMIT 1) one, generate_series(1, $2::integer) n`,
        [other.tenant.clientId, count],
      );
    await copies(999);
    const { text } = await other.get('/csv', {}, other.admin).expect(200);
    const ids = text.match(/REQ-\d+/g);
    expect([ids?.length, new Set(ids).size]).toEqual([1000, 1000]);
    await copies(9_001);
    const { body } = (await other.get('/csv', {}, other.admin).expect(413)) as { body: unknown };
    expect(body).toMatchObject({ code: 'content_too_large' });
  });

  // caller-requests 6.4
  it.each(['', '/open-count', '/csv'])(
    '%s are asked for by no project that is foreign, absent or archived',
    async (path) => {
      const foreign = await test.world.aProject(await test.world.aTenant());
      const archived = await test.world.aProject(desk.tenant, { lifecycleState: 'archived' });
      for (const project_id of [foreign, 'project-nowhere', archived]) {
        const { body } = (await desk.get(path, { project_id }, desk.admin).expect(404)) as { body: unknown };
        expect(body).toMatchObject({ code: 'not_found' });
      }
    },
  );
});
