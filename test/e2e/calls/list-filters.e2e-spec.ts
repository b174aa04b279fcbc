import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { idsOf, listableCalls, listed, publishVersions } from '../../support/independent-list.js';
import type { ListFilter } from '../../support/independent-list.js';
import { postCalls } from '../../support/post-calls.js';
import { chance } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { withoutIds } from '../../support/without-ids.js';
import { bearer } from '../access/callers.js';

interface List {
  readonly items: Record<string, unknown>[];
  readonly pagination: Record<string, number | null>;
  readonly next_cursor?: string;
}
const list = (response: Response): List => {
  expect(response.status, response.text).toBe(200);
  return response.body as List;
};
const shownIds = (body: List): unknown[] => body.items.map((it) => it['call_id']);

/** Whether the filter names a version by its number, which is only meaningful within a project. */
const isNumbered = ({ version }: ListFilter): boolean => version !== undefined && version !== 'none';

const SPAN = { from: '2026-09-25T00:00:00Z', to: '2026-10-20T00:00:00Z' };
const WHOLE = { start_date: '2026-09-25', end_date: '2026-10-20' };

describe('the filters of the call list', () => {
  const test = useSharedApp({ clock: new TestClock(new Date('2026-10-21T12:00:00.000Z')) });
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  const get = (query: object, headers: Record<string, string> = { 'X-API-Key': readKey }) =>
    test.request().get('/v1/calls/list').set(headers).query(query);

  beforeAll(async () => {
    // The clock does not move, so that two equal requests have identical answers, cursors included.
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'full-access');
    for (const project of projects) await publishVersions(test.world, tenant, project);
    calls = listableCalls(400, 23, { projectIds: projects, ...SPAN });
    await postCalls(test, tenant, calls);
    for (const [place, state] of (['open', 'done'] as const).entries()) {
      const call = calls[place]!;
      await test
        .request()
        .put(`/v1/calls/${call['call_id'] as string}/follow-up`)
        .set({ 'X-API-Key': readKey, 'If-Match': '0' })
        .send({ state, owner: null, due_at_utc: null, tags: [] })
        .expect(200);
      calls[place] = { ...call, follow_up: state };
    }
  });

  const VALUES: { readonly [F in keyof ListFilter]-?: readonly NonNullable<ListFilter[F]>[] } = {
    status: ['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'],
    primary_outcome: [
      'resolved',
      'transferred',
      'follow_up_required',
      'abandoned',
      'caller_hangup',
      'timeout',
      'technical_failure',
      'unclassified',
    ],
    sentiment: ['positive', 'neutral', 'upset', 'unclassified'],
    disconnection_reason: [
      'caller_hangup',
      'agent_or_system_end',
      'transferred',
      'missed',
      'failed',
      'unknown',
    ],
    direction: ['inbound', 'outbound'],
    channel: ['phone', 'web', 'sip'],
    agent: ['Ava', 'ava', 'Ava ', 'Zoë', 'Nobody', 'A%'],
    caller: ['+61 *** *** 006', '+61 *** *** 017', '+61 *** *** 999', '*** *** 006', '***', '006', '999'],
    provider_label: ['primary', 'Primary', 'nobody'],
    campaign_id: ['recall', 'recall-2', 'nothing'],
    min_duration_seconds: [0, 0.4, 60, 60.5, 142, 9_999_999],
    max_duration_seconds: [0, 0.4, 59.999, 60, 900],
    human_escalation: [true, false],
    version: ['1', '2', '3', '99', 'none'],
    search: ['room-', 'Room-', 'room_', 'r', 'R', 'a23-', 'room-23-1', '.', 'Z.'],
    follow_up: ['open', 'done', 'not_done'],
  };

  const ONE_BY_ONE = Object.entries(VALUES).flatMap(([name, values]) =>
    (values as readonly unknown[]).map((value): [string, string, ListFilter] => [
      name,
      String(value),
      { [name]: value },
    ]),
  );

  // calls 4.2
  it.each(ONE_BY_ONE)('%s=%s leaves exactly the calls that have it', async (_, __, filter) => {
    const selection = { ...WHOLE, ...(isNumbered(filter) && { project_id: projects[0]! }) };
    const expected = listed(calls, selection, filter);
    const body = list(await get({ ...selection, ...filter, page_size: 100 }));
    expect(shownIds(body)).toEqual(idsOf(expected).slice(0, 100));
    expect(body.pagination['total_records']).toBe(expected.length);
  });

  it('is met by some calls and not by others, each of them', () => {
    for (const [name, values] of Object.entries(VALUES)) {
      const counts = (values as readonly unknown[]).map(
        (value) => listed(calls, WHOLE, { [name]: value }).length,
      );
      expect(Math.max(...counts), name).toBeGreaterThan(0);
      expect(Math.max(...counts), name).toBeLessThan(calls.length);
    }
  });

  // calls 4.1
  it('combine, in any order and any number, and count what the summary counts', async () => {
    const random = chance(5);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    let met = 0;
    for (let round = 0; round < 60; round += 1) {
      const names = Object.keys(VALUES).filter(() => random() < 0.2);
      const filter = Object.fromEntries(
        names.map((name) => [name, pick(VALUES[name as keyof ListFilter] as readonly unknown[])]),
      ) as ListFilter;
      if ((filter.min_duration_seconds ?? 0) > (filter.max_duration_seconds ?? Infinity)) continue;
      const selection = {
        ...WHOLE,
        ...(random() < 0.5 || isNumbered(filter) ? { project_id: pick(projects) } : {}),
        ...(random() < 0.3 ? { solution_id: 'solution-1' } : {}),
        ...(random() < 0.3 ? { timezone: 'Australia/Sydney' } : {}),
      };
      const expected = listed(calls, selection, filter);
      met += expected.length;
      const query = { ...selection, ...filter };
      const body = list(await get({ ...query, page_size: 100 }));
      expect(shownIds(body), JSON.stringify(query)).toEqual(idsOf(expected).slice(0, 100));
      const summary = await test.request().get('/v1/calls/summary').set('X-API-Key', readKey).query(query);
      expect((summary.body as { total_calls: number }).total_calls, JSON.stringify(query)).toBe(
        expected.length,
      );
      expect(body.pagination['total_records'], JSON.stringify(query)).toBe(expected.length);
    }
    expect(met).toBeGreaterThan(100);
  });

  // calls 4.9
  it.each(['list', 'summary', 'timeline', 'sentiment', 'sentiment/timeline', 'provider-performance'])(
    'refuse the number of a version without its project at %s',
    async (route) => {
      const asked = (query: object) =>
        test
          .request()
          .get(`/v1/calls/${route}`)
          .set('X-API-Key', readKey)
          .query({ ...WHOLE, ...query });
      const refused = await asked({ version: '2' }).expect(422);
      expect(refused.text).toContain('must come with project_id');
      expect(refused.text).toContain('project_required');
      await asked({ version: 'none' }).expect(200);
      await asked({ version: '2', project_id: projects[0] }).expect(200);
    },
  );

  // calls 4.3, 4.4
  it.each<[string, string, string[]]>([
    ['status', 'busy', ['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed']],
    ['primary_outcome', 'escalated', ['resolved', 'unclassified']],
    ['sentiment', 'negative', ['positive', 'neutral', 'upset', 'unclassified']],
    ['direction', 'both', ['inbound', 'outbound']],
    ['channel', 'fax', ['phone', 'web', 'sip']],
    ['human_escalation', 'yes', ['true', 'false']],
    ['min_duration_seconds', 'long', ['seconds']],
    ['max_duration_seconds', '-1', ['seconds']],
    ['agent', 'a\u0000b', ['control characters']],
    ['campaign_id', '', ['characters']],
    ['search', '50%', ['call_id']],
    ['caller', '0455512345', ['country code']],
    ['caller', '+1202555012', ['country code']],
    ['caller', '+0455512345', ['country code']],
  ])('refuses %s=%j with a 400 that names it and what it may be', async (name, value, words) => {
    const response = await get({ ...WHOLE, [name]: value });
    expect(response.status).toBe(400);
    const { error } = response.body as { error: { code: string; message: string; field_errors: object[] } };
    expect(error).toMatchObject({ code: 'validation_failed', field_errors: [{ field: name }] });
    for (const word of words) expect(error.message).toContain(word);
    if (name === 'caller') expect(withoutIds(response.text)).not.toContain('455');
  });

  describe('by caller', () => {
    // Three numbers that look the same when masked, and a fourth that no call has.
    const [MINE, TWIN, OTHER, NOBODYS] = ['+61491570123', '+61491571123', '+61491570456', '+61491572123'];
    const MASKED = '+61 *** *** 123';
    let own: TestTenant;
    let staff: TestUser;
    let admin: TestUser;

    const as = async (user: TestUser, query: object): Promise<List> =>
      list(await get({ ...WHOLE, ...query }, bearer(user.token())));

    beforeAll(async () => {
      own = await test.world.aTenant();
      const project = await test.world.aProject(own);
      const numbers = [MINE, TWIN, OTHER, MINE, TWIN, MINE, null];
      await postCalls(
        test,
        own,
        numbers.map((caller_number, index) => aCall(project, { call_id: `c${index}`, caller_number })),
      );
      staff = await test.world.aUser(own, { role: 'client_staff' });
      admin = await test.world.aUser(own, { role: 'client_admin' });
      await test.world.permitPii(own, 'client_admin', 'raw_caller');
    });

    // calls 4.5
    it('a number finds exactly its calls for who may see numbers', async () => {
      const body = await as(admin, { caller: MINE });
      expect(shownIds(body)).toEqual(['c5', 'c3', 'c0']);
      expect(body.pagination['total_records']).toBe(3);
      expect(shownIds(await as(admin, { caller: NOBODYS }))).toEqual([]);
      expect(shownIds(await as(admin, { caller: MASKED }))).toEqual(['c5', 'c4', 'c3', 'c1', 'c0']);
    });

    it('shows even them nothing but the masked number', async () => {
      const body = await as(admin, { caller: MINE });
      expect(JSON.stringify(body)).not.toContain(MINE.slice(1));
      expect(body.items.map((it) => it['caller_display'])).toEqual([MASKED, MASKED, MASKED]);
    });

    // calls 4.5
    it('a number shows everybody else exactly what its masked form shows, to the byte', async () => {
      for (const query of [
        {},
        { page_size: 2 },
        { page: 2, page_size: 2 },
        { include_total: 'false', page_size: 1 },
      ]) {
        const masked = await as(staff, { ...query, caller: MASKED });
        expect(masked.items.length).toBeGreaterThan(0);
        for (const caller of [MINE, TWIN, NOBODYS]) {
          expect(await as(staff, { ...query, caller })).toEqual(masked);
        }
      }
    });

    it('and their cursors go on with either form alike', async () => {
      const [byNumber, byMask] = [
        await as(staff, { caller: NOBODYS, page_size: 2 }),
        await as(staff, { caller: MASKED, page_size: 2 }),
      ];
      expect(byNumber.next_cursor).toBe(byMask.next_cursor);
      const next = await as(staff, { caller: MINE, page_size: 9, cursor: byMask.next_cursor });
      expect(shownIds(next)).toEqual(['c3', 'c1', 'c0']);
    });

    it('counts for them what the mask counts in the summary too', async () => {
      const totals = await Promise.all(
        [MINE, NOBODYS, MASKED].map((caller) =>
          test
            .request()
            .get('/v1/calls/summary')
            .set(bearer(staff.token()))
            .query({ ...WHOLE, caller }),
        ),
      );
      expect(totals.map(({ body }) => (body as { total_calls: number }).total_calls)).toEqual([5, 5, 5]);
    });

    // calls 6.6; privacy 1.6
    it('an exact answer ends with the permission, and so does its cursor', async () => {
      const manager = await test.world.aUser(own, { role: 'client_manager' });
      await test.world.permitPii(own, 'client_manager', 'raw_caller');
      const first = await as(manager, { caller: MINE, page_size: 1 });
      expect(first.pagination['total_records']).toBe(3);
      await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1 AND role = 'client_manager'`, [
        own.clientId,
      ]);
      const query = { ...WHOLE, caller: MINE, page_size: 1 };
      const next = await get({ ...query, cursor: first.next_cursor }, bearer(manager.token()));
      expect(next.status).toBe(400);
      expect((await as(manager, { caller: MINE })).pagination['total_records']).toBe(5);
    });

    it('another kind of permission does not make the answer exact', async () => {
      await test.world.permitPii(own, 'client_staff', 'summary', 'transcript');
      expect((await as(staff, { caller: MINE })).pagination['total_records']).toBe(5);
    });
  });
});
