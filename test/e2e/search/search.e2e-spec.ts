import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundCallsResponse } from '../../../src/features/calls/search/search.response.js';
import type { SearchResponse } from '../../../src/features/search/things/things.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow } from '../alerts/alert-stage.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';

const HOUR = 3_600_000;
const NUMBER = '+61491570156';
const OTHER_NUMBER = '+61491570157';

describe('a search for things', () => {
  const test = useSharedApp();

  const find = async (user: TestUser, q: string): Promise<SearchResponse> => {
    const answer = await test.request().get('/v1/portal/search').set(bearer(user.token())).query({ q });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as SearchResponse;
  };

  // search 1.2, 1.3
  it('finds projects and campaigns of all clients, begun names first, and no others', async () => {
    const one = await test.world.aTenant();
    const other = await test.world.aTenant();
    const foreign = await test.world.aTenant();
    const desks = await Promise.all([one, other, foreign].map((it) => PlantedCampaigns.open(test, it)));
    const partner = await test.world.aUser(one, { role: 'partner_admin', isDefault: true });
    await test.world.assign(partner, other, { role: 'partner_admin' });
    const names = ['Öffnung Winter', 'Neue öffnung', 'Öffnung foreign'];
    for (const [place, desk] of desks.entries()) {
      await test.world.sql('UPDATE projects SET display_name = $2 WHERE project_id = $1', [
        desk.projectId,
        `Front ${names[place]}`,
      ]);
      await desk.campaign({ name: names[place] });
      await test.world.assignProject(partner, desk.tenant, desk.projectId);
    }
    const found = await find(partner, ' ÖFFNUNG ');
    expect(found.campaigns.map(({ name, client_id: id }) => [name, id])).toEqual([
      [names[0], one.clientId],
      [names[1], other.clientId],
    ]);
    expect(found.projects.map((it) => it.display_name)).toEqual([
      'Front Neue öffnung',
      'Front Öffnung Winter',
    ]);
    expect(found.unavailable).toEqual([]);
    const byId = await find(partner, desks[1]!.projectId);
    expect(byId.projects.map((it) => it.client_id)).toEqual([other.clientId]);
    expect((await find(partner, foreign.clientId)).clients).toEqual([]);
    expect((await find(partner, other.clientId)).clients).toHaveLength(1);
    await test.world.archive(desks[1]!.projectId);
    expect((await find(partner, desks[1]!.projectId)).projects).toEqual([]);
  });

  // search 1.4
  it('names the clients whose campaigns cannot be read, and finds the rest', async () => {
    const near = await test.world.aTenant();
    const far = await test.world.aTenant({ storeId: 'store-b' });
    const desk = await PlantedCampaigns.open(test, near);
    await desk.campaign({ name: 'Recall near' });
    const staff = await test.world.aUser(near, { role: 'service_operator' });
    await test.world.assign(staff, far, { role: 'service_operator' });
    const { storeUrls } = test.databases.superuser;
    const storeB = new URL(storeUrls.get('store-b')!).pathname.slice(1);
    const fromStoreA = (statement: string) =>
      withClient(storeUrls.get('store-a')!, (store) => store.query(statement));
    await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS false`);
    try {
      await fromStoreA(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${storeB}'`);
      const found = await find(staff, 'recall');
      expect([found.unavailable, found.campaigns.map(({ name }) => name)]).toEqual([
        [far.clientId],
        ['Recall near'],
      ]);
      expect((await find(staff, far.clientId)).clients).toHaveLength(1);
    } finally {
      await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS true`);
    }
    await eventually(async () => expect((await find(staff, 'recall')).unavailable).toEqual([]));
  });

  // search 1.3
  it.each<[PortalRole, { projects: number; campaigns: number; requests: number }]>([
    ['partner_admin', { projects: 1, campaigns: 0, requests: 0 }],
    ['partner_user', { projects: 0, campaigns: 0, requests: 0 }],
    ['client_admin', { projects: 1, campaigns: 0, requests: 1 }],
    ['client_staff', { projects: 1, campaigns: 0, requests: 0 }],
    ['service_operator', { projects: 1, campaigns: 1, requests: 1 }],
  ])('finds for a %s without an assignment what its lists have', async (role, expected) => {
    const stage = await AlertStage.open(test);
    const request = await stage.request(hoursFromNow(1), hoursFromNow(2));
    await stage.campaigns.campaign({ name: 'Recall of winter' });
    await test.world.sql('UPDATE projects SET display_name = $2 WHERE project_id = $1', [
      stage.projectId,
      'Recall desk',
    ]);
    const user = await test.world.aUser(stage.tenant, { role });
    const named = await find(user, 'recall');
    const asked = [await find(user, 'req 1'), await find(user, request.subjectId)];
    expect({
      projects: named.projects.length,
      campaigns: named.campaigns.length,
      requests: asked[0]!.requests.length,
    }).toEqual(expected);
    expect(asked[0]!.requests).toEqual(asked[1]!.requests);
    await test.world.assignProject(user, stage.tenant, stage.projectId);
    if (role.startsWith('partner')) expect((await find(user, 'recall')).campaigns).toHaveLength(1);
  });
});

describe('a search for calls', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projects: readonly [string, string];
  let admin: TestUser;
  let staff: TestUser;
  let foreign: string;
  const id = new Map<string, string>();

  const find = async (user: TestUser, query: object): Promise<FoundCallsResponse> => {
    const answer = await test
      .request()
      .get('/v1/portal/search/calls')
      .set(bearer(user.token()))
      .query({ client_id: tenant.clientId, ...query });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as FoundCallsResponse;
  };
  const namesOf = (calls: readonly { readonly call_id: string }[]): (string | undefined)[] =>
    calls.map((call) => [...id].find(([, callId]) => callId === call.call_id)?.[0]);
  const byWords = async (user: TestUser, q: string, range: object = {}): Promise<(string | undefined)[]> =>
    namesOf((await find(user, { q, words: true, ...range })).words!.items.map((it) => it.call));

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
    staff = await test.world.aUser(tenant, { role: 'client_staff' });
    await test.world.permitPii(tenant, 'client_admin', 'raw_caller', 'summary');
    await test.world.strictSummaries(tenant, false);
    const line = (text: string) => ({
      redacted_transcript: { status: 'verified', lines: [{ role: 'caller', text, offset_ms: 1500 }] },
    });
    const calls: [name: string, hoursAgo: number, fields: Record<string, unknown>][] = [
      ['summary', 1, { summary: 'The caller asked for a refund of the second invoice.' }],
      ['personal', 2, { summary: 'Refund to be told on 0491 570 156.' }],
      ['spoken', 3, { transcript: [{ role: 'caller', text: 'a refund, says Quixwood', offset_ms: 0 }] }],
      ['redacted', 4, line('I would like a REFUND, says [name].')],
      [
        'unverified',
        5,
        { redacted_transcript: { ...line('a refund').redacted_transcript, status: 'pending' } },
      ],
      ['mine', 6, { caller_number: NUMBER }],
      ['other', 7, { caller_number: OTHER_NUMBER }],
      ['second', 8, { caller_number: NUMBER, project_id: projects[1], summary: 'A refund, too.' }],
      ['old', 24 * 40, { caller_number: NUMBER, summary: 'A refund long ago.' }],
    ];
    const records = calls.map(([name, hoursAgo, fields]) => {
      const startedAt = Date.now() - hoursAgo * HOUR;
      const call = aCall(projects[0], {
        started_at_utc: new Date(startedAt).toISOString(),
        ended_at_utc: new Date(startedAt + 60_000).toISOString(),
        duration_seconds: 60,
        ...fields,
      });
      id.set(name, call['call_id'] as string);
      return call;
    });
    await postCalls(test, tenant, records);
    const elsewhere = await test.world.aTenant();
    const call = aCall(await test.world.aProject(elsewhere), { caller_number: NUMBER });
    foreign = call['call_id'] as string;
    await postCalls(test, elsewhere, [call]);
  });

  // calls 16.2
  it('finds a number in any writing, of any time, for whoever may see numbers, and an id for everyone', async () => {
    for (const q of [NUMBER, '+61 (491) 570-156', '+61\u00a00491 570 156']) {
      const found = await find(admin, { q });
      expect([found.number, namesOf(found.items)]).toEqual(['searched', ['mine', 'second', 'old']]);
      expect(JSON.stringify(found)).not.toContain('491570156');
    }
    for (const q of [NUMBER, OTHER_NUMBER, '+61491570158'])
      expect(await find(staff, { q })).toEqual({ items: [], number: 'not_permitted', words: null });
    expect(namesOf((await find(staff, { q: id.get('old') })).items)).toEqual(['old']);
    for (const q of [foreign, 'no-such-call'])
      expect(await find(admin, { q })).toEqual({ items: [], number: 'no_number', words: null });
  });

  // calls 16.2
  it('reads a number without a country code in the countries of the client and its projects', async () => {
    for (const q of ['0491 570 156', '(0491) 570-156', '491570156']) {
      const found = await find(admin, { q });
      expect([found.number, namesOf(found.items)]).toEqual(['searched', ['mine', 'second', 'old']]);
    }
    expect((await find(staff, { q: '0491 570 156' })).number).toBe('not_permitted');
    expect((await find(admin, { q: '030 901820' })).number).toBe('no_number');
    await test.world.sql(`UPDATE projects SET timezone = 'Europe/Berlin' WHERE project_id = $1`, [
      projects[1],
    ]);
    expect((await find(admin, { q: '030 901820' })).number).toBe('searched');
    expect(namesOf((await find(admin, { q: '0491 570 156' })).items)).toEqual(['mine', 'second', 'old']);
  });

  // calls 16.2
  it('compares no number while a project’s governance takes the permission away', async () => {
    const guarded = await test.world.aTenant();
    const project = await test.world.aProject(guarded);
    const user = await test.world.aUser(guarded, { role: 'client_admin' });
    await test.world.permitPii(guarded, 'client_admin', 'raw_caller');
    const ask = { q: NUMBER, client_id: guarded.clientId };
    expect((await find(user, ask)).number).toBe('searched');
    await test.world.projectGovernance(guarded, project, { piiPermissions: {} });
    expect((await find(user, ask)).number).toBe('not_permitted');
  });

  // calls 16.3, 16.4
  it('finds words in what each person may read, and says how far it came', async () => {
    expect(await byWords(admin, 'refund')).toEqual(['summary', 'personal', 'redacted', 'second']);
    expect(await byWords(staff, 'refund')).toEqual(['summary', 'redacted', 'second']);
    expect(await byWords(staff, 'quixwood')).toEqual([]);
    expect(await byWords(admin, 'second REF')).toEqual(['summary']);
    expect(await byWords(admin, 'fund')).toEqual([]);
    expect(await byWords(admin, 'refund', { start_date: daysAgo(60) })).toHaveLength(5);
    const { words } = await find(staff, { q: 'refund', words: true });
    expect(words).toMatchObject({ found: 3, searched: 8, complete: true });
    expect(words!.items[1]).toMatchObject({
      found_in: 'transcript',
      excerpt: 'I would like a REFUND, says [name].',
      offset_ms: 1500,
    });
    expect((await find(staff, { q: 'refund' })).words).toBeNull();
    expect((await find(staff, { q: 'a b', words: true })).words).toBeNull();
  });

  // calls 16.1, 16.3
  it('finds words in the projects that the person sees, without summaries where they are strict', async () => {
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    expect(await byWords(user, 'refund')).toEqual([]);
    await test.world.assignProject(user, tenant, projects[1]);
    expect(await byWords(user, 'refund')).toEqual(['second']);
    expect(namesOf((await find(user, { q: id.get('mine') })).items)).toEqual([]);
    await test.world.strictSummaries(tenant, true);
    expect(await byWords(staff, 'refund')).toEqual(['redacted']);
    await test.world.strictSummaries(tenant, false);
  });

  // calls 16.4
  it('opens at most 300 calls, newest first', async () => {
    const many = await test.world.aTenant();
    const project = await test.world.aProject(many);
    const user = await test.world.aUser(many, { role: 'client_staff' });
    await test.world.strictSummaries(many, false);
    const calls = Array.from({ length: 302 }, (_, place) => {
      const at = new Date(Date.now() - (place + 2) * 60_000).toISOString();
      const summary = place >= 299 ? 'About a tangerine.' : 'Nothing.';
      return aCall(project, { started_at_utc: at, ended_at_utc: at, duration_seconds: 0, summary });
    });
    await postCalls(test, many, calls);
    const { words } = await find(user, { q: 'tangerine', words: true, client_id: many.clientId });
    expect(words).toMatchObject({ found: 1, searched: 300, complete: false });
    expect(words!.items[0]!.call.call_id).toBe(calls[299]!['call_id']);
  });

  // calls 16.1
  it('refuses a range and a text that cannot be read', async () => {
    for (const query of [
      { q: 'a' },
      {},
      { q: 'refund', start_date: 'soon' },
      { q: 'refund', timezone: 'Mars' },
    ]) {
      const answer = await test
        .request()
        .get('/v1/portal/search/calls')
        .set(bearer(staff.token()))
        .query(query);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'validation_failed']);
    }
  });

  // calls 16.5
  it('leaves no trace of what was searched for', async () => {
    const q = 'zebrafinch lampshade';
    await find(admin, { q, words: true });
    await test.request().get('/v1/portal/search').set(bearer(admin.token())).query({ q });
    await find(admin, { q: NUMBER });
    expect(test.logs()).not.toMatch(/zebrafinch|lampshade|491570156/i);
    const audited = await test.world.sql<{ row: string }>(
      'SELECT a::text AS row FROM audit_events a WHERE client_id = $1',
      [tenant.clientId],
    );
    expect(JSON.stringify(audited)).not.toMatch(/zebrafinch|lampshade|491570156/i);
  });
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * HOUR).toISOString();
