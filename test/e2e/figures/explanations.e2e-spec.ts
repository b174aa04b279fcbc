import { beforeAll, describe, expect, it } from 'vitest';
import type { DefinitionResponse } from '../../../src/features/figures/rules/definition.response.js';
import type { ExplanationResponse } from '../../../src/features/figures/explanations/explanations.response.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { listableCalls } from '../../support/independent-list.js';
import { postCalls, sumUpHours } from '../../support/post-calls.js';
import { chance } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';

type Query = Readonly<Record<string, string>>;
interface Asked {
  readonly route: string;
  readonly query: Query;
  readonly figure: string;
}

const SPAN = { from: '2026-09-25T00:00:00Z', to: '2026-10-20T00:00:00Z' };
const RANGE = { start_date: '2026-09-25', end_date: '2026-10-19' };
const SUMMARY = '/v1/calls/summary';
const BUCKET = /^buckets\[start_utc\]/;

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

  // figures 1.3, 2.2, 2.6
  it('has the value of the route, and a list of exactly that many calls, while calls come in', async () => {
    const random = chance(11);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const counted = definitions.filter((it) => it.conditions && it.route.startsWith('/v1/calls/'));
    const maybe = (query: Query): Query => (random() < 0.4 ? query : {});
    const wrong: object[] = [];
    let calls = 0;
    for (let round = 0; round < atDepth({ ordinary: 40, full: 500 }); round += 1) {
      if (round % 10 === 0) {
        await postCalls(test, tenant, listableCalls(15, 900 + round, { projectIds: projects, ...SPAN }));
      }
      const { route, figure, unit } = pick(counted);
      const query: Query = {
        ...(route.endsWith('/outcomes') ? { project_id: projects[0]! } : maybe({ project_id: projects[1]! })),
        ...(route.endsWith('/outcomes') || random() < 0.8
          ? { ...RANGE, ...maybe({ start_date: '2026-10-01' }) }
          : {}),
        ...maybe({ timezone: pick(['Australia/Adelaide', 'UTC', 'America/New_York']) }),
        ...maybe({ direction: 'inbound' }),
        ...maybe({ channel: 'phone' }),
        ...maybe({ agent: 'Ava' }),
        ...(BUCKET.test(figure) ? maybe({ granularity: 'week' }) : {}),
      };
      const body = await ask(admin, route, query);
      const [, list, key] = /^(\w+)\[(\w+)\]/.exec(figure) ?? [];
      const members = list === undefined ? [] : (body[list] as readonly Record<string, unknown>[]);
      if (list !== undefined && members.length === 0) continue;
      const member = encodeURIComponent(key ? ((pick(members)[key] as string | null) ?? '') : '');
      const path = figure.replace(/\[\w+\]/, `[${member}]`);
      const explained = await explain(admin, { route, query, figure: path });
      const total = explained.calls && (await listed(admin, explained.calls.query));
      const expected = unit === 'calls' ? explained.value : (explained.counted ?? explained.calls?.total);
      calls += Number(total ?? 0);
      if (explained.calls ? total !== explained.calls.total || total !== expected : !path.includes('[]')) {
        wrong.push({ route, path, query, explained, total });
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(500);
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
  it('of the caller mix tells its reason and nothing else', async () => {
    const query = { ...RANGE, project_id: projects[0]! };
    const explained = await explain(admin, {
      route: '/v1/calls/dashboard/privacy-aggregates',
      query,
      figure: 'caller_mix.metrics.unique_callers',
    });
    const { caller_mix: mix } = (await ask(admin, '/v1/calls/dashboard/privacy-aggregates', query)) as {
      caller_mix: { reason_code: string; metrics: { unique_callers: number } | null };
    };
    expect(explained).toMatchObject({
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
    ['a figure that there is not', { figure: 'money' }, 'figure'],
    [
      'a member that the answer has not',
      { route: '/v1/calls/provider-performance', figure: 'items[nobody].calls' },
      'figure',
    ],
    ['a date that cannot be read', { query: { start_date: 'soon' } }, 'query.start_date'],
    ['a filter that there is not', { query: { colour: 'red' } }, 'query.colour'],
    ['a query that is none', { query: { page: 1 } as never }, 'query'],
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

  // figures 2.6
  it('of home and of a campaign leads to the calls of their lists', async () => {
    const campaigns = await PlantedCampaigns.open(test, tenant);
    const campaignId = await campaigns.campaign();
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const lately = { projectIds: [campaigns.projectId], from: daysAgo(12), to: daysAgo(8) };
    const made = listableCalls(20, 77, lately);
    await postCalls(
      test,
      tenant,
      made.map((call) => ({ ...call, campaign_id: campaignId })),
    );
    const home = await explain(admin, {
      route: '/v1/portal/home',
      query: { timezone: 'UTC' },
      figure: `items[${tenant.clientId}].calls.last_7_days.total.before`,
    });
    expect(home.value).toBeGreaterThanOrEqual(20);
    expect(home.value).toBe(await listed(admin, home.calls!.query));
    const report = await explain(admin, {
      route: '/v1/outbound-campaigns/{campaign_id}/report',
      query: { campaign_id: campaignId },
      figure: 'linked_calls.total',
    });
    expect([report.value, report.calls!.total]).toEqual([20, 20]);
    expect(report.left_out).toEqual([expect.objectContaining({ reason: 'long_ago', count: 0 })]);
  });

  // figures 1.1
  it('has its definition in the language that was asked for', async () => {
    const german = (await ask(admin, '/v1/definitions', { language: 'de' }))['items'] as DefinitionResponse[];
    expect(german.map(({ key }) => key)).toEqual(definitions.map(({ key }) => key));
    expect(german.find(({ key }) => key === 'summary.total_calls')!.definition).toBe(
      'Alle Anrufe, jeden Status.',
    );
  });
});
