import { beforeAll, describe, expect, it } from 'vitest';
import type { ExplanationResponse } from '../../../src/features/figures/explanations/explanations.response.js';
import type { DefinitionResponse } from '../../../src/features/figures/rules/definition.response.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { listableCalls, listed } from '../../support/independent-list.js';
import { postCalls, sumUpHours } from '../../support/post-calls.js';
import { chance, type PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';

type Query = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;
const HOME = '/v1/portal/home';
const REPORT = '/v1/outbound-campaigns/{campaign_id}/report';
const OUTCOMES = '/v1/calls/outcomes';

describe('the list behind a figure', () => {
  const test = useSharedApp();
  // Home counts the last days, so the calls are before the test.
  const now = Date.now();
  const day = (daysAgo: number): string => new Date(now - daysAgo * DAY).toISOString().slice(0, 10);
  const range = { start_date: day(15), end_date: day(0) };
  /** Every call of the client. */
  const planted: PostedCall[] = [];
  let tenant: TestTenant;
  let admin: TestUser;
  let projects: readonly string[];
  let campaignId: string;
  let definitions: readonly DefinitionResponse[];

  const send = async (method: 'get' | 'post', path: string, sent: object): Promise<Body> => {
    const request = test.request()[method](path).set(bearer(admin.token()));
    const response = await (method === 'get' ? request.query(sent) : request.send(sent));
    expect(response.status, response.text).toBe(200);
    return response.body as Body;
  };

  async function plant(count: number, seed: number): Promise<void> {
    const span = { from: new Date(now - 15 * DAY).toISOString(), to: new Date(now).toISOString() };
    const random = chance(seed);
    const made = listableCalls(count, seed, { projectIds: projects, ...span }).map((call) =>
      call['project_id'] === projects[0] && random() < 0.6 ? { ...call, campaign_id: campaignId } : call,
    );
    await postCalls(test, tenant, made);
    planted.push(...made);
  }

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    const campaigns = await PlantedCampaigns.open(test, tenant);
    projects = [campaigns.projectId, await test.world.aProject(tenant)];
    campaignId = await campaigns.campaign();
    admin = await test.world.aUser(tenant, { role: 'partner_admin', isDefault: true });
    // Partners see campaigns of the projects that they are assigned to.
    await test.world.assignProject(admin, tenant, campaigns.projectId);
    await plant(300, 31);
    await sumUpHours(test, tenant);
    definitions = ((await send('get', '/v1/definitions', {}))['items'] as DefinitionResponse[]).filter(
      (it) => it.conditions !== null,
    );
  });

  /** How many calls a list must contain, by an independent reading of its filters. */
  function expected({ client_id: _, start_date, end_date, timezone, project_id, ...others }: Query): number {
    const filter = Object.fromEntries(
      Object.entries(others).map(([name, value]) => [
        name,
        name === 'human_escalation' ? value === 'true' : name.endsWith('_seconds') ? Number(value) : value,
      ]),
    );
    return listed(
      planted,
      {
        start_date: start_date!,
        end_date: end_date!,
        ...(timezone !== undefined && { timezone }),
        ...(project_id !== undefined && { project_id }),
      },
      filter,
    ).length;
  }

  // figures 1.3, 2.2, 2.6; home 2.4
  it.each<[string, string, number]>([
    ['analytics', '/v1/calls/', 350],
    ['home', HOME, 90],
    ['the report of a campaign', REPORT, 60],
  ])('of %s has exactly the calls that were planted, while more come in', async (_, beginning, rounds) => {
    const random = chance(11);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const maybe = (query: Query): Query => (random() < 0.4 ? query : {});
    const figures = definitions.filter(({ route }) => route.startsWith(beginning));
    const queryOf = (route: string, figure: string): Query => {
      if (route === REPORT) return { campaign_id: campaignId };
      const timezone = { timezone: pick(['Australia/Adelaide', 'UTC', 'America/New_York']) };
      if (route === HOME) return timezone;
      return {
        ...(route === OUTCOMES ? { project_id: projects[0]! } : maybe({ project_id: projects[1]! })),
        ...(route === OUTCOMES || random() < 0.8 ? { ...range, ...maybe({ start_date: day(9) }) } : {}),
        ...maybe(timezone),
        ...maybe({ direction: 'inbound' }),
        ...maybe({ channel: 'phone' }),
        ...maybe({ agent: 'Ava' }),
        ...(figure.startsWith('buckets[') ? maybe({ granularity: 'week' }) : {}),
      };
    };
    /** The figure for a field of the answer; null if the field has none. */
    const pathIn = (body: Body, figure: string): string | null => {
      const [place, list, key] = /^(\w+)\[(\w+)\]/.exec(figure) ?? [];
      if (place === undefined) return figure;
      const members = body[list!] as readonly Readonly<Record<string, string>>[];
      if (members.length === 0) return null;
      return figure.replace(`[${key!}]`, `[${encodeURIComponent(pick(members)[key!] ?? '')}]`);
    };
    const wrong: object[] = [];
    const seen = new Set<string>();
    let calls = 0;
    for (let round = 0; round < atDepth({ ordinary: Math.ceil(rounds / 10), full: rounds }); round += 1) {
      if (round % 10 === 5) await plant(15, rounds * 1000 + round);
      const { route, figure, unit } = figures[round] ?? pick(figures);
      const query = queryOf(route, figure);
      const body = await send(
        'get',
        route.replace('{campaign_id}', campaignId),
        route === REPORT ? {} : query,
      );
      const path = pathIn(body, figure);
      if (path === null) continue;
      const explained = (await send('post', '/v1/explanations', {
        route,
        query,
        figure: path,
      })) as unknown as ExplanationResponse;
      if (explained.calls === null) {
        if (!path.includes('[]')) wrong.push({ route, path, query, explained });
        continue;
      }
      seen.add(`${route} ${figure}`);
      const { pagination } = (await send('get', '/v1/calls/list', {
        ...explained.calls.query,
        page_size: 1,
      })) as {
        pagination: { total_records: number };
      };
      const counts = {
        value: unit === 'calls' ? explained.value : (explained.counted ?? 0),
        told: explained.calls.total,
        listed: pagination.total_records,
      };
      const planned = expected(explained.calls.query);
      calls += planned;
      if (Object.values(counts).some((it) => it !== planned)) {
        wrong.push({ route, path, query, explained, ...counts, planned });
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(100);
    expect(seen.size).toBe(atDepth({ ordinary: seen.size, full: figures.length }));
  });
});
