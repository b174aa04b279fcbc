import { beforeAll, describe, expect, it } from 'vitest';
import type { DefinitionResponse } from '../../../src/features/figures/rules/definition.response.js';
import type { ExplanationResponse } from '../../../src/features/figures/explanations/explanations.response.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { listableCalls } from '../../support/independent-list.js';
import { logLines } from '../../support/log-lines.js';
import { postCalls, sumUpHours } from '../../support/post-calls.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';

type Query = Readonly<Record<string, string>>;
interface Asked {
  readonly route: string;
  readonly query: Query;
  readonly figure: string;
}

const SPAN = { from: '2026-09-25T00:00:00Z', to: '2026-10-20T00:00:00Z' };
const RANGE = { start_date: '2026-09-25', end_date: '2026-10-19' };
const SUMMARY = '/v1/calls/summary';
const MIX = '/v1/calls/dashboard/privacy-aggregates';

describe('an explanation', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projects: readonly string[];
  let admin: TestUser;
  let definitions: readonly DefinitionResponse[];

  const ask = async (user: TestUser, path: string, query: object = {}): Promise<Record<string, unknown>> => {
    const response = await test.request().get(path).set(bearer(user.token())).query(query);
    expect(response.status, response.text).toBe(200);
    return response.body as Record<string, unknown>;
  };
  const post = (headers: Readonly<Record<string, string>>, asked: Asked) =>
    test.request().post('/v1/explanations').set(headers).send(asked);
  const explain = async (user: TestUser, asked: Asked): Promise<ExplanationResponse> => {
    const response = await post(bearer(user.token()), asked);
    expect(response.status, response.text).toBe(200);
    return response.body as ExplanationResponse;
  };
  const listed = async (user: TestUser, query: object): Promise<unknown> =>
    (
      (await ask(user, '/v1/calls/list', { ...query, page_size: 1 }))['pagination'] as {
        total_records: number;
      }
    ).total_records;
  const sourced = ({ conditions }: ExplanationResponse, source: string): Query =>
    Object.fromEntries(conditions.filter((it) => it.source === source).map((it) => [it.field, it.value]));

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    admin = await test.world.aUser(tenant, { role: 'partner_admin', isDefault: true });
    await postCalls(test, tenant, listableCalls(300, 31, { projectIds: projects, ...SPAN }));
    await sumUpHours(test, tenant);
    definitions = (await ask(admin, '/v1/definitions'))['items'] as DefinitionResponse[];
  });

  // figures 2.2, 2.4, 2.5
  it('names what was asked, its bounds, what was left out and how fresh it is', async () => {
    const query = { ...RANGE, timezone: 'Australia/Adelaide', project_id: projects[0]! };
    const explained = await explain(admin, { route: SUMMARY, query, figure: 'avg_duration_seconds' });
    const summary = await ask(admin, SUMMARY, query);
    expect(explained.value).toBe(summary['avg_duration_seconds']);
    expect(sourced(explained, 'asked')).toEqual(query);
    expect(sourced(explained, 'role')).toEqual({
      role: 'partner_admin',
      client_id: tenant.clientId,
      data_env: tenant.dataEnv,
    });
    expect(explained.bounds).toEqual({
      start_utc: '2026-09-24T14:30:00.000Z',
      end_utc: '2026-10-19T13:30:00.000Z',
      timezone: 'Australia/Adelaide',
    });
    expect(explained.left_out).toEqual([
      {
        reason: 'no_duration',
        text: 'Calls without a known duration.',
        count: Number(summary['total_calls']) - explained.counted!,
      },
    ]);
    expect(explained.left_out[0]!.count).toBeGreaterThan(0);
    expect(explained.freshness.as_of_utc).toMatch(/Z$/);
    expect(explained.definition.key).toBe('summary.avg_duration_seconds');
  });

  // figures 2.2, 2.3, 2.5, 2.8
  it('differs between two roles by the projects of one of them, and counts no others', async () => {
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(user, tenant, projects[1]!);
    const asked = { route: SUMMARY, query: RANGE, figure: 'total_calls' };
    const [own, all] = [await explain(user, asked), await explain(admin, asked)];
    expect(own.value).toBeLessThan(all.value!);
    expect(own.value).toBe(await listed(user, own.calls!.query));
    expect(sourced(own, 'role')).toMatchObject({ role: 'partner_user', project_id: 'assigned' });
    expect(sourced(all, 'role')).toMatchObject({ role: 'partner_admin' });
    expect(sourced(all, 'role')['project_id']).toBeUndefined();
    expect(own.left_out).toEqual([
      { reason: 'other_projects', text: 'Projects that this role does not see.', count: 'not_visible' },
    ]);
    expect(all.left_out).toEqual([]);
    const foreign = await post(bearer(user.token()), {
      ...asked,
      query: { ...RANGE, project_id: projects[0]! },
    });
    const absent = await post(bearer(user.token()), { ...asked, query: { ...RANGE, project_id: 'nothing' } });
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
  });

  // figures 2.3
  it('says that a number was masked for a role without permission to see it', async () => {
    const staff = await test.world.aUser(tenant, { role: 'client_staff' });
    const query = { ...RANGE, caller: '+61491570006' };
    const explained = await explain(staff, { route: SUMMARY, query, figure: 'total_calls' });
    expect(sourced(explained, 'governance')).toEqual({ caller: '+61 *** *** 006' });
  });

  // figures 2.7, 2.8
  it('of a caller mix that is withheld is the same however many callers there are', async () => {
    const few = await Promise.all(
      [2, 4].map(async (callers) => {
        const project = await test.world.aProject(tenant);
        const made = randomCalls(20, chance(callers), { projectIds: [project], ...SPAN, callers });
        await postCalls(test, tenant, made);
        return project;
      }),
    );
    const figures = definitions.filter(({ route }) => route === MIX);
    expect(figures).toHaveLength(8);
    for (const { figure } of figures) {
      const [one, other] = await Promise.all(
        few.map((project_id) => explain(admin, { route: MIX, query: { ...RANGE, project_id }, figure })),
      );
      const withheld = { value: null, bounds: null, counted: null, left_out: [], calls: null };
      expect(one).toMatchObject({ ...withheld, reason: 'below_k' });
      const [asked, clock] = [other!.conditions, other!.freshness];
      expect({ ...one, conditions: asked, freshness: clock }).toEqual(other);
    }
  });

  // figures 2.7
  it('of a caller mix that is shown tells its reason and nothing else', async () => {
    const query = { ...RANGE, project_id: projects[0]! };
    const figure = 'caller_mix.metrics.unique_callers';
    const { caller_mix: mix } = (await ask(admin, MIX, query)) as {
      caller_mix: { reason_code: string; metrics: { unique_callers: number } | null };
    };
    expect(await explain(admin, { route: MIX, query, figure })).toMatchObject({
      value: mix.metrics?.unique_callers ?? null,
      reason: mix.reason_code,
      bounds: null,
      counted: null,
      left_out: [],
      calls: null,
    });
  });

  // figures 2.1
  it('is refused as the route refuses', async () => {
    const stranger = await test.world.aUser(await test.world.aTenant(), { role: 'partner_admin' });
    const asked = { route: SUMMARY, query: { client_id: tenant.clientId }, figure: 'total_calls' };
    await post(bearer(stranger.token()), asked).expect(404);
    const billing = { route: '/v1/billing/overview', query: asked.query, figure: 'billing.used_minutes' };
    const staff = await test.world.aUser(tenant, { role: 'client_staff' });
    await post(bearer(staff.token()), billing).expect(404);
    await post({ 'X-API-Key': await test.world.aKey(tenant, 'runtime-ingest') }, asked).expect(404);
    await post({ 'X-API-Key': await test.world.aKey(tenant, 'read-only') }, asked).expect(200);
    await post({}, asked).expect(401);
  });

  // figures 2.1
  it.each<[string, Partial<Asked>, string]>([
    ['a route without figures', { route: '/v1/calls/list' }, 'route'],
    ['a figure that does not exist', { figure: 'money' }, 'figure'],
    [
      'a member that the answer has not',
      { route: '/v1/calls/provider-performance', figure: 'items[nobody].calls' },
      'figure',
    ],
    ['a date that cannot be read', { query: { start_date: 'soon' } }, 'query.start_date'],
    ['a filter that does not exist', { query: { colour: 'red' } }, 'query.colour'],
    ['a query that is none', { query: { page: 1 } as never }, 'query'],
    [
      'a query that no address holds',
      { query: Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`${n}`, '€'.repeat(512)])) },
      'query',
    ],
    ['a name that no address holds', { query: { ['x'.repeat(200_000)]: '1' } }, 'query'],
  ])('names the place of %s', async (_, wrong, place) => {
    const response = await post(bearer(admin.token()), {
      route: SUMMARY,
      query: RANGE,
      figure: 'total_calls',
      ...wrong,
    });
    expect(response.status).toBe(422);
    const { details } = response.body as { details: { loc: string[] }[] };
    expect(details.map(({ loc }) => loc.join('.'))).toContain(`body.${place}`);
  });

  // figures 2.1
  it('is of its own route alone, whatever a parameter of the path holds', async () => {
    const report = '/v1/outbound-campaigns/{campaign_id}/report';
    const figure = definitions.find(({ route }) => route === report)!.figure;
    for (const campaign_id of [
      '',
      '.',
      '..',
      '../../portal/home?x=',
      '%2e%2e',
      '\u0000',
      '\ud800',
      '\ud83d\ude00',
    ]) {
      const query = { campaign_id, client_id: tenant.clientId };
      const { status } = await post(bearer(admin.token()), { route: report, query, figure });
      expect([400, 404, 422], campaign_id).toContain(status);
    }
  });

  // figures 2.8
  it('asks no more once its caller has left', async () => {
    const storeUrl = test.databases.superuser.storeUrls.get('store-a')!;
    const asked = { route: SUMMARY, query: RANGE, figure: 'total_calls' };
    const inner = { route: SUMMARY, request_id: crypto.randomUUID() };
    await withClient(storeUrl, async (store) => {
      await store.query('BEGIN');
      await store.query('LOCK TABLE calls, call_rollups IN ACCESS EXCLUSIVE MODE');
      const caller = new AbortController();
      const answer = fetch(`${test.baseUrl}/v1/explanations`, {
        method: 'POST',
        headers: {
          ...bearer(admin.token()),
          'Content-Type': 'application/json',
          'X-Request-ID': inner.request_id,
        },
        body: JSON.stringify(asked),
        signal: caller.signal,
      }).catch(() => null);
      await eventually(async () => {
        const { rows } = await store.query(
          'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = ANY ($1::regclass[])',
          [['calls', 'call_rollups']],
        );
        expect(rows).not.toEqual([]);
      });
      caller.abort();
      await answer;
      await eventually(async () => expect(logLines(test, inner)).toMatchObject([{ aborted: true }]));
      await store.query('ROLLBACK');
    });
  });

  // figures 1.1
  it('has its definition in the language that was asked for', async () => {
    const german = (await ask(admin, '/v1/definitions', { language: 'de' }))['items'] as DefinitionResponse[];
    expect(german.map(({ key }) => key)).toEqual(definitions.map(({ key }) => key));
    expect(german.find(({ key }) => key === 'summary.total_calls')!.definition).toBe(
      'Alle Anrufe, mit jedem Status.',
    );
  });
});
